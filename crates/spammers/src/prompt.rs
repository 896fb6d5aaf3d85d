//! The prompt model: what a seat is asked, what it may answer, and why not the rest.

use table::{Choice, Clause, Game, Pieces, Prompt, Seat, Unavailable, Viewer};

use crate::Spammers;
use crate::action::{Action, Illegal};
use crate::card::{CardId, ListCard};
use crate::effect::{Aim, Direction, Effect, Moment};
use crate::face::Kind;
use crate::phase::{Deck, Fate, Pending, Phase, Question};
use crate::play::gain;
use crate::state::State;
use crate::steps::{Pointed, Use, aim_steps, steps};
use crate::view::View;
use crate::words::{add, add_number, named};

/// The others' sentence at nearly every moment.
fn is_to_move(seat: Seat) -> String {
    String::from(seat.mark()) + " is to move."
}

impl Spammers {
    /// This viewer's prompt.
    pub(crate) fn prompt_for(&self, state: &State, viewer: Viewer) -> Prompt<Action> {
        let awaited = self.awaits(state).seats();
        let asked = match (viewer.seat(), state.phase) {
            (Some(seat), Phase::Ask(question)) if awaited.contains(seat) => Some((seat, question)),
            (_, Phase::Ask(_) | Phase::Luck(_) | Phase::Over(_)) => None,
        };
        let (asks, clause) = match asked {
            Some((seat, question)) => self.question(state, seat, question),
            None => self.waiting(state, viewer),
        };
        let mut actions = Vec::new();
        let mut unavailable = Vec::new();
        let mut pieces = Pieces::new();
        if let Some((seat, _)) = asked {
            self.choices(state, seat, &mut actions);
        }
        let mut choices = Vec::with_capacity(actions.len());
        if !actions.is_empty() {
            // Only the asked viewer sees the consequences.
            let view = self.open_view(state, viewer);
            choices.extend(actions.into_iter().map(|action| Choice {
                action,
                notation: self.action_text(action),
                says: self.promise(&view, action).into(),
                steps: self.point(&mut pieces, &steps(action)),
            }));
        }
        if let Some((seat, question)) = asked {
            self.each_unavailable(state, (seat, question), |what, steps, illegal| {
                let steps = self.point(&mut pieces, &steps);
                unavailable.push(Unavailable::new(what, steps, &self.explain(illegal)));
            });
        }
        Prompt { awaited, asks: asks.into(), clause, choices, unavailable, pieces: pieces.into_all() }
    }

    /// The question to a seat that is asked.
    fn question(&self, state: &State, seat: Seat, question: Question) -> (String, Clause) {
        match question {
            Question::Choosing(_) => (
                "Choose one of your three Lists for the Unwashed Masses: everybody may mail to it."
                    .to_owned(),
                Clause("S2.2"),
            ),
            Question::Offered(list) => {
                let face = self.set.list(list);
                let scams = state.scams[seat.index()];
                let (then, clause) = if self.keeps_for_nothing(state, seat) {
                    (": keep it for nothing, or let it go.", "S12.10")
                } else if scams.iter().any(|scam| self.may_pay(state, seat, scam).is_ok()) {
                    (": pick a Scam to pay one Rating and keep it, or let it go.", "S3.3")
                } else if scams.is_empty() {
                    (". You cannot keep it: you have no Scam to pay with.", "S3.3")
                } else {
                    (". You cannot keep it: no Scam of yours is above its initial Rating.", "S1.8")
                };
                (format!("'{}', Size {}, is turned up{then}", face.name, face.size), Clause(clause))
            }
            Question::Reacting { pending, .. } => {
                let then = match pending {
                    Pending::Roll(..)
                    | Pending::Special(..)
                    | Pending::Lower { .. }
                    | Pending::Move { .. }
                        if self.could_change(state, seat) =>
                    {
                        "React or pass."
                    }
                    Pending::Roll(..) => "Nothing you hold can change what it gains.",
                    Pending::Special(..) | Pending::Lower { .. } | Pending::Move { .. } => {
                        "Nothing you hold can change that."
                    }
                };
                (format!("{} {then}", self.pending_words(state, seat, pending)), Clause("S7.3"))
            }
            Question::Acting => {
                let actions = match self.actions_left(state) {
                    1 => "one Action".to_owned(),
                    left => format!("{left} Actions"),
                };
                (format!("Your turn: {actions} left. Take one, or end your turn."), Clause("S3.1"))
            }
        }
    }

