//! SPAMMERS in numbers. A card is its place in the card set: Action cards as Scams, Mailings, Hardware; a number that
//! names one is its place plus 1, so that 0 is none.

mod seen;

use spammers::{
    Action, Aim, CardId, Deck, Direction, Fate, Kind, ListCard, Pending, Phase, Question, Secrets, SeenList,
    Spammers, Specialties, Specialty, State, Variant, View,
};
use table::{Game, Luck, MOST_SEATS, Seat, Viewer};

use crate::seats::Round;
use crate::{Begun, Channel, Fields, Layout, Listed, Next, Tensors, Tokens};

/// The uses of a card, and actions without one, in the order of their tokens.
const USES: [&str; 15] = [
    "choose",
    "stop",
    "draw action",
    "draw list",
    "play",
    "mail",
    "special",
    "merge",
    "recycle for action",
    "recycle for list",
    "keep paying",
    "keep free",
    "release",
    "pass",
    "react",
];

/// Where the tokens of each kind begin, in this card set and with this number of seats.
struct Vocabulary {
    lists: usize,
    seats: usize,
    specialties: usize,
    directions: usize,
    round: Round,
}

impl Vocabulary {
    fn of(game: &Spammers, seat: Seat) -> Self {
        let lists = USES.len() + game.set().titles().len();
        let seats = lists + game.set().lists().len();
        let specialties = seats + MOST_SEATS;
        let directions = specialties + Specialty::ALL.len();
        Self { lists, seats, specialties, directions, round: Round::of(game.seats(), Viewer::Seat(seat)) }
    }

    /// The tokens of what this seat does.
    fn tokens(&self, action: Action) -> Tokens {
        match action {
            Action::Choose(list) => Tokens::new(&[0, self.list(list)]),
            Action::Stop => Tokens::new(&[1]),
            Action::Draw(Deck::Action) => Tokens::new(&[2]),
            Action::Draw(Deck::List) => Tokens::new(&[3]),
            Action::Play(card) => Tokens::new(&[4, self.card(card)]),
            Action::Mail { card, scam, list } => {
                Tokens::new(&[5, self.card(card), self.card(scam), self.list(list)])
            }
            Action::Special(card, aim) => self.aimed([6, self.card(card)], aim),
            Action::Merge(one, other) => Tokens::new(&[7, self.list(one), self.list(other)]),
            Action::Recycle(scam, Deck::Action) => Tokens::new(&[8, self.card(scam)]),
            Action::Recycle(scam, Deck::List) => Tokens::new(&[9, self.card(scam)]),
            Action::Keep(scam) => Tokens::new(&[10, self.card(scam)]),
            Action::KeepFree => Tokens::new(&[11]),
            Action::Release => Tokens::new(&[12]),
            Action::Pass => Tokens::new(&[13]),
            Action::React(card, aim) => self.aimed([14, self.card(card)], aim),
        }
    }

    const fn card(&self, card: CardId) -> usize {
        USES.len() + card.index()
    }

    const fn list(&self, list: ListCard) -> usize {
        self.lists + list.index()
    }

    const fn direction(&self, direction: Direction) -> usize {
        match direction {
            Direction::Up => self.directions,
            Direction::Down => self.directions + 1,
        }
    }

    /// The tokens of an action that begin with these, and go on with what it aims at.
    fn aimed(&self, begun: [usize; 2], aim: Aim) -> Tokens {
        let [use_, card] = begun;
        let two = match aim {
            Aim::Nothing => return Tokens::new(&begun),
            Aim::Scam(scam) | Aim::Discarded(scam) => return Tokens::new(&[use_, card, self.card(scam)]),
            Aim::List(list) => return Tokens::new(&[use_, card, self.list(list)]),
            Aim::Player(seat) => return Tokens::new(&[use_, card, self.seats + self.round.place(seat)]),
            Aim::Target(direction) => return Tokens::new(&[use_, card, self.direction(direction)]),
            Aim::Rating(scam, direction) => [self.card(scam), self.direction(direction)],
            Aim::Scams(from, to) => [self.card(from), self.card(to)],
            Aim::Lists(from, to) => [self.list(from), self.list(to)],
            Aim::Counter(list, specialty) => [self.list(list), self.specialties + specialty as usize],
            Aim::Hardware(seat, hardware) => [self.seats + self.round.place(seat), self.card(hardware)],
        };
        Tokens::new(&[use_, card, two[0], two[1]])
    }
}

