//! Sentences: refusals, events and prompts in plain words.

use table::{Awaits, Barred, Choice, Clause, Game, Prompt, Seat, Viewer};

use crate::Spammers;
use crate::action::{Action, Aim, Bar, Refused, Sway};
use crate::card::{Kind, Moment};
use crate::event::Happening;
use crate::play::gain;
use crate::set::{ListCard, Title};
use crate::state::{Deck, Phase, State, Victory};

impl Spammers {
    /// The refusal for a bar, in a sentence.
    pub(crate) fn explain(&self, bar: Bar) -> Refused {
        let title = |title| &self.set.face(title).name;
        let list = |list| &self.set.list(list).name;
        let sentence = match bar {
            Bar::Over => "the game is over; nothing more can be played".to_owned(),
            Bar::NotYourMove(it) => format!("it is not your move; the table waits for {it}"),
            Bar::WaitsForLuck(it) => format!("the table waits for {it}, not for a player"),
            Bar::WaitsForPlayer => "the table waits for a player, not for luck".to_owned(),
            Bar::NotPossibleNow(it) => format!("luck cannot bring this now; the table waits for {it}"),
            Bar::NotInDeck => "that card is not in the deck".to_owned(),
            Bar::ChooseFirst => "first choose one of your three Lists for the Unwashed Masses".to_owned(),
            Bar::NotDealtToYou(it) => format!("'{}' is not one of your three Lists", list(it)),
            Bar::ChoosingIsOver => "Lists are chosen for the Unwashed Masses during set-up only".to_owned(),
            Bar::AnswerTheOffer => "first keep the List you turned up, or let it go".to_owned(),
            Bar::NothingOffered => "there is no List to keep or let go; draw a List first".to_owned(),
            Bar::ReactOrPass => "a roll awaits reactions: react or pass".to_owned(),
            Bar::NothingToReactTo => {
                "there is nothing to react to; that is only possible right after a Mailing roll".to_owned()
            }
            Bar::HandFull { held, limit } => format!(
                "you hold {held} cards and your hand limit is {limit}; play a card before you draw an Action card"
            ),
            Bar::NothingToDraw => {
                "there is nothing left to draw: the deck and its discard pile are both empty".to_owned()
            }
            Bar::NotInHand(it) => format!("'{}' is not in your hand", title(it)),
            Bar::MailingsAreNotPlaced(it) => format!(
                "'{}' is a Mailing: send it with 'mail', or use its Special Effect with 'special'",
                title(it)
            ),
            Bar::NotAMailing(it) => format!("'{}' is not a Mailing", title(it)),
            Bar::ScamsFull { have, limit } => {
                format!("you have {have} Scams in play and your limit is {limit}")
            }
            Bar::MailingsUsedUp(1) => {
                "you have sent a Mailing this turn and may send no more; Special Effects are not counted"
                    .to_owned()
            }
            Bar::MailingsUsedUp(sent) => {
                format!(
                    "you have sent {sent} Mailings this turn and may send no more; Special Effects are not counted"
                )
            }
            Bar::NotYourScam(it) => format!("'{}' is not a Scam you have in play", title(it)),
            Bar::NoScam => "you have no Scam in play to mail for; play one first".to_owned(),
            Bar::NotMailable(it) => format!(
                "'{}' is not a List you may mail: take one of yours or one of the Unwashed Masses",
                list(it)
            ),
            Bar::NoList => "there is no List you may mail; draw one first".to_owned(),
            Bar::OnlyAfterARoll(it) => format!(
                "the Special Effect of '{}' can only be used right after a Mailing roll",
                title(it)
            ),
            Bar::NotAReaction(it) => format!(
                "the Special Effect of '{}' cannot be used right after a roll; it takes an Action of your own turn",
                title(it)
            ),
            Bar::WrongAim(it) => {
                format!(
                    "'{}' cannot be directed at that; it says: {}",
                    title(it),
                    self.set.face(it).text()
                )
            }
            Bar::ScamNotInPlay(it) => format!("'{}' is not in play", title(it)),
            Bar::ListNotInPlay(it) => format!("'{}' is not in play", list(it)),
            Bar::AtInitialRating(it) => {
                format!("'{}' stands at its Initial Rating and cannot go lower", title(it))
            }
            Bar::NoGruntles(it) => format!("'{}' has no Gruntles to take off", list(it)),
            Bar::HasSpecialty(it, specialty) => {
                format!("'{}' has the {specialty} Specialty already", list(it))
            }
            Bar::NothingToWorkOn(it) => {
                format!("the Special Effect of '{}' has nothing to work on now", title(it))
            }
            Bar::NotTogether => {
                "two Lists are merged only if both are your own, or both belong to the Unwashed Masses"
                    .to_owned()
            }
            Bar::SameList => "name two different Lists".to_owned(),
            Bar::NothingToMerge => "there are no two Lists to merge".to_owned(),
            Bar::TooFewScams(it) => {
                format!("only with five or more Scams in play may you discard a Scam to draw; you have {it}")
            }
            Bar::NotAScam(it) => format!("'{}' is not a Scam; only a Scam card may be discarded", title(it)),
        };
        Refused { bar, sentence }
    }
}

