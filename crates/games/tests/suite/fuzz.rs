//! Untrusted input, tried briefly: arbitrary text, and damaged real text. The targets in `fuzz/` try the same laws for
//! as long as one likes.

use std::sync::LazyLock;

use conformance::fuzz;
use games::{
    AnyGame, BuiltIn, GameName, GameVisitor, Network, Setup, SetupChoices, Variant, game_of, network_named,
};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;
use spammers::{CardSet, Spammers};
use table::{Game, Probe, Record, SeatCount, Seed};

const CARDS: &str = include_str!("../../../../cards/standard.toml");

/// The same cases every time, and nothing written.
fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        cases: count,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1998),
        ..ProptestConfig::default()
    }
}

fn seats(count: usize) -> SeatCount {
    SeatCount::new(count).unwrap()
}

fn setups() -> impl Iterator<Item = Setup> {
    (2..=6).flat_map(|count| {
        GameName::ALL.map(|game| {
            let network = match game {
                GameName::Spammers => None,
                GameName::SpamORama => network_named(BuiltIn::ALL[count % 4].name(), 0),
            };
            Setup::new(game, seats(count), SetupChoices { network, ..SetupChoices::default() }).unwrap()
        })
    })
}

/// Plays a game and keeps its record.
struct Scribe;

impl GameVisitor for Scribe {
    type Answer = String;

    fn visit<G: Game>(self, make: impl Fn(u64) -> G + Sync) -> String {
        let seed = Seed::new(2004, 0);
        let live = conformance::play(make(0), seed).unwrap_or_else(|broken| panic!("{broken}"));
        live.record(&[], Some(seed)).unwrap().to_string()
    }
}

/// A record of each game for each number of seats.
static RECORDS: LazyLock<Vec<String>> = LazyLock::new(|| setups().map(|setup| setup.visit(Scribe)).collect());

/// One way to damage a text.
#[derive(Debug, Clone)]
enum Damage {
    Flip(Index, u8),
    Put(Index, char),
    DropLine(Index),
    DoubleLine(Index),
    SwapLines(Index, Index),
    DropWord(Index),
    SwapWords(Index, Index),
    Cut(Index),
    Behead(Index),
    Splice(Index, Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<Index>;
    prop_oneof![
        (place(), 0_u8..8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        (place(), any::<char>()).prop_map(|(at, letter)| Damage::Put(at, letter)),
        place().prop_map(Damage::DropLine),
        place().prop_map(Damage::DoubleLine),
        (place(), place()).prop_map(|(one, other)| Damage::SwapLines(one, other)),
        place().prop_map(Damage::DropWord),
        (place(), place()).prop_map(|(one, other)| Damage::SwapWords(one, other)),
        place().prop_map(Damage::Cut),
        place().prop_map(Damage::Behead),
        (place(), place()).prop_map(|(from, to)| Damage::Splice(from, to)),
    ]
}

impl Damage {
    /// The text with this damage; a splice goes on in the other text.
    fn to(&self, text: &str, other: &str) -> String {
        let bytes = text.as_bytes();
        let end = bytes.len() + 1;
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match self {
            Self::Flip(at, bit) => {
                let mut bytes = bytes.to_vec();
                let at = at.index(end).min(bytes.len().saturating_sub(1));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << bit;
                }
                lossy(&bytes)
            }
            Self::Put(at, letter) => {
                let (front, back) = bytes.split_at(at.index(end));
                lossy(front) + &letter.to_string() + &lossy(back)
            }
            Self::DropLine(at) => edited(text, '\n', |parts| {
                parts.remove(at.index(parts.len()));
            }),
            Self::DoubleLine(at) => edited(text, '\n', |parts| {
                let at = at.index(parts.len());
                parts.insert(at, parts[at]);
            }),
            Self::SwapLines(one, two) => edited(text, '\n', |parts| {
                let count = parts.len();
                parts.swap(one.index(count), two.index(count));
            }),
            Self::DropWord(at) => edited(text, ' ', |parts| {
                parts.remove(at.index(parts.len()));
            }),
            Self::SwapWords(one, two) => edited(text, ' ', |parts| {
                let count = parts.len();
                parts.swap(one.index(count), two.index(count));
            }),
            Self::Cut(at) => lossy(&bytes[..at.index(end)]),
            Self::Behead(at) => lossy(&bytes[at.index(end)..]),
            Self::Splice(from, to) => {
                let other = other.as_bytes();
                lossy(&bytes[..from.index(end)]) + &lossy(&other[to.index(other.len() + 1)..])
            }
        }
    }
}

fn edited(text: &str, between: char, edit: impl FnOnce(&mut Vec<&str>)) -> String {
    let mut parts: Vec<&str> = text.split(between).collect();
    edit(&mut parts);
    parts.join(&between.to_string())
}

/// A text damaged a few times over, by itself or by another.
fn damaged(texts: &[impl AsRef<str>], which: &Index, other: &Index, damages: &[Damage]) -> String {
    let other = texts[other.index(texts.len())].as_ref();
    let text = texts[which.index(texts.len())].as_ref().to_owned();
    damages.iter().fold(text, |text, damage| damage.to(&text, other))
}

struct ReadNotation<'a>(&'a str);

