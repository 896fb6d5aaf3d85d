//! Remarks on a choice of SPAMMERS in a few words, as its player would say it: out of its view alone.

use spammers::{
    Action, Aim, CardId, Consequence, Deck, Effect, Fate, Kind, ListCard, Pending, Phase, Power, Question,
    SeenList, SeenSeat, Spammers, View, gain, lowered,
};
use table::{Game as _, Seat};

/// A seat's remarks on its choices.
pub(super) struct Remarks<'a> {
    pub(super) game: &'a Spammers,
    pub(super) view: &'a View,
    pub(super) seat: Seat,
}

/// Scams whose Rating is another one then.
type Changes = Vec<(CardId, u8)>;

impl Remarks<'_> {
    /// Whose win it stops, or that it brings one's own near; else what it does or is for.
    pub(super) fn of(&self, action: Action) -> String {
        let (before, after) = (self.if_all_pass(), self.changes(action));
        let mut others = self.game.seats().iter().filter(|&other| other != self.seat);
        let stopped = others.find(|&other| self.wins(other, &before) && !self.wins(other, &after));
        let stopped = stopped.map(|other| format!("it keeps {other:#} from winning"));
        let near = (!self.wins(self.seat, &before) && self.wins(self.seat, &after)).then(|| {
            let (one, sum) = self.game.variant().victory_thresholds();
            format!("unless somebody stops it, {one} on one Scam or {sum} in sum is mine next turn")
        });
        let said: Vec<String> = [stopped, near].into_iter().flatten().collect();
        if said.is_empty() { self.plainly(action) } else { said.join("; ") }
    }

    fn plainly(&self, action: Action) -> String {
        match action {
            Action::Choose(list) => self.giving(list),
            Action::Stop => match self.hand().len() {
                0 => "my hand is empty anyway".to_owned(),
                1 => "my last card waits for the next turn".to_owned(),
                held => format!("my {held} cards wait for the next turn"),
            },
            Action::Draw(Deck::Action) => self.drawing(),
            Action::Draw(Deck::List) if self.keeps_for_nothing() => "I may keep it for nothing".to_owned(),
            Action::Draw(Deck::List) if self.can_pay() => "I see it before I pay a Rating for it".to_owned(),
            Action::Draw(Deck::List) => "I cannot pay for it, but I may mail it among the Masses".to_owned(),
            Action::Play(card) => self.playing(card),
            Action::Mail { card, scam, list } => self.mailing(card, scam, list),
            Action::Special(card, aim) => self.special(card, aim),
            Action::Merge(first, second) => self.merging(first, second),
            Action::Recycle(..) => {
                format!("with {} Scams in play I can spare it", self.mine().scams.len())
            }
            Action::Keep(_) => format!("{} for one Rating", self.offered()),
            Action::KeepFree => format!("{} for nothing", self.offered()),
            Action::Release if self.keeps_for_nothing() => {
                "everybody may mail it there, and so may I".to_owned()
            }
            Action::Release if self.can_pay() => {
                "I keep my Rating, and may mail it there all the same".to_owned()
            }
            Action::Release => "I have nothing to pay with, and may mail it there all the same".to_owned(),
            Action::Pass => self.passing(),
            Action::React(card, aim) => self.reacting(card, aim),
        }
    }

    pub(super) fn mine(&self) -> &SeenSeat {
        &self.view.seats[self.seat.index()]
    }

    fn hand(&self) -> &[CardId] {
        self.view.secrets.as_ref().map_or(&[], |secrets| &secrets.hand)
    }

    pub(super) fn kind(&self, card: CardId) -> Kind {
        self.game.set().face(card).kind
    }

    fn name(&self, card: CardId) -> &str {
        &self.game.set().face(card).name
    }

    fn keeps_for_nothing(&self) -> bool {
        self.mine().has_power(self.game.set(), Power::FreeLists)
    }

    /// S1.8: whether some Scam is above its Initial Rating.
    fn can_pay(&self) -> bool {
        self.mine().scams.iter().any(|seen| seen.rating > self.initial(seen.scam))
    }

    fn initial(&self, scam: CardId) -> u8 {
        if let Kind::Scam { initial, .. } = self.kind(scam) { initial } else { 0 }
    }

    /// A List in play and whose it is.
    fn list(&self, list: ListCard) -> Option<(&SeenList, Option<Seat>)> {
        let is_it = |seen: &&SeenList| seen.lead() == list;
        let unwashed = self.view.masses.iter().find(is_it).map(|seen| (seen, None));
        let owned = |seat: Seat| Some((self.view.seats[seat.index()].lists.iter().find(is_it)?, Some(seat)));
        unwashed.or_else(|| self.game.seats().iter().find_map(owned))
    }

    /// S4.5: the Lists that may be mailed.
    fn mailable(&self) -> Vec<ListCard> {
        let set = self.game.set();
        let others = self.mine().has_power(set, Power::MailOthersLists);
        let open = |seen: &&SeenSeat| others && !seen.has_power(set, Power::ProtectLists);
        let theirs = self.view.seats.iter().filter(open).flat_map(|seen| &seen.lists);
        let all = self.view.masses.iter().chain(&self.mine().lists).chain(theirs);
        all.map(SeenList::lead).collect()
    }

    /// S4.10: whether a Mailing may still be sent in this turn, after one more Action.
    fn mails_later(&self) -> bool {
        let most = self.mine().powers(self.game.set()).fold(1, |most, power| {
            if let Power::MailingsPerTurn(more) = power { most.max(more) } else { most }
        });
        self.view.actions_left > 1 && self.view.mailings < most + self.view.extra_mailings
    }

    fn giving(&self, list: ListCard) -> String {
        let size = |list: ListCard| self.game.set().list(list).size;
        let mine = self.view.secrets.as_ref().map_or(&[][..], |secrets| &secrets.dealt);
        if mine.iter().all(|&other| size(other) >= size(list)) {
            "of my three none is smaller, and I keep the others".to_owned()
        } else {
            format!("Size {} among the Masses is for everybody to mail, and so for me", size(list))
        }
    }

    fn drawing(&self) -> String {
        let scam = |&card: &CardId| matches!(self.kind(card), Kind::Scam { .. });
        let adds = |&card: &CardId| match self.kind(card) {
            Kind::Mailing { modifier, .. } => Some(modifier),
            Kind::Scam { .. } | Kind::Hardware(_) => None,
        };
        let none_in_play = self.mine().scams.is_empty();
        match self.hand().iter().filter_map(adds).max() {
            _ if none_in_play && !self.hand().iter().any(scam) => {
                "I have no Scam, and nobody mails without one".to_owned()
            }
            None => {
                let race = self.race(self.seat, &[]);
                format!("I hold no Mailing, and nothing grows without one: I stand at {race}")
            }
            Some(most) if !none_in_play && self.mails_later() => {
                format!("my best Mailing adds {most}; a better one may come before I send it")
            }
            Some(_) => format!("{} cards to choose from later", self.hand().len() + 1),
        }
    }

    fn playing(&self, card: CardId) -> String {
        match self.kind(card) {
            Kind::Scam { initial, .. } => self.opening(card, initial),
            Kind::Hardware(_) if self.mine().hardware.contains(&card) => {
                "I have one already, and a second adds nothing".to_owned()
            }
            Kind::Hardware(power) => self.installing(power),
            Kind::Mailing { .. } => self.game.set().face(card).text(),
        }
    }

    fn opening(&self, scam: CardId, initial: u8) -> String {
        let lists = self.mailable();
        let target = |scam: CardId| {
            let parts = |&list: &ListCard| self.game.seen_sum(self.view, scam, scam, list);
            lists.iter().filter_map(parts).map(|[size, _, bonus]| size + bonus).max()
        };
        let best = self.mine().scams.iter().filter_map(|seen| target(seen.scam)).max();
        match (best, target(scam)) {
            _ if self.mine().scams.is_empty() => self.opening_the_first(scam),
            (Some(best), Some(then)) if then > best => {
                format!("what I mail for it has a Target higher by {}", then - best)
            }
            _ if initial > 0 => {
                let sum = self.mine().sum() + u32::from(initial);
                format!("it starts at {initial}: {sum} of {} in sum", self.game.variant().sum_to_win())
            }
            _ => format!("that makes {} Scams, and their sum counts, too", self.mine().scams.len() + 1),
        }
    }

    /// The prospects of this Scam for a seat without one, by its hand.
    fn opening_the_first(&self, scam: CardId) -> String {
        let lists = self.mailable();
        let targets = |&card: &CardId| {
            let target = |&list: &ListCard| self.game.seen_target(self.view, card, scam, list);
            let best = lists.iter().filter_map(target).max();
            best.filter(|_| matches!(self.kind(card), Kind::Mailing { .. })).map(|target| (target, card))
        };
        let when = if self.mails_later() { "this turn" } else { "next turn" };
        let then = match self.hand().iter().filter_map(targets).max() {
            Some((target, card)) => format!("'{}' may follow {when}, {}", self.name(card), odds(target)),
            None => "this one waits for a Mailing".to_owned(),
        };
        format!("without a Scam I cannot mail, and I have none in play; {then}")
    }

    fn installing(&self, power: Power) -> String {
        match power {
            Power::MailOthersLists => "then I may mail the Lists of others, too".to_owned(),
            Power::ScamLimit(most) => format!("it makes room for {most} Scams"),
            Power::HandLimit(most) => format!("it makes room for {most} cards in hand"),
            Power::MailingsPerTurn(most) => {
                let mailing = |&&card: &&CardId| matches!(self.kind(card), Kind::Mailing { .. });
                let held = self.hand().iter().filter(mailing).count();
                format!("it lets me send {most} Mailings a turn, and I hold {held}")
            }
            Power::ActionsPerTurn(most) => format!("{most} Actions a turn, from this one on"),
            Power::TargetBonus(bonus) => format!("it adds {bonus} to the Target of all I mail"),
            Power::CategoryBonus(of, bonus) => {
                let fits =
                    |scam: CardId| matches!(self.kind(scam), Kind::Scam { category, .. } if category == of);
                match self.mine().scams.iter().filter(|seen| fits(seen.scam)).count() {
                    0 => format!("it adds {bonus} for {of} Scams, of which I have none in play"),
                    1 => format!("it adds {bonus} to the Target of all I mail for a Scam of mine"),
                    count => format!("it adds {bonus} to the Target of all I mail for {count} Scams of mine"),
                }
            }
            Power::UnwashedBonus(bonus) => {
                format!("it adds {bonus} to the Target whenever I mail the Masses")
            }
            Power::SpecialtyBonus(bonus) => {
                format!("it adds {bonus} to the Target wherever a Specialty fits")
            }
            Power::FreeLists => "it saves me a Rating for every List I keep".to_owned(),
            Power::PatientLists => "my Lists bear more Gruntles before they leave me".to_owned(),
            Power::ProtectScams => {
                let race = self.race(self.seat, &[]);
                format!("while it stands, nobody else lowers my Scams: I stand at {race}")
            }
            Power::ProtectLists => "while it stands, my Lists are mine alone".to_owned(),
            Power::ProtectHardware => "while it stands, nobody else touches my Hardware".to_owned(),
            Power::ProtectHand => "while it stands, nobody else touches my hand".to_owned(),
        }
    }

    fn mailing(&self, card: CardId, scam: CardId, list: ListCard) -> String {
        let mut said = self.game.seen_target(self.view, card, scam, list).map(odds).unwrap_or_default();
        self.game.consequences(self.view, Action::Mail { card, scam, list }, |consequence| {
            if matches!(consequence, Consequence::Falls(_, owner) if owner == self.seat) {
                said += ", and then the List leaves me";
            }
        });
        if let Some(kept) = self.as_good(card, scam, list) {
            said += &format!("; I keep '{}', which would add as much", self.name(kept));
        }
        said
    }

    /// Another Mailing in hand with which this one would have the same Target.
    fn as_good(&self, card: CardId, scam: CardId, list: ListCard) -> Option<CardId> {
        let adds = |card: CardId| match self.kind(card) {
            Kind::Mailing { .. } => self.game.seen_target(self.view, card, scam, list),
            Kind::Scam { .. } | Kind::Hardware(_) => None,
        };
        let mut others = self.hand().iter().copied().filter(|&other| other != card);
        others.find(|&other| adds(other).is_some() && adds(other) == adds(card))
    }

    fn merging(&self, first: ListCard, second: ListCard) -> String {
        let mut said = self.told(Action::Merge(first, second));
        if let (Some((one, owner)), Some((other, _))) = (self.list(first), self.list(second)) {
            let sizes = format!("instead of {} and {}", one.effective_size(), other.effective_size());
            let whose = if owner.is_some() { "of my own" } else { "for everybody" };
            self.game.consequences(self.view, Action::Merge(first, second), |consequence| {
                if let Consequence::Size { size, .. } = consequence {
                    said = format!("one List of Size {size} {whose} {sizes}");
                }
            });
        }
        said
    }

    fn offered(&self) -> String {
        match self.view.phase {
            Phase::Ask(Question::Offered(list)) => self.own_list(list),
            Phase::Ask(_) | Phase::Luck(_) | Phase::Over(_) => "a List of my own".to_owned(),
        }
    }

    /// A List that comes to this seat.
    fn own_list(&self, list: ListCard) -> String {
        let printed = || i16::from(self.game.set().list(list).size);
        let size = self.list(list).map_or_else(printed, |(seen, _)| seen.effective_size());
        format!("a List of Size {size} of my own")
    }

    fn special(&self, card: CardId, aim: Aim) -> String {
        let Kind::Mailing { effect, .. } = self.kind(card) else { return String::new() };
        let told = self.told(Action::Special(card, aim));
        if !told.is_empty() {
            return told;
        }
        match (effect, aim) {
            (Effect::AddSpecialty(specialty), Aim::List(_)) => {
                let fits = self.mine().scams.iter().any(|seen| self.likes(seen.scam, specialty));
                if fits {
                    "it fits a Scam of mine: a higher Target whenever I mail it".to_owned()
                } else {
                    "it fits no Scam of mine yet".to_owned()
                }
            }
            (Effect::RemoveSpecialty, Aim::Counter(_, specialty)) => {
                let fits = |&other: &Seat| {
                    let scams = &self.view.seats[other.index()].scams;
                    other != self.seat && scams.iter().any(|seen| self.likes(seen.scam, specialty))
                };
                match self.game.seats().iter().find(fits) {
                    Some(other) => format!("{other:#} has a Scam that it fitted"),
                    None => "no Scam of the others fits it yet".to_owned(),
                }
            }
            (Effect::DrawCards(count), _) => format!("up to {count} cards for one"),
            (Effect::StealCard, Aim::Player(other)) => {
                format!("a card more for me, and one less for {other:#}")
            }
            (Effect::PeekAtHand, Aim::Player(other)) => format!("I will know what {other:#} can do"),
            (Effect::ForceDiscard, Aim::Player(other)) => format!("a card less for {other:#}"),
            (Effect::TakeDiscard, Aim::Discarded(wanted)) => {
                format!("no luck in it: I know what '{}' does", self.name(wanted))
            }
            (Effect::DestroyHardware, Aim::Hardware(other, lost)) => {
                format!("{other:#} is rid of '{}'", self.name(lost))
            }
            (Effect::StealHardware, Aim::Hardware(other, taken)) => {
                format!("'{}' works for me then, and not for {other:#}", self.name(taken))
            }
            (Effect::ExtraActions(count), _) => format!("it costs one Action and brings {count}"),
            (Effect::ExtraMailing, _) if self.view.actions_left > 1 => {
                "another Mailing this turn, while its Targets are good".to_owned()
            }
            (Effect::ExtraMailing, _) => "too late for another Mailing this turn".to_owned(),
            (
                Effect::AdjustRating(_)
                | Effect::RaiseRating(_)
                | Effect::LowerRating(_)
                | Effect::StealRating(_)
                | Effect::AddGruntles(_)
                | Effect::RemoveGruntles(_)
                | Effect::MoveGruntles(_)
                | Effect::AddSpecialty(_)
                | Effect::RemoveSpecialty
                | Effect::TakeUnwashedList(_)
                | Effect::StealList(_)
                | Effect::ReleaseList
                | Effect::SplitList
                | Effect::DisbandList
                | Effect::StealCard
                | Effect::PeekAtHand
                | Effect::ForceDiscard
                | Effect::TakeDiscard
                | Effect::DestroyHardware
                | Effect::StealHardware
                | Effect::ShiftTarget(_)
                | Effect::ShiftRoll(_)
                | Effect::Reroll
                | Effect::CancelSpecial
                | Effect::ShieldScam
                | Effect::HoldList,
                _,
            ) => effect.to_string(),
        }
    }

    /// S4.6: whether Lists with this Specialty are good for this Scam.
    fn likes(&self, scam: CardId, specialty: spammers::Specialty) -> bool {
        matches!(self.kind(scam), Kind::Scam { category, .. } if category.matching() == Some(specialty))
    }

    fn passing(&self) -> String {
        let Phase::Ask(Question::Reacting { pending, .. }) = self.view.phase else { return String::new() };
        let answers = |&card: &CardId| matches!(self.kind(card), Kind::Mailing { effect, .. } if effect.moment() == pending.moment());
        if !self.hand().iter().any(answers) {
            return "I have nothing to answer with".to_owned();
        }
        let (turn, mine) = (self.view.turn, self.view.turn == self.seat);
        match pending {
            Pending::Roll(mailing, roll) => match gain(roll, mailing.target) {
                2 if mine => "two is all that a roll can gain".to_owned(),
                gained if mine => format!("it gains me {} as it lies, and I keep my cards", in_words(gained)),
                gained => format!("it gains {turn:#} {} as it lies, and I keep my cards", in_words(gained)),
            },
            Pending::Special(..) if mine => "it is my own".to_owned(),
            Pending::Special(.., Fate::Averted)
            | Pending::Lower { fate: Fate::Averted, .. }
            | Pending::Move { fate: Fate::Averted, .. } => "it is averted already".to_owned(),
            Pending::Special(.., Fate::Stands) => "I keep my cards for something worse".to_owned(),
            Pending::Lower { scam, .. } if self.view.owner_of_scam(scam) != Some(self.seat) => {
                "the loss is not mine".to_owned()
            }
            Pending::Lower { by, .. } => format!("I lose no more than {by}, and keep my cards"),
            Pending::Move { list, .. } if self.list(list).and_then(|(_, owner)| owner) != Some(self.seat) => {
                "the loss is not mine".to_owned()
            }
            Pending::Move { .. } => "I let the List go, and keep my cards".to_owned(),
        }
    }

    fn reacting(&self, card: CardId, aim: Aim) -> String {
        let told = self.told(Action::React(card, aim));
        if !told.is_empty() {
            return told;
        }
        match self.view.phase {
            Phase::Ask(Question::Reacting { pending: Pending::Special(it, at, fate), .. }) => {
                let does = self.told(Action::Special(it, at));
                let does = if does.is_empty() { does } else { format!(": {does}") };
                match fate {
                    Fate::Stands => format!("else '{}' comes about{does}", self.name(it)),
                    Fate::Averted => format!("then '{}' comes about after all{does}", self.name(it)),
                }
            }
            Phase::Ask(_) | Phase::Luck(_) | Phase::Over(_) => self.game.set().face(card).text(),
        }
    }

    /// The certain consequences, in words.
    fn told(&self, action: Action) -> String {
        let mut said = Vec::new();
        self.game.consequences(self.view, action, |consequence| said.push(self.tell(consequence)));
        said.join(", and ")
    }

    fn tell(&self, consequence: Consequence) -> String {
        let list = |list: ListCard| &self.game.set().list(list).name;
        match consequence {
            Consequence::Odds(target) => odds(target),
            Consequence::Gain { from, to } => {
                let whom = match self.view.turn {
                    turn if turn == self.seat => "me".to_owned(),
                    turn => format!("{turn:#}"),
                };
                if from == to {
                    format!("it gains {whom} {} all the same", in_words(to))
                } else {
                    format!("it gains {whom} {} instead of {}", in_words(to), in_words(from))
                }
            }
            Consequence::Rating { scam, from, to } if from == to => {
                format!("'{}' stays at {to}", self.name(scam))
            }
            Consequence::Rating { scam, from, to } => {
                let owner = self.view.owner_of_scam(scam).unwrap_or(self.seat);
                let whom = if owner == self.seat { "me".to_owned() } else { format!("{owner:#}") };
                let way = if to > from { "brings" } else { "takes" };
                let down = if to > from { "" } else { "down " };
                format!("it {way} {whom} {down}to {}", self.race(owner, &[(scam, to)]))
            }
            Consequence::Size { list: it, size, .. } => format!("'{}' is of Size {size} then", list(it)),
            Consequence::Falls(_, owner) if owner == self.seat => "the List leaves me".to_owned(),
            Consequence::Falls(_, owner) => format!("{owner:#} loses the List, and I may mail it"),
            Consequence::Gone(it) => format!("nobody mails '{}' any more", list(it)),
            Consequence::Comes(it, to) if to == self.seat => self.own_list(it),
            Consequence::Comes(it, to) => format!("'{}' goes to {to:#}", list(it)),
            Consequence::Stays(it) => format!("'{}' stays, and its Gruntles go", list(it)),
        }
    }

    /// How far a seat is on the nearer way to win (S6.1), with some Ratings changed.
    fn race(&self, seat: Seat, changed: &[(CardId, u8)]) -> String {
        let (one, all) = self.game.variant().victory_thresholds();
        let (best, sum) = self.ratings(seat, changed);
        if u32::from(best) * all >= sum * u32::from(one) {
            format!("{best} of {one} on one Scam")
        } else {
            format!("{sum} of {all} in sum")
        }
    }

    /// The highest Rating of a seat and the sum of all, with some changed.
    fn ratings(&self, seat: Seat, changed: &[(CardId, u8)]) -> (u8, u32) {
        let seen = self.view.seats[seat.index()].scams.iter();
        let same = seen.filter(|seen| changed.iter().all(|(scam, _)| *scam != seen.scam));
        let owner = |scam| self.view.owner_of_scam(scam).unwrap_or(self.seat);
        let new = changed.iter().filter(|(scam, _)| owner(*scam) == seat).map(|(_, rating)| *rating);
        let all = same.map(|seen| seen.rating).chain(new);
        all.fold((0, 0), |(best, sum), rating| (rating.max(best), sum + u32::from(rating)))
    }

    /// S6.1: whether a seat would win if its turn began with these Ratings changed.
    fn wins(&self, seat: Seat, changed: &[(CardId, u8)]) -> bool {
        let (best, sum) = self.ratings(seat, changed);
        self.game.variant().victory(best, sum).is_some()
    }

    /// The Ratings that a choice changes for certain, if nobody reacts to it.
    fn changes(&self, action: Action) -> Changes {
        match action {
            Action::Play(card) => match self.kind(card) {
                Kind::Scam { initial, .. } => vec![(card, initial)],
                Kind::Mailing { .. } | Kind::Hardware(_) => Changes::new(),
            },
            Action::Special(card, aim) => self.rated(Action::Special(card, aim)),
            Action::React(card, aim) => self.changes_by_reaction(card, aim),
            Action::Pass => self.if_all_pass(),
            Action::Keep(scam) => self.rated(Action::Keep(scam)),
            Action::Choose(_)
            | Action::Stop
            | Action::Draw(_)
            | Action::Mail { .. }
            | Action::Merge(..)
            | Action::Recycle(..)
            | Action::KeepFree
            | Action::Release => Changes::new(),
        }
    }

    /// The same if a reaction window that is open closes without another card.
    fn if_all_pass(&self) -> Changes {
        let Phase::Ask(Question::Reacting { pending, .. }) = self.view.phase else { return Changes::new() };
        match pending {
            Pending::Roll(mailing, roll) => self.gained(mailing.scam, gain(roll, mailing.target)),
            Pending::Special(card, aim, Fate::Stands) => self.rated(Action::Special(card, aim)),
            Pending::Lower { scam, by, gainer, fate: Fate::Stands } => {
                let Some(from) = self.view.rating(scam) else { return Changes::new() };
                let to = lowered(from, by, self.initial(scam));
                let gained = gainer.map(|gainer| self.gained(gainer, from - to)).unwrap_or_default();
                [(scam, to)].into_iter().chain(gained).collect()
            }
            Pending::Special(.., Fate::Averted)
            | Pending::Lower { fate: Fate::Averted, .. }
            | Pending::Move { .. } => Changes::new(),
        }
    }

    fn changes_by_reaction(&self, card: CardId, aim: Aim) -> Changes {
        let Phase::Ask(Question::Reacting { pending, .. }) = self.view.phase else { return Changes::new() };
        match pending {
            Pending::Roll(mailing, _) => {
                let mut then = self.if_all_pass();
                self.game.consequences(self.view, Action::React(card, aim), |consequence| {
                    if let Consequence::Gain { to, .. } = consequence {
                        then = self.gained(mailing.scam, to);
                    }
                });
                then
            }
            Pending::Special(it, at, Fate::Averted) => self.rated(Action::Special(it, at)),
            Pending::Special(.., Fate::Stands) | Pending::Lower { .. } | Pending::Move { .. } => {
                Changes::new()
            }
        }
    }

    /// A Rating that is so much higher.
    fn gained(&self, scam: CardId, by: u8) -> Changes {
        vec![(scam, self.view.rating(scam).unwrap_or(0).saturating_add(by))]
    }

    /// The Ratings that change as certain consequences.
    fn rated(&self, action: Action) -> Changes {
        let mut changed = Changes::new();
        self.game.consequences(self.view, action, |consequence| {
            if let Consequence::Rating { scam, to, .. } = consequence {
                changed.push((scam, to));
            }
        });
        changed
    }
}

const fn in_words(gained: u8) -> &'static str {
    match gained {
        0 => "nothing",
        1 => "one",
        _ => "two",
    }
}

/// The odds of a roll against this Target Number, in words.
fn odds(target: i16) -> String {
    let rolls = |wanted| (1..=6).filter(|&roll| gain(roll, target) == wanted).count();
    match (rolls(1), rolls(2)) {
        (_, 6) => "certain to gain two".to_owned(),
        (0, 0) => "it cannot succeed".to_owned(),
        (6, 0) => "certain to gain one".to_owned(),
        (one, 0) => format!("{} to gain one", percent(one)),
        (one, two) if one + two == 6 => format!("certain to gain one, {} to gain two", percent(two)),
        (one, two) => format!("{} to gain one or two, {} to gain two", percent(one + two), percent(two)),
    }
}

fn percent(sixths: usize) -> String {
    format!("{:.0}%", sixths as f64 * 100.0 / 6.0)
}