/// S4.7: what each roll would give against a Target Number, in words.
fn odds(target: i16) -> String {
    let rolls = |gained: u8| {
        (1..=6)
            .filter(|&roll| gain(roll, target) == gained)
            .collect::<Vec<u8>>()
    };
    let span = |rolls: &[u8]| match rolls {
        [only] => format!("a {only}"),
        [first, .., last] => format!("{first}–{last}"),
        [] => String::new(),
    };
    let parts: Vec<String> = [(2, "two"), (1, "one"), (0, "nothing")]
        .into_iter()
        .map(|(gained, word)| (rolls(gained), word))
        .filter(|(rolls, _)| !rolls.is_empty())
        .map(|(rolls, word)| format!("{} gives {word}", span(&rolls)))
        .collect();
    format!("Target {target}: {}", parts.join(", "))
}

impl Spammers {
    /// An event as a sentence.
    pub(crate) fn sentence(&self, event: Happening) -> String {
        let title = |title: Title| &self.set.face(title).name;
        let list = |list: ListCard| &self.set.list(list).name;
        match event {
            Happening::DealtList(seat, it) => format!("{seat} is dealt the List '{}'.", list(it)),
            Happening::DealtSomeList(seat) => format!("{seat} is dealt a List."),
            Happening::DealtCard(seat, it) => format!("{seat} is dealt '{}'.", title(it)),
            Happening::DealtSomeCard(seat) => format!("{seat} is dealt an Action card."),
            Happening::ChoseList(seat, it) => {
                format!("{seat} chooses '{}' for the Unwashed Masses.", list(it))
            }
            Happening::ChoseSomeList(seat) => format!("{seat} has chosen a List for the Unwashed Masses."),
            Happening::ShowedChoice(seat, it) => {
                format!("{seat} gives '{}' to the Unwashed Masses.", list(it))
            }
            Happening::TookList(seat, it) => format!("{seat} keeps the List '{}'.", list(it)),
            Happening::JoinedMasses(it) => format!("'{}' joins the Unwashed Masses.", list(it)),
            Happening::WentFirst(seat) => format!("{seat} goes first."),
            Happening::BeganTurn(seat, turn) => format!("Turn {turn}: {seat}."),
            Happening::Stopped(seat) => format!("{seat} stops."),
            Happening::Drew(seat, it) => format!("{seat} draws '{}'.", title(it)),
            Happening::DrewSomeCard(seat) => format!("{seat} draws an Action card."),
            Happening::TurnedUp(seat, it) => format!("{seat} turns up the List '{}'.", list(it)),
            Happening::Kept(seat, it, scam, rating) => {
                format!(
                    "{seat} keeps '{}' and pays with '{}', now at Rating {rating}.",
                    list(it),
                    title(scam)
                )
            }
            Happening::Released(seat, it) => format!("{seat} lets '{}' go to the Unwashed Masses.", list(it)),
            Happening::Merged(seat, first, second, size, gruntles) => format!(
                "{seat} merges '{}' and '{}': printed Size {size}, {}.",
                list(first),
                list(second),
                gruntles_text(gruntles)
            ),
            Happening::Recycled(seat, it) => format!("{seat} discards the Scam '{}' to draw.", title(it)),
            Happening::Reshuffled(Deck::Action) => "The Action discards become a new deck.".to_owned(),
            Happening::Reshuffled(Deck::List) => "The List discards become a new deck.".to_owned(),
            Happening::OpenedScam(seat, it, rating) => {
                format!("{seat} opens '{}' at Rating {rating}.", title(it))
            }
            Happening::InstalledHardware(seat, it) => format!("{seat} installs '{}'.", title(it)),
            Happening::UsedSpecial(seat, it, aim) => {
                format!("{seat} uses '{}' {}.", title(it), self.aim_words(aim))
            }
            Happening::Mailed(seat, mailing) => format!(
                "{seat} mails '{}' for '{}' with '{}'. {}.",
                list(mailing.list),
                title(mailing.scam),
                title(mailing.card),
                odds(mailing.target)
            ),
            Happening::Rolled(seat, roll, target) => format!("{seat} rolls {roll} against Target {target}."),
            Happening::Passed(seat) => format!("{seat} passes."),
            Happening::ShiftedTarget(seat, it, sway, target) => {
                let verb = match sway {
                    Sway::Up => "raises",
                    Sway::Down => "lowers",
                };
                format!("{seat} plays '{}' and {verb} the Target to {target}.", title(it))
            }
            Happening::Gained(scam, gained, rating) => {
                format!("'{}' gains {gained} and stands at {rating}.", title(scam))
            }
            Happening::FellFlat(scam) => format!("Nobody answers. '{}' gains nothing.", title(scam)),
            Happening::Gruntled(it, gruntles) => {
                format!("'{}' now has {}.", list(it), gruntles_text(gruntles))
            }
            Happening::Calmed(it, gruntles) => {
                format!("'{}' calms down to {}.", list(it), gruntles_text(gruntles))
            }
            Happening::Specialized(it, specialty) => {
                format!("'{}' gets the {specialty} Specialty.", list(it))
            }
            Happening::Rerated(scam, rating) => format!("'{}' now stands at {rating}.", title(scam)),
            Happening::Degenerated(seat, it) => {
                format!(
                    "'{}' has had enough of {seat} and falls to the Unwashed Masses.",
                    list(it)
                )
            }
            Happening::Disbanded(it) => {
                format!("'{}' has had enough of everybody and is discarded.", list(it))
            }
            Happening::Won(seat, Victory::OneScam) => format!("{seat} wins with one Scam."),
            Happening::Won(seat, Victory::Sum) => format!("{seat} wins with the sum of its Scams."),
        }
    }