    /// The subject of a reaction window, worded for a seat.
    fn pending_words(&self, state: &State, seat: Seat, pending: Pending) -> String {
        let title = |title: CardId| &self.set.face(title).name;
        let list = |list: ListCard| &self.set.list(list).name;
        let (who, announces) = if state.turn == seat {
            ("You".to_owned(), "announce")
        } else {
            (format!("{:#}", state.turn), "announces")
        };
        match pending {
            Pending::Roll(mailing, roll) => format!(
                "{who} rolled {roll} against Target {}: that gains {}.",
                mailing.target,
                gain(roll, mailing.target)
            ),
            Pending::Special(it, aim, Fate::Stands) => {
                format!("{who} {announces} '{}'{}.", title(it), self.aim_words(aim))
            }
            Pending::Special(it, _, Fate::Averted) => format!("'{}' is cancelled.", title(it)),
            Pending::Lower { scam, by, fate: Fate::Stands, .. } => {
                format!("'{}' is about to be lowered by {by}.", title(scam))
            }
            Pending::Lower { scam, fate: Fate::Averted, .. } => {
                format!("'{}' will not be lowered.", title(scam))
            }
            Pending::Move { list: it, to: Some(to), fate: Fate::Stands, .. } => {
                format!("'{}' is about to go to {to:#}.", list(it))
            }
            Pending::Move { list: it, to: None, fate: Fate::Stands, .. } => {
                format!("'{}' is about to fall to the Unwashed Masses.", list(it))
            }
            Pending::Move { list: it, fate: Fate::Averted, .. } => format!("'{}' will stay.", list(it)),
        }
    }

    /// The sentence for a viewer who is not asked.
    fn waiting(&self, state: &State, viewer: Viewer) -> (String, Clause) {
        match state.phase {
            Phase::Luck(chance) => {
                let awaited = chance.awaited();
                (format!("The table waits for {}.", awaited.words), awaited.clause)
            }
            Phase::Ask(Question::Acting | Question::Offered(_)) => (is_to_move(state.turn), Clause("S3.1")),
            Phase::Ask(Question::Reacting { .. }) => {
                ("The table waits for reactions.".to_owned(), Clause("S7.3"))
            }
            Phase::Ask(Question::Choosing(owing)) => {
                (format!("Still to choose a List: {owing:#}."), Clause("S2.2"))
            }
            Phase::Over(_) if viewer.is(state.turn) => {
                ("The game is over; you have won.".to_owned(), Clause("S6.1"))
            }
            Phase::Over(_) => (format!("The game is over; {:#} has won.", state.turn), Clause("S6.1")),
        }
    }

    /// The consequences of an action in words, with its odds. There may be hundreds of actions, so it is put together
    /// without detours.
    fn promise(&self, view: &View, action: Action) -> String {
        let mut says = String::with_capacity(160);
        self.words_of(action, &mut says);
        self.consequences(view, action, |consequence| self.tell(view, consequence, &mut says));
        if let Action::Special(it, _) | Action::React(it, _) = action {
            add(&mut says, [" ", &self.effect_text(it)]);
        }
        says
    }