impl GameVisitor for ReadNotation<'_> {
    type Answer = ();

    fn visit<G: Game>(self, make: impl Fn(u64) -> G + Sync) {
        fuzz::notation(&make(0), self.0);
    }
}

fn try_notation(text: &str) {
    for setup in setups().take(4) {
        setup.visit(ReadNotation(text));
    }
}

struct Referee<'a>(&'a Record);

impl GameVisitor for Referee<'_> {
    type Answer = ();

    fn visit<G: Game>(self, make: impl Fn(u64) -> G + Sync) {
        fuzz::referee(make(0), self.0);
    }
}

fn try_record(text: &str) {
    if let Some(record) = fuzz::record(text)
        && let Ok(game) = game_of(record.header(), None)
    {
        game.visit(Referee(&record));
    }
}

fn try_network(text: &str) {
    if let Ok(network) = Network::read("fuzzed", text) {
        assert_eq!(Network::of_map("fuzzed", &network.map()), Ok(network));
    }
}

fn try_cards(text: &str, bytes: &[u8]) {
    if let Ok(set) = CardSet::read(text) {
        let game = Spammers::new(set, seats(2), Variant::Standard);
        fuzz::inputs(&game, bytes);
    }
}

struct Play<'a>(&'a [u8]);

impl GameVisitor for Play<'_> {
    type Answer = ();

    fn visit<G: Probe>(self, make: impl Fn(u64) -> G + Sync) {
        fuzz::inputs(&make(0), self.0);
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn any_text_may_be_taken_for_notation(text in any::<String>()) {
        try_notation(&text);
    }

    #[test]
    fn any_text_may_be_taken_for_a_network(text in "([FILNPTUVWXYZ. ]{0,30}\n?){0,30}|\\PC*") {
        try_network(&text);
    }

    #[test]
    fn any_text_may_be_taken_for_a_record(text in "(gruntle record 1\n)?(\\PC*\n){0,20}") {
        try_record(&text);
    }

    #[test]
    fn any_text_may_be_taken_for_cards(text in any::<String>()) {
        try_cards(&text, &[]);
    }

    #[test]
    fn damaged_notation_is_read_or_refused(
        which in any::<Index>(),
        line in any::<Index>(),
        other in any::<Index>(),
        damages in prop::collection::vec(damage(), 0..3),
    ) {
        let record = &RECORDS[which.index(RECORDS.len())];
        let lines: Vec<&str> = record.lines().filter_map(|line| Some(line.split_once(' ')?.1)).collect();
        try_notation(&damaged(&lines, &line, &other, &damages));
    }

    #[test]
    fn damaged_networks_are_read_or_refused(
        which in any::<Index>(),
        other in any::<Index>(),
        damages in prop::collection::vec(damage(), 1..4),
    ) {
        try_network(&damaged(&BuiltIn::ALL.map(BuiltIn::template), &which, &other, &damages));
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn damaged_records_are_refereed_or_refused(
        which in any::<Index>(),
        other in any::<Index>(),
        damages in prop::collection::vec(damage(), 1..4),
    ) {
        try_record(&damaged(&RECORDS, &which, &other, &damages));
    }

    #[test]
    fn damaged_cards_are_played_or_refused(
        damages in prop::collection::vec(damage(), 1..3),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        any_index in any::<Index>(),
    ) {
        try_cards(&damaged(&[CARDS], &any_index, &any_index, &damages), &bytes);
    }

    #[test]
    fn any_number_in_the_card_file_is_played_or_refused(
        which in any::<Index>(),
        number in prop_oneof![0_i64..12, 60..70_i64, 120..130_i64, 250..260_i64, any::<i64>()],
        bytes in prop::collection::vec(any::<u8>(), 0..1_000),
    ) {
        let digits: Vec<&str> = CARDS.lines().filter(|line| line.contains(char::is_numeric) && line.contains('=')).collect();
        let line = digits[which.index(digits.len())];
        let (start, end) = (line.find(char::is_numeric).unwrap(), line.rfind(char::is_numeric).unwrap() + 1);
        let changed = format!("{}{number}{}", &line[..start], &line[end..]);
        try_cards(&CARDS.replace(line, &changed), &bytes);
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn any_bytes_may_be_played(
        count in 2_usize..=6,
        spammers in prop::bool::ANY,
        bytes in prop::collection::vec(any::<u8>(), 0..1_500),
    ) {
        let game = if spammers { GameName::Spammers } else { GameName::SpamORama };
        Setup::new(game, seats(count), SetupChoices::default()).unwrap().visit(Play(&bytes));
    }
}

#[test]
fn undamaged_records_hold() {
    for text in RECORDS.iter() {
        let record = fuzz::record(text).unwrap();
        let game: AnyGame = game_of(record.header(), None).unwrap();
        assert!(game.visit(Verify(&record)), "{text}");
    }
}

struct Verify<'a>(&'a Record);

impl GameVisitor for Verify<'_> {
    type Answer = bool;

    fn visit<G: Game>(self, make: impl Fn(u64) -> G + Sync) -> bool {
        self.0.referee(make(0)).is_ok()
    }
}