    fn aim_words(&self, aim: Aim) -> String {
        match aim {
            Aim::Rating(scam, sway) => format!("to {} '{}'", sway.word(), self.set.face(scam).name),
            Aim::List(list) => format!("on '{}'", self.set.list(list).name),
            Aim::Target(sway) => format!("to {} the Target", sway.word()),
        }
    }

    /// What this viewer is asked.
    pub(crate) fn prompt_for(&self, state: &State, viewer: Viewer) -> Prompt<Action> {
        let awaited = self.awaits(state).seats();
        let asked = viewer.seat().filter(|&seat| awaited.has(seat));
        let (asks, clause) = match asked {
            Some(seat) => self.question(state, seat),
            None => self.waiting(state),
        };
        let mut actions = Vec::new();
        let mut barred = Vec::new();
        if let Some(seat) = asked {
            self.choices(state, seat, &mut actions);
            self.bars(state, seat, &mut barred);
        }
        let choices = actions
            .into_iter()
            .map(|action| Choice {
                action,
                notation: self.action_text(action),
                says: self.promise(state, action),
            })
            .collect();
        Prompt {
            awaited,
            asks,
            clause,
            choices,
            barred,
        }
    }

    /// The question to a seat that is asked.
    fn question(&self, state: &State, seat: Seat) -> (String, Clause) {
        match state.phase {
            Phase::Choosing(_) => (
                "Choose one of your three Lists for the Unwashed Masses.".to_owned(),
                Clause("S2.2"),
            ),
            Phase::Offered(list) => {
                let face = self.set.list(list);
                let asks = format!(
                    "'{}', Size {}, is turned up: keep it for one Rating of a Scam, or let it go.",
                    face.name, face.size
                );
                (asks, Clause("S3.3"))
            }
            Phase::Reacting { mailing, roll, .. } => {
                let asks = format!(
                    "{} rolled {roll} against Target {}: that gains {}. React or pass.",
                    if state.turn == seat {
                        "You".to_owned()
                    } else {
                        state.turn.to_string()
                    },
                    mailing.target,
                    gain(roll, mailing.target)
                );
                (asks, Clause("S7.3"))
            }
            Phase::Acting
            | Phase::DealingLists(..)
            | Phase::DealingActions(..)
            | Phase::DealingMasses(_)
            | Phase::DrawingFirst
            | Phase::DrawingAction
            | Phase::DrawingList
            | Phase::Rolling(_)
            | Phase::Over(_) => {
                let actions = match state.actions_left {
                    1 => "one Action".to_owned(),
                    left => format!("{left} Actions"),
                };
                (
                    format!("Your turn: {actions} left. Take one, or stop."),
                    Clause("S3.1"),
                )
            }
        }
    }

