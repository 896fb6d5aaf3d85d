//! Steps of an action: the pieces to point at, one after the other.

use table::{Piece, Pieces, Seat, Steps};

use crate::Spammers;
use crate::action::Action;
use crate::card::{CardId, ListCard, Specialty};
use crate::effect::{Aim, Direction};
use crate::phase::Deck;

/// A use of a card in one's hand.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    /// S4.1, S4.3: put it into play.
    Play,
    /// S4.5: its Mailing Effect.
    Mail,
    /// S4.4: its Special Effect.
    Special,
    /// S3.6: discard it to draw.
    Recycle,
}

/// A step's target: a piece of the table, or a word for an action.
#[derive(Clone, Copy)]
pub(crate) enum Pointed {
    /// A card of one's hand.
    Hand(CardId),
    /// Its use.
    Use(Use),
    /// A Scam in play.
    Scam(CardId),
    /// A List.
    List(ListCard),
    /// A deck.
    Deck(Deck),
    /// Up or down.
    Direction(Direction),
    /// A counter.
    Specialty(Specialty),
    /// A player.
    Player(Seat),
    /// A card of the discard pile.
    Discarded(CardId),
    /// A player's Hardware.
    Hardware(Seat, CardId),
    /// S3.5: two Lists are to be merged.
    Merge,
    /// No more Actions.
    Stop,
    /// S3.3: the List is kept for nothing.
    KeepFree,
    /// S3.3: it goes to the Unwashed Masses.
    Release,
    /// S7.3: no reaction.
    Pass,
}

impl Pointed {
    /// A number that nothing else has.
    pub(crate) const fn number(self) -> usize {
        /// As many as there are of anything.
        const MANY: usize = 128;
        let (kind, which) = match self {
            Self::Hand(title) => (0, title.index()),
            Self::Scam(title) => (1, title.index()),
            Self::List(list) => (2, list.index()),
            Self::Use(what) => (3, what as usize),
            Self::Deck(deck) => (3, 8 + deck as usize),
            Self::Direction(direction) => (3, 16 + direction as usize),
            Self::Specialty(specialty) => (3, 24 + specialty as usize),
            Self::Player(seat) => (3, 32 + seat.index()),
            Self::Merge => (3, 40),
            Self::Stop => (3, 41),
            Self::KeepFree => (3, 42),
            Self::Release => (3, 43),
            Self::Pass => (3, 44),
            Self::Discarded(title) => (4, title.index()),
            Self::Hardware(seat, title) => (5 + seat.index(), title.index()),
        };
        kind * MANY + which
    }
}

fn letter(seat: Seat) -> char {
    seat.letter().to_ascii_lowercase()
}

impl Spammers {
    /// Steps as a prompt has them.
    pub(crate) fn point(&self, pieces: &mut Pieces, steps: &[Pointed]) -> Steps {
        steps.iter().map(|it| pieces.at(it.number(), || self.piece(*it))).collect()
    }

    /// Its names for the page and the player.
    fn piece(&self, it: Pointed) -> Piece {
        let card = |place: &str, title: CardId| {
            Piece::new([place, self.slug(title)].concat(), self.set.face(title).name.clone())
        };
        match it {
            Pointed::Hand(title) => card("hand-", title),
            Pointed::Scam(title) => card("scam-", title),
            Pointed::Discarded(title) => card("discard-", title),
            Pointed::List(list) => {
                Piece::new(["list-", self.list_slug(list)].concat(), self.set.list(list).name.clone())
            }
            Pointed::Use(Use::Play) => Piece::new("use-play", "Play it"),
            Pointed::Use(Use::Mail) => Piece::new("use-mail", "Mail with it"),
            Pointed::Use(Use::Special) => Piece::new("use-special", "Special Effect"),
            Pointed::Use(Use::Recycle) => Piece::new("use-recycle", "Discard it to draw"),
            Pointed::Deck(Deck::Action) => Piece::new("deck-action", "Action deck"),
            Pointed::Deck(Deck::List) => Piece::new("deck-list", "List deck"),
            Pointed::Direction(Direction::Up) => Piece::new("raise", "Raise it"),
            Pointed::Direction(Direction::Down) => Piece::new("lower", "Lower it"),
            Pointed::Specialty(specialty) => {
                Piece::new(format!("specialty-{}", specialty.slug()), specialty.to_string())
            }
            Pointed::Player(seat) => Piece::new(format!("seat-{}", letter(seat)), format!("{seat:#}")),
            Pointed::Hardware(seat, title) => Piece::new(
                format!("hardware-{}-{}", letter(seat), self.slug(title)),
                format!("'{}' of {seat:#}", self.set.face(title).name),
            ),
            Pointed::Merge => Piece::new("merge", "Merge two Lists"),
            Pointed::Stop => Piece::new("stop", "End turn"),
            Pointed::KeepFree => Piece::new("keep-free", "Keep it for nothing"),
            Pointed::Release => Piece::new("release", "Let it go"),
            Pointed::Pass => Piece::new("pass", "Pass"),
        }
    }
}

/// The steps of this action.
pub(crate) fn steps(action: Action) -> Vec<Pointed> {
    match action {
        Action::Choose(list) => vec![Pointed::List(list)],
        Action::Stop => vec![Pointed::Stop],
        Action::Draw(deck) => vec![Pointed::Deck(deck)],
        Action::Play(card) => vec![Pointed::Hand(card), Pointed::Use(Use::Play)],
        Action::Mail { card, scam, list } => {
            vec![Pointed::Hand(card), Pointed::Use(Use::Mail), Pointed::Scam(scam), Pointed::List(list)]
        }
        Action::Special(card, aim) => {
            let mut steps = vec![Pointed::Hand(card), Pointed::Use(Use::Special)];
            aim_steps(aim, &mut steps);
            steps
        }
        Action::Merge(first, second) => vec![Pointed::Merge, Pointed::List(first), Pointed::List(second)],
        Action::Recycle(scam, deck) => {
            vec![Pointed::Hand(scam), Pointed::Use(Use::Recycle), Pointed::Deck(deck)]
        }
        Action::Keep(scam) => vec![Pointed::Scam(scam)],
        Action::KeepFree => vec![Pointed::KeepFree],
        Action::Release => vec![Pointed::Release],
        Action::Pass => vec![Pointed::Pass],
        Action::React(card, aim) => {
            let mut steps = vec![Pointed::Hand(card)];
            aim_steps(aim, &mut steps);
            steps
        }
    }
}

/// The steps of this aim.
pub(crate) fn aim_steps(aim: Aim, into: &mut Vec<Pointed>) {
    match aim {
        Aim::Nothing => {}
        Aim::Rating(scam, direction) => into.extend([Pointed::Scam(scam), Pointed::Direction(direction)]),
        Aim::Scam(scam) => into.push(Pointed::Scam(scam)),
        Aim::Scams(from, to) => into.extend([from, to].map(Pointed::Scam)),
        Aim::List(list) => into.push(Pointed::List(list)),
        Aim::Lists(from, to) => into.extend([from, to].map(Pointed::List)),
        Aim::Counter(list, specialty) => {
            into.extend([Pointed::List(list), Pointed::Specialty(specialty)]);
        }
        Aim::Player(seat) => into.push(Pointed::Player(seat)),
        Aim::Discarded(card) => into.push(Pointed::Discarded(card)),
        Aim::Hardware(seat, card) => into.push(Pointed::Hardware(seat, card)),
        Aim::Target(direction) => into.push(Pointed::Direction(direction)),
    }
}