fn card_number(card: Option<CardId>) -> i16 {
    card.map_or(0, |card| card.index() as i16 + 1)
}

fn list_number(list: Option<ListCard>) -> i16 {
    list.map_or(0, |list| list.index() as i16 + 1)
}

/// Counters as the sum of 1, 2, 4 and 8, in the order of S1.3.
fn counters(specialties: Specialties) -> i16 {
    specialties.bits().into()
}

/// Counts cards by their place.
fn count(into: &mut [i16], cards: &[CardId]) {
    cards.iter().for_each(|card| into[card.index()] += 1);
}

/// The number of a phase, and what a reaction window is about.
const fn phase_number(phase: Phase) -> i16 {
    match phase {
        Phase::Luck(_) => 0,
        Phase::Ask(Question::Choosing(_)) => 1,
        Phase::Ask(Question::Acting) => 2,
        Phase::Ask(Question::Offered(_)) => 3,
        Phase::Ask(Question::Reacting { pending: Pending::Roll(..), .. }) => 4,
        Phase::Ask(Question::Reacting { pending: Pending::Special(..), .. }) => 5,
        Phase::Ask(Question::Reacting { pending: Pending::Lower { .. }, .. }) => 6,
        Phase::Ask(Question::Reacting { pending: Pending::Move { .. }, .. }) => 7,
        Phase::Over(_) => 8,
    }
}

/// Who is asked for a reaction, which List is offered, and what a reaction window is about.
const fn asked_about(phase: Phase) -> (Option<Seat>, Option<ListCard>, Option<Pending>) {
    match phase {
        Phase::Ask(Question::Reacting { pending, asked, .. }) => (Some(asked), None, Some(pending)),
        Phase::Ask(Question::Offered(list)) => (None, Some(list), None),
        Phase::Ask(Question::Choosing(_) | Question::Acting) | Phase::Luck(_) | Phase::Over(_) => {
            (None, None, None)
        }
    }
}

/// The numbers of a pending action: card, Scam, List, Target Number, roll, by how much, who or what gains, where to,
/// then which List, averted.
fn pending_numbers(pending: Pending, seats: Round) -> [i16; 10] {
    let averted = |fate: Fate| i16::from(fate == Fate::Averted);
    let mut numbers = [0; 10];
    match pending {
        Pending::Roll(mailing, roll) => {
            numbers[0] = card_number(Some(mailing.card));
            numbers[1] = card_number(Some(mailing.scam));
            numbers[2] = list_number(Some(mailing.list));
            numbers[3] = mailing.target;
            numbers[4] = roll.into();
        }
        Pending::Special(card, _, fate) => {
            numbers[0] = card_number(Some(card));
            numbers[9] = averted(fate);
        }
        Pending::Lower { scam, by, gainer, fate } => {
            numbers[1] = card_number(Some(scam));
            numbers[5] = by.into();
            numbers[6] = card_number(gainer);
            numbers[9] = averted(fate);
        }
        Pending::Move { list, to, then, fate } => {
            numbers[2] = list_number(Some(list));
            numbers[7] = seats.number(to);
            numbers[8] = list_number(then);
            numbers[9] = averted(fate);
        }
    }
    numbers
}

impl Tensors for Spammers {
    type Legal = Listed<Action>;