    /// What a viewer who is not asked is told.
    fn waiting(&self, state: &State) -> (String, Clause) {
        match self.awaits(state) {
            Awaits::Luck(_) => (
                format!("The table waits for {}.", self.luck_awaited(state)),
                Clause("S1.11"),
            ),
            Awaits::Choice(seat) => (
                format!("{seat} is to move."),
                if matches!(state.phase, Phase::Reacting { .. }) {
                    Clause("S7.3")
                } else {
                    Clause("S3.1")
                },
            ),
            Awaits::Sealed(seats) => (format!("Still to choose a List: {seats}."), Clause("S2.2")),
            Awaits::Nothing => (
                format!("The game is over; {} has won.", state.turn),
                Clause("S6.1"),
            ),
        }
    }

    /// What an action would do, with its odds.
    fn promise(&self, state: &State, action: Action) -> String {
        let title = |title: Title| &self.set.face(title).name;
        let list = |list: ListCard| &self.set.list(list).name;
        match action {
            Action::Choose(it) => {
                format!(
                    "Give '{}', Size {}, to the Unwashed Masses.",
                    list(it),
                    self.set.list(it).size
                )
            }
            Action::Stop => "Take no more Actions this turn.".to_owned(),
            Action::Draw(Deck::Action) => "Draw an Action card.".to_owned(),
            Action::Draw(Deck::List) => "Turn up a List, then keep it or let it go.".to_owned(),
            Action::Play(it) => format!("Play '{}'. {}", title(it), self.set.face(it).text()),
            Action::Mail { card, scam, list: to } => format!(
                "Mail '{}' for '{}' with '{}'. {}.",
                list(to),
                title(scam),
                title(card),
                odds(self.target_number(state, state.turn, card, scam, to))
            ),
            Action::Special(it, aim) => format!("Use '{}' {}.", title(it), self.aim_words(aim)),
            Action::Merge(first, second) => format!(
                "Merge '{}' and '{}' into one List of effective Size {}.",
                list(first),
                list(second),
                state.effective_size(first) + state.effective_size(second)
            ),
            Action::Recycle(it, deck) => {
                format!(
                    "Discard '{}' and draw {} card.",
                    title(it),
                    if deck == Deck::Action {
                        "an Action"
                    } else {
                        "a List"
                    }
                )
            }
            Action::Keep(scam) => format!(
                "Keep it; '{}' falls to {}.",
                title(scam),
                state.rating[scam.index()].saturating_sub(1)
            ),
            Action::Release => "Let it go to the Unwashed Masses.".to_owned(),
            Action::Pass => "Play no reaction.".to_owned(),
            Action::React(it, aim) => format!("Play '{}' {}.", title(it), self.aim_words(aim)),
        }
    }