    /// The action in words.
    fn words_of(&self, action: Action, says: &mut String) {
        let title = |title: CardId| self.set.face(title).name.as_str();
        let list = |list: ListCard| self.set.list(list).name.as_str();
        match action {
            Action::Choose(it) => {
                add(says, ["Give '", list(it), "', Size "]);
                add_number(says, self.set.list(it).size.into());
                says.push_str(", to the Unwashed Masses.");
            }
            Action::Stop => says.push_str("End your turn: take no more Actions."),
            Action::Draw(Deck::Action) => says.push_str("Draw an Action card."),
            Action::Draw(Deck::List) => says.push_str("Turn up a List, then keep it or let it go."),
            Action::Play(it) => add(says, ["Play '", title(it), "'. ", &self.set.face(it).text()]),
            Action::Mail { card, scam, list: to } => {
                add(says, ["Mail '", list(to), "' for '", title(scam), "' with '", title(card), "'."]);
            }
            Action::Special(it, aim) => add(says, ["Use '", title(it), "'", &self.aim_words(aim), "."]),
            Action::Merge(first, second) => {
                add(says, ["Merge '", list(first), "' and '", list(second), "' into one List."]);
            }
            Action::Recycle(it, deck) => {
                let drawn = if deck == Deck::Action { "an Action" } else { "a List" };
                add(says, ["Discard '", title(it), "' and draw ", drawn, " card."]);
            }
            Action::Keep(scam) => add(says, ["Keep it and pay with '", title(scam), "'."]),
            Action::KeepFree => says.push_str("Keep it for nothing."),
            Action::Release => says.push_str("Let it go to the Unwashed Masses."),
            Action::Pass => says.push_str("Play no reaction."),
            Action::React(it, aim) => add(says, ["Play '", title(it), "'", &self.aim_words(aim), "."]),
        }
    }

    /// Illegal actions that an asked seat might want.
    fn each_unavailable(
        &self,
        state: &State,
        (seat, question): (Seat, Question),
        mut into: impl FnMut(String, Vec<Pointed>, Illegal),
    ) {
        let mut note = |what: String, steps: Vec<Pointed>, check: Result<(), Illegal>| {
            if let Err(illegal) = check {
                into(what, steps, illegal);
            }
        };
        match question {
            Question::Acting => {
                for (deck, what) in [(Deck::Action, "Draw an Action card"), (Deck::List, "Draw a List card")]
                {
                    note(what.to_owned(), vec![Pointed::Deck(deck)], self.may_draw(state, seat, deck));
                }
                for title in self.set.card_ids_in(state.hands[seat.index()]) {
                    let name = &self.set.face(title).name;
                    let using = |what: Use| vec![Pointed::Hand(title), Pointed::Use(what)];
                    match self.set.face(title).kind {
                        Kind::Scam { .. } | Kind::Hardware(_) => {
                            let may = self.may_play(state, seat, title);
                            note(named("Play ", name, ""), using(Use::Play), may);
                        }
                        Kind::Mailing { effect, .. } => {
                            let may = self.may_mail_somebody(state, seat);
                            note(named("Mail with ", name, ""), using(Use::Mail), may);
                            let useful = match effect.moment() {
                                Moment::OwnTurn => self.may_use_somewhere(state, seat, (title, effect)),
                                Moment::AfterRoll | Moment::OnSpecial | Moment::OnLower | Moment::OnMove => {
                                    Err(Illegal::OnlyAReaction(title))
                                }
                            };
                            if useful.is_ok() {
                                self.each_barred_aim(state, seat, (title, effect), &mut note);
                            }
                            let what = named("Use the Special Effect of ", name, "");
                            note(what, using(Use::Special), useful);
                        }
                    }
                    if matches!(self.set.face(title).kind, Kind::Scam { .. }) {
                        let may = self.may_recycle(state, seat);
                        note(named("Discard ", name, " to draw"), using(Use::Recycle), may);
                    }
                }
                if !state.hands[seat.index()].is_disjoint(self.set.all_mailings()) {
                    let mailable = self.mailable(state, seat);
                    for list in self.seats.iter().flat_map(|other| state.lists[other.index()].iter()) {
                        let may =
                            if mailable.contains(list) { Ok(()) } else { Err(Illegal::NotMailable(list)) };
                        let what = named("Mail ", &self.set.list(list).name, "");
                        note(what, vec![Pointed::List(list)], may);
                    }
                }
                let mergeable = state.lists[seat.index()].len() > 1 || state.masses.len() > 1;
                let may = if mergeable { Ok(()) } else { Err(Illegal::NothingToMerge) };
                note("Merge two Lists".to_owned(), vec![Pointed::Merge], may);
                if mergeable {
                    let areas = [state.lists[seat.index()], state.masses];
                    let alone = areas.into_iter().filter(|area| area.len() == 1).flat_map(|area| area.iter());
                    let others = self.seats.iter().filter(|&other| other != seat);
                    let theirs = others.flat_map(|other| state.lists[other.index()].iter());
                    for list in alone.chain(theirs) {
                        let what = named("Merge ", &self.set.list(list).name, "");
                        note(what, vec![Pointed::Merge, Pointed::List(list)], Err(Illegal::NotTogether));
                    }
                }
            }
            Question::Offered(_) => {
                for scam in state.scams[seat.index()].iter() {
                    let what = named("Pay with ", &self.set.face(scam).name, "");
                    note(what, steps(Action::Keep(scam)), self.may_pay(state, seat, scam));
                }
            }
            Question::Reacting { pending, .. } => {
                for title in
                    self.set.card_ids_in(state.hands[seat.index()].intersection(self.set.all_mailings()))
                {
                    let answer = |aim| self.may_react(state, seat, pending, (title, aim));
                    let answer = match answer(Aim::Nothing) {
                        Err(Illegal::WrongAim(_)) => {
                            answer(Aim::Target(Direction::Up)).or(answer(Aim::Target(Direction::Down)))
                        }
                        other => other,
                    };
                    let what = named("React with ", &self.set.face(title).name, "");
                    note(what, vec![Pointed::Hand(title)], answer);
                }
            }
            Question::Choosing(_) => {}
        }
    }