    fn layout(&self) -> Layout {
        let set = self.set();
        let (cards, lists) = (set.titles().len(), set.lists().len());
        let channels = vec![
            Channel::new("seats", &[1], "how many sit at the table"),
            Channel::new("seat", &[1], "the viewer's seat, 0 for A; 0 for a bystander, too"),
            Channel::new("demonstration", &[1], "1 in the Demonstration Game (S6.2), else 0"),
            Channel::new(
                "phase",
                &[1],
                "0 luck is awaited, 1 choosing Lists, 2 acting, 3 a List is offered, 4 reactions to a roll, 5 to a Special Effect, 6 to a Scam being lowered, 7 to a List leaving, 8 over",
            ),
            Channel::new("turn", &[1], "whose turn it is: 1 the viewer's, 2 the next one's and so on"),
            Channel::new("asked", &[1], "who is asked for a reaction, counted like turn; 0 nobody"),
            Channel::new("turns", &[1], "how many turns have begun"),
            Channel::new("actions", &[3], "Actions in this turn: taken, gained, left"),
            Channel::new("mailings", &[2], "Mailings in this turn: sent, gained"),
            Channel::new("decks", &[2], "cards left in the Action deck and in the List deck"),
            Channel::new("offered", &[1], "the List that is offered; 0 none"),
            Channel::new("resolving", &[1], "the Mailing that is being played; 0 none"),
            Channel::new(
                "pending",
                &[10],
                "what a reaction window is about: card, Scam, List, Target Number, roll, by how much a Scam is lowered, the Scam that gains it, to whom a List goes (counted like turn; 0 the Unwashed Masses), the List that is judged then, 1 if averted; 0 where it does not apply",
            ),
            Channel::new("hand", &[cards], "the viewer's hand: how many of each card"),
            Channel::new(
                "dealt",
                &[lists],
                "the Lists the viewer was dealt and has not given away: 1 for each; 2 for the one chosen",
            ),
            Channel::new("hands", &[MOST_SEATS], "how many Action cards each seat holds, the viewer's first"),
            Channel::new("lists_held", &[MOST_SEATS], "how many List cards each seat holds in set-up"),
            Channel::new(
                "declined",
                &[MOST_SEATS],
                "how many rolls each seat let pass since it last got a card",
            ),
            Channel::new(
                "scam_owner",
                &[cards],
                "for each card, if it is a Scam in play: whose, counted like turn",
            ),
            Channel::new("scam_rating", &[cards], "its Rating"),
            Channel::new(
                "hardware",
                &[MOST_SEATS, cards],
                "how many of each card each seat has in play as Hardware",
            ),
            Channel::new(
                "shown",
                &[MOST_SEATS, cards],
                "how many of each card everybody knows to be in each hand",
            ),
            Channel::new(
                "known",
                &[MOST_SEATS, cards],
                "how many of each card the viewer knows to be in each hand",
            ),
            Channel::new("discards", &[cards], "how many of each card lie on the Action discard pile"),
            Channel::new(
                "list_place",
                &[lists],
                "where each List card lies: 0 not in play, 1 with the viewer, 2 with the next one and so on, 7 in the Unwashed Masses, 8 discarded",
            ),
            Channel::new("list_lead", &[lists], "the card its List goes by: its place plus 1; 0 not in play"),
            Channel::new("list_size", &[lists], "the printed Size of its List"),
            Channel::new("list_gruntles", &[lists], "the Gruntles on its List"),
            Channel::new(
                "list_specialties",
                &[lists],
                "the counters on its List: the sum of 1 adult, 2 internet-services, 4 get-rich-quick, 8 free-stuff",
            ),
        ];
        let mut tokens: Vec<String> = USES.map(str::to_owned).to_vec();
        tokens.extend(set.titles().iter().map(|face| face.slug.clone()));
        tokens.extend(set.lists().iter().map(|face| face.slug.clone()));
        tokens.extend((0..MOST_SEATS).map(|place| format!("seat {place} clockwise")));
        tokens.extend(Specialty::ALL.map(|specialty| specialty.slug().to_owned()));
        tokens.extend(["raise", "lower"].map(str::to_owned));
        Layout {
            game: Self::NAME,
            setting: set.citation(),
            channels,
            tokens,
            features: vec![
                ("use", "the first token: what is done"),
                ("card", "the Action card used, its place plus 1; 0 none"),
                ("modifier", "the modifier of a Mailing that is mailed"),
                ("scam", "the Scam mailed for, paid with or aimed at, its place plus 1; 0 none"),
                ("rating", "that Scam's Rating; the Initial Rating of a Scam that is played"),
                ("scam_owner", "whose that Scam is, counted like turn"),
                ("list", "the first List aimed at, its place plus 1; 0 none"),
                ("size", "its effective Size"),
                ("list_owner", "where it lies, counted like list_place"),
                ("match", "1 if a Mailing's List has a counter that matches its Scam (S4.6)"),
                ("player", "the seat aimed at, counted like turn; 0 none"),
                ("direction", "1 up, -1 down"),
            ],
        }
    }