    /// What a seat that is asked might want to do and may not.
    fn bars(&self, state: &State, seat: Seat, into: &mut Vec<Barred>) {
        let mut bar = |what: String, check: Result<(), Bar>| {
            if let Err(bar) = check {
                into.push(Barred::new(what, &self.explain(bar)));
            }
        };
        match state.phase {
            Phase::Acting => {
                bar(
                    "Draw an Action card".to_owned(),
                    self.may_draw(state, seat, Deck::Action),
                );
                bar(
                    "Draw a List card".to_owned(),
                    self.may_draw(state, seat, Deck::List),
                );
                for title in self.set.titles_in(state.hands[seat.index()]) {
                    let name = &self.set.face(title).name;
                    match self.set.face(title).kind {
                        Kind::Scam { .. } | Kind::Hardware(_) => {
                            bar(format!("Play '{name}'"), self.may_play(state, seat, title));
                        }
                        Kind::Mailing { effect, .. } => {
                            bar(format!("Mail with '{name}'"), self.may_mail_somebody(state, seat));
                            let useful = match effect.moment() {
                                Moment::AfterRoll => Err(Bar::OnlyAfterARoll(title)),
                                Moment::OwnTurn => self.may_use_somewhere(state, title),
                            };
                            bar(format!("Use the Special Effect of '{name}'"), useful);
                        }
                    }
                }
                let mergeable = state.lists[seat.index()].len() > 1 || state.masses.len() > 1;
                bar(
                    "Merge two Lists".to_owned(),
                    if mergeable {
                        Ok(())
                    } else {
                        Err(Bar::NothingToMerge)
                    },
                );
                bar("Discard a Scam to draw".to_owned(), self.may_recycle(state, seat));
            }
            Phase::Offered(_) => {
                for scam in state.scams[seat.index()].iter().map(|scam| Title(scam as u8)) {
                    bar(
                        format!("Pay with '{}'", self.set.face(scam).name),
                        self.may_pay(state, seat, scam),
                    );
                }
            }
            Phase::Reacting { .. } => {
                for title in self
                    .set
                    .titles_in(state.hands[seat.index()].minus(self.set.reactions()))
                {
                    if self.set.is_mailing(title) {
                        bar(
                            format!("React with '{}'", self.set.face(title).name),
                            Err(Bar::NotAReaction(title)),
                        );
                    }
                }
            }
            Phase::Choosing(_)
            | Phase::DealingLists(..)
            | Phase::DealingActions(..)
            | Phase::DealingMasses(_)
            | Phase::DrawingFirst
            | Phase::DrawingAction
            | Phase::DrawingList
            | Phase::Rolling(_)
            | Phase::Over(_) => {}
        }
    }

    fn may_mail_somebody(&self, state: &State, seat: Seat) -> Result<(), Bar> {
        self.may_mail(state, seat)?;
        if state.scams[seat.index()].is_empty() {
            Err(Bar::NoScam)
        } else if self.mailable(state, seat).is_empty() {
            Err(Bar::NoList)
        } else {
            Ok(())
        }
    }

    fn may_use_somewhere(&self, state: &State, title: Title) -> Result<(), Bar> {
        let mut somewhere = Err(Bar::NothingToWorkOn(title));
        self.aims(state, self.effect_of(title)?, |aim| {
            if self.may_use(state, title, aim).is_ok() {
                somewhere = Ok(());
            }
        });
        somewhere
    }
}

fn gruntles_text(count: u16) -> String {
    match count {
        0 => "no Gruntles".to_owned(),
        1 => "one Gruntle".to_owned(),
        many => format!("{many} Gruntles"),
    }
}