    fn may_mail_somebody(&self, state: &State, seat: Seat) -> Result<(), Illegal> {
        self.may_mail(state, seat)?;
        if state.scams[seat.index()].is_empty() {
            Err(Illegal::NoScam)
        } else if self.mailable(state, seat).is_empty() {
            Err(Illegal::NoList)
        } else {
            Ok(())
        }
    }

    fn may_use_somewhere(
        &self,
        state: &State,
        seat: Seat,
        (title, effect): (CardId, Effect),
    ) -> Result<(), Illegal> {
        let mut somewhere = Err(Illegal::NothingToWorkOn(title));
        self.aims(state, seat, effect, |aim| {
            if self.may_use(state, seat, title, aim).is_ok() {
                somewhere = Ok(());
            }
        });
        somewhere
    }

    /// S4.4: the pieces that this card's effect might be aimed at, and that are in none of its answers.
    fn each_barred_aim(
        &self,
        state: &State,
        seat: Seat,
        (title, effect): (CardId, Effect),
        note: &mut impl FnMut(String, Vec<Pointed>, Result<(), Illegal>),
    ) {
        let mut refused = Vec::new();
        let mut told = Vec::new();
        self.aims(state, seat, effect, |aim| {
            let mut pieces = Vec::new();
            aim_steps(aim, &mut pieces);
            match self.may_use(state, seat, title, aim) {
                Ok(()) => told.extend(pieces.iter().map(|piece| piece.number())),
                Err(illegal) => refused.push((pieces, illegal)),
            }
        });
        let open = told.len();
        let name = &self.set.face(title).name;
        for (mut pieces, illegal) in refused {
            let is_open = |piece: &Pointed| told[..open].contains(&piece.number());
            // If the first is fine it is the second that is in the way; which Specialties a List has is seen on it.
            match pieces[..] {
                [first, Pointed::Direction(_)] if is_open(&first) => {}
                [first, Pointed::Specialty(_)] if is_open(&first) => continue,
                [first, second] if is_open(&first) => pieces = vec![second],
                _ => pieces.truncate(1),
            }
            let Some(&last) = pieces.last() else { continue };
            let way = if let Pointed::Direction(way) = last { Some(way) } else { None };
            if way.is_none() && told.contains(&last.number()) {
                continue;
            }
            told.push(last.number());
            let what = match way {
                Some(Direction::Up) => named("Raise with ", name, ""),
                Some(Direction::Down) => named("Lower with ", name, ""),
                None => named("Aim ", name, " there"),
            };
            let steps = [Pointed::Hand(title), Pointed::Use(Use::Special)].into_iter().chain(pieces);
            note(what, steps.collect(), Err(illegal));
        }
    }
}