    fn fill(&self, view: &View, into: &mut Fields<'_>) {
        let set = self.set();
        let seats = Round::of(self.seats(), view.viewer);
        let seen = |seat: Seat| &view.seats[seat.index()];
        into.one("seats", self.seats().get());
        into.one("seat", view.viewer.seat().map_or(0, Seat::index));
        into.one("demonstration", i16::from(self.variant() == Variant::Demonstration));
        into.one("phase", phase_number(view.phase));
        into.one("turn", seats.number(Some(view.turn)));
        let (asked, offered, pending_now) = asked_about(view.phase);
        into.one("asked", seats.number(asked));
        into.one("turns", view.turns);
        let left = i16::try_from(view.actions_left).unwrap_or(i16::MAX);
        into.some("actions", [view.actions_taken.into(), view.extra_actions.into(), left]);
        into.some("mailings", [view.mailings.into(), view.extra_mailings.into()]);
        into.some("decks", [view.deck as i16, view.list_deck as i16]);
        into.one("offered", list_number(offered));
        into.one("resolving", card_number(view.resolving));
        into.some("pending", pending_now.map_or([0; 10], |pending| pending_numbers(pending, seats)));
        let own = view.secrets.as_ref();
        count(into.next("hand"), own.map_or(&[], |own| &own.hand));
        let dealt = into.next("dealt");
        for list in own.map_or(&[][..], |own: &Secrets| &own.dealt) {
            dealt[list.index()] = 1;
        }
        if let Some(chosen) = own.and_then(|own| own.chosen) {
            dealt[chosen.index()] = 2;
        }
        into.some("hands", seats.iter().map(|seat| seen(seat).hand as i16));
        into.some("lists_held", seats.iter().map(|seat| seen(seat).dealt as i16));
        into.some("declined", seats.iter().map(|seat| seen(seat).declined.into()));
        let (owners, ratings) = (into.next("scam_owner"), into.next("scam_rating"));
        for seat in seats.iter() {
            for scam in &seen(seat).scams {
                owners[scam.scam.index()] = seats.number(Some(seat));
                ratings[scam.scam.index()] = scam.rating.into();
            }
        }
        let cards = set.titles().len();
        for (row, seat) in into.next("hardware").chunks_mut(cards).zip(seats.iter()) {
            count(row, &seen(seat).hardware);
        }
        for (row, seat) in into.next("shown").chunks_mut(cards).zip(seats.iter()) {
            count(row, &seen(seat).shown);
        }
        for (row, seat) in into.next("known").chunks_mut(cards).zip(seats.iter()) {
            count(row, own.and_then(|own| own.known.get(seat.index())).map_or(&[], |known| known));
        }
        count(into.next("discards"), &view.discards);
        let places = ["list_place", "list_lead", "list_size", "list_gruntles", "list_specialties"];
        let [place, lead, size, gruntles, specialties] = places.map(|name| into.next(name));
        let mut lay = |list: &SeenList, at: i16| {
            let leads = list_number(Some(list.lead()));
            for card in list.cards.iter().map(ListCard::index) {
                place[card] = at;
                lead[card] = leads;
                size[card] = list.size as i16;
                gruntles[card] = list.gruntles as i16;
                specialties[card] = counters(list.specialties);
            }
        };
        for seat in seats.iter() {
            seen(seat).lists.iter().for_each(|list| lay(list, seats.number(Some(seat))));
        }
        view.masses.iter().for_each(|list| lay(list, 7));
        view.list_discards.iter().for_each(|list| place[list.index()] = 8);
    }

    #[inline]
    fn fill_seen(&self, state: &State, viewer: Viewer, into: &mut Fields<'_>) {
        let written = seen::write(self, &self.look(state, viewer), into.all());
        debug_assert!(written.is_some(), "an observation has the numbers of the layout");
    }

    fn tokens(&self, seat: Seat, action: Action) -> Tokens {
        Vocabulary::of(self, seat).tokens(action)
    }

    fn features(&self, view: &View, action: Action, into: &mut [i16]) {
        let seats = Round::of(self.seats(), view.viewer);
        let mut card = None;
        let mut aim = Aim::Nothing;
        let mut mailed = None;
        match action {
            Action::Choose(list) | Action::Merge(list, _) => aim = Aim::List(list),
            Action::Stop | Action::Draw(_) | Action::KeepFree | Action::Release | Action::Pass => {}
            Action::Play(played) => (card, aim) = (Some(played), Aim::Scam(played)),
            Action::Mail { card: mailing, scam, list } => {
                card = Some(mailing);
                mailed = Some((scam, list));
            }
            Action::Special(used, at) | Action::React(used, at) => (card, aim) = (Some(used), at),
            Action::Recycle(scam, _) => (card, aim) = (Some(scam), Aim::Scam(scam)),
            Action::Keep(scam) => aim = Aim::Scam(scam),
        }
        let (scam, list, player, direction) = match aim {
            Aim::Nothing => (mailed.map(|(scam, _)| scam), mailed.map(|(_, list)| list), None, None),
            Aim::Rating(scam, direction) => (Some(scam), None, None, Some(direction)),
            Aim::Scam(scam) | Aim::Scams(scam, _) => (Some(scam), None, None, None),
            Aim::List(list) | Aim::Lists(list, _) | Aim::Counter(list, _) => (None, Some(list), None, None),
            Aim::Player(seat) | Aim::Hardware(seat, _) => (None, None, Some(seat), None),
            Aim::Discarded(_) => (None, None, None, None),
            Aim::Target(direction) => (None, None, None, Some(direction)),
        };
        let kind = |card: CardId| self.set().face(card).kind;
        let modifier = match card.filter(|_| mailed.is_some()).map(kind) {
            Some(Kind::Mailing { modifier, .. }) => modifier.into(),
            Some(Kind::Scam { .. } | Kind::Hardware(_)) | None => 0,
        };
        let in_play = |wanted: CardId| {
            seats.iter().find_map(|seat| {
                let scams = &view.seats[seat.index()].scams;
                Some((seat, scams.iter().find(|scam| scam.scam == wanted)?.rating))
            })
        };
        let owned = scam.and_then(in_play);
        let initial = match scam.map(kind) {
            Some(Kind::Scam { initial, .. }) => initial.into(),
            Some(Kind::Mailing { .. } | Kind::Hardware(_)) | None => 0,
        };
        let lying = list.and_then(|list| seen_list(view, seats, list));
        let is_match = mailed.zip(lying).is_some_and(|((scam, _), (seen, _))| match kind(scam) {
            Kind::Scam { category, .. } => {
                category.matching().is_some_and(|specialty| seen.specialties.contains(specialty))
            }
            Kind::Mailing { .. } | Kind::Hardware(_) => false,
        });
        let first = self.tokens(view.viewer.seat().unwrap_or(view.turn), action).numbers()[0];
        let facts = [
            first as i16,
            card_number(card),
            modifier,
            card_number(scam),
            owned.map_or(initial, |(_, rating)| rating.into()),
            seats.number(owned.map(|(seat, _)| seat)),
            list_number(list),
            lying.map_or(0, |(seen, _)| seen.effective_size()),
            lying.map_or(0, |(_, place)| place),
            is_match.into(),
            seats.number(player),
            match direction {
                Some(Direction::Up) => 1,
                Some(Direction::Down) => -1,
                None => 0,
            },
        ];
        into.iter_mut().zip(facts).for_each(|(place, fact)| *place = fact);
    }

    fn ask(&self, state: &State, seat: Option<Seat>, into: &mut Self::Legal) {
        match seat {
            Some(seat) => {
                let words = Vocabulary::of(self, seat);
                into.ask(self, state, seat, |action| words.tokens(action));
            }
            None => into.clear(),
        }
    }

    fn mask(&self, legal: &Self::Legal, begun: Begun, into: &mut [u8]) {
        legal.mask(begun, into);
    }

    fn follow(&self, legal: &Self::Legal, begun: Begun, token: u16) -> Option<Next<Action>> {
        legal.follow(begun, token)
    }

    fn draw_token(&self, legal: &Self::Legal, begun: Begun, luck: &mut impl Luck) -> Option<u16> {
        legal.draw(begun, luck)
    }
}

/// A List in play, and where it lies.
fn seen_list(view: &View, seats: Round, wanted: ListCard) -> Option<(&SeenList, i16)> {
    let own = seats.iter().flat_map(|seat| {
        view.seats[seat.index()].lists.iter().map(move |list| (list, seats.number(Some(seat))))
    });
    own.chain(view.masses.iter().map(|list| (list, 7))).find(|(list, _)| list.cards.contains(wanted))
}
