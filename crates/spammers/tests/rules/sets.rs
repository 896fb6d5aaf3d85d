//! S9: the sets that come with the program, random sets, and broken ones.
use crate::bench;
use std::sync::Arc;

use conformance::{Plan, check};
use spammers::{
    CardSet, Category, EFFECTS, Effect, Kind, Moment, POWERS, Parameter, Spammers, Specialty, Variant,
};
use table::{Luck, Purpose, SeatCount, Seed};

const STANDARD: &str = include_str!("../../../../cards/standard.toml");

fn share(part: usize, whole: usize) -> usize {
    100 * part / whole
}

#[test]
fn s9_2_the_lists_of_the_standard_set() {
    let set = CardSet::standard();
    let lists = set.lists();
    assert!((40..=48).contains(&lists.len()));
    assert!(lists.iter().all(|list| (2..=8).contains(&list.size)));
    assert!(lists.iter().filter(|list| list.size > 6).count() <= 4, "a rare 7 or 8");
    assert!(share(lists.iter().filter(|list| (3..=5).contains(&list.size)).count(), lists.len()) > 50);
    let special = lists.iter().filter(|list| !list.specialties.is_empty()).count();
    assert!((25..=42).contains(&share(special, lists.len())), "about a third");
    assert!(lists.iter().any(|list| list.specialties.iter().count() == 2), "a few with two");
}

#[test]
fn s9_3_the_action_cards_of_the_standard_set() {
    let set = CardSet::standard();
    let cards = set.action_cards();
    assert!((80..=110).contains(&cards));
    let count = |wanted: fn(Kind) -> bool| {
        set.titles()
            .iter()
            .filter(|face| wanted(face.kind))
            .map(|face| usize::from(face.copies))
            .sum::<usize>()
    };
    assert!((25..=35).contains(&share(count(|kind| matches!(kind, Kind::Scam { .. })), cards)));
    assert!((45..=55).contains(&share(count(|kind| matches!(kind, Kind::Mailing { .. })), cards)));
    assert!((15..=25).contains(&share(count(|kind| matches!(kind, Kind::Hardware(_))), cards)));
    for category in Category::ALL {
        let of =
            |kind| matches!(kind, Kind::Scam { category: of, initial } if of == category && initial <= 2);
        assert!(set.titles().iter().filter(|face| of(face.kind)).count() >= 4, "{category}");
    }
    let modifiers: Vec<u8> = set
        .titles()
        .iter()
        .filter_map(|face| if let Kind::Mailing { modifier, .. } = face.kind { Some(modifier) } else { None })
        .collect();
    assert!(modifiers.iter().all(|&modifier| modifier <= 5));
    assert!((0..=4).all(|wanted| modifiers.contains(&wanted)), "{modifiers:?}");
}

#[test]
fn s9_4_the_standard_set_uses_the_whole_vocabulary_but_what_was_too_strong() {
    let set = CardSet::standard();
    let effects: Vec<Effect> = set
        .titles()
        .iter()
        .filter_map(|face| if let Kind::Mailing { effect, .. } = face.kind { Some(effect) } else { None })
        .collect();
    let mut clauses: Vec<&str> = effects.iter().map(|effect| effect.clause().0).collect();
    clauses.sort_unstable();
    clauses.dedup();
    assert_eq!(clauses.len(), EFFECTS.len());
    assert!(clauses.len() >= 20);
    let reactions =
        EFFECTS.iter().filter(|word| word.with(word.smallest()).unwrap().moment() != Moment::OwnTurn);
    assert!(reactions.count() >= 5);
    let mut powers: Vec<&str> = set
        .titles()
        .iter()
        .filter_map(|face| if let Kind::Hardware(power) = face.kind { Some(power.clause().0) } else { None })
        .collect();
    powers.sort_unstable();
    powers.dedup();
    // Another Action each turn and a bonus on every Unwashed List raised their owner's wins by over 8 points (S9.6).
    assert_eq!(powers.len() + 2, POWERS.len());
    assert!(powers.len() >= 10);
}

#[test]
fn s9_4_known_cards_are_in_both_sets_as_facts_demand() {
    for set in [CardSet::standard(), CardSet::starter()] {
        let face =
            |slug: &str| set.face(set.find_card_id(slug).unwrap_or_else(|| panic!("no '{slug}'"))).clone();
        let initial = |slug: &str| {
            if let Kind::Scam { initial, .. } = face(slug).kind { Some(initial) } else { None }
        };
        assert_eq!(initial("offshore-money-laundering-ltd"), Some(0));
        assert_eq!(initial("psychic-acquaintances-network"), Some(1));
        assert_eq!(initial("built-by-prisoners-inc"), Some(0));
        let modifier = |slug: &str| {
            if let Kind::Mailing { modifier, .. } = face(slug).kind { Some(modifier) } else { None }
        };
        assert_eq!(modifier("reboot-reboot"), Some(0));
        assert_eq!(modifier("last-generation-technology"), Some(4));
        assert!(matches!(
            face("insider-trading").kind,
            Kind::Mailing { effect: Effect::AdjustRating(2), .. }
        ));
        assert!(face("insider-trading").copies >= 2);
        assert!(matches!(
            face("marketing-wizard").kind,
            Kind::Mailing { effect: Effect::ShiftTarget(2), .. }
        ));
        assert!(face("router-tap").text().contains("other players' Lists"));
        assert!(face("enormous-monitor").text().contains("up to 8 Scams"));
    }
}

#[test]
fn s9_4_a_card_of_both_sets_does_the_same_in_both() {
    let (starter, standard) = (CardSet::starter(), CardSet::standard());
    let mut shared = 0;
    for face in starter.titles() {
        if let Some(other) = standard.find_card_id(&face.slug).map(|id| standard.face(id)) {
            assert_eq!((&face.kind, &face.picture), (&other.kind, &other.picture), "{}", face.name);
            shared += 1;
        }
    }
    assert!(shared >= 9, "the nine known cards are in both");
    for list in starter.lists() {
        if let Some(other) = standard.lists().iter().find(|other| other.slug == list.slug) {
            assert_eq!((list.size, list.specialties), (other.size, other.specialties), "{}", list.name);
        }
    }
}

fn keeps_every_law(make: impl Fn(u64) -> Spammers, plan: &Plan) {
    if let Err(broken) = check(make, plan) {
        panic!("{broken}");
    }
}

fn seats(number: u64) -> SeatCount {
    SeatCount::new(2 + (number % 5) as usize).unwrap()
}

#[test]
fn every_law_holds_with_the_standard_set() {
    let set = Arc::new(CardSet::standard());
    let make = |number| Spammers::new(set.clone(), seats(number), Variant::ALL[(number / 5 % 2) as usize]);
    let report = check(make, &Plan::in_campaign(40, 3)).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(report.untried().is_empty(), "never tried: {:?}", report.untried());
}

#[test]
fn every_law_holds_where_every_effect_is_common() {
    let set = Arc::new(bench::effects_set());
    keeps_every_law(
        |number| Spammers::new(set.clone(), seats(number), Variant::Standard),
        &Plan::in_campaign(40, 4),
    );
}

/// A random set that is valid.
fn random_set(luck: &mut impl Luck) -> String {
    let mut text = "name = \"random\"\nversion = 1\n".to_owned();
    for number in 0..25 + luck.below(40) {
        let specialty = Specialty::ALL[luck.below(4) as usize].slug();
        let specialties =
            if luck.below(3) == 0 { format!("specialties = [\"{specialty}\"]\n") } else { String::new() };
        text += &format!("[[list]]\nname = \"List {number}\"\nsize = {}\n{specialties}", 1 + luck.below(8));
    }
    for category in Category::ALL {
        for number in 0..1 + luck.below(6) {
            let initial = luck.below(4);
            let category = category.slug();
            text += &format!(
                "[[scam]]\nname = \"Scam {category} {number}\"\ncategory = \"{category}\"\ninitial = {initial}\n"
            );
        }
    }
    // Some effects need these cards to be of use; the rest is chance.
    text += "[[mailing]]\nname = \"Always A\"\nmodifier = 1\neffect = { adjust-rating = 2 }\ncopies = 8\n";
    text += "[[mailing]]\nname = \"Always B\"\nmodifier = 3\neffect = { add-specialty = \"adult\" }\ncopies = 8\n";
    text += "[[hardware]]\nname = \"Always C\"\neffect = \"free-lists\"\ncopies = 6\n";
    text += "[[mailing]]\nname = \"Always D\"\nmodifier = 5\neffect = { add-gruntles = 1 }\ncopies = 10\n";
    for number in 0..luck.below(14) {
        let word = &EFFECTS[luck.below(EFFECTS.len() as u32) as usize];
        let (modifier, copies) = (luck.below(6), 1 + luck.below(3));
        text += &format!(
            "[[mailing]]\nname = \"Mailing {number}\"\nmodifier = {modifier}\neffect = {}\ncopies = {copies}\n",
            argument(word.name, word.parameter, luck)
        );
    }
    for number in 0..luck.below(10) {
        let word = &POWERS[luck.below(POWERS.len() as u32) as usize];
        text += &format!(
            "[[hardware]]\nname = \"Hardware {number}\"\neffect = {}\n",
            argument(word.name, word.parameter, luck)
        );
    }
    text
}

fn argument(name: &str, parameter: Parameter, luck: &mut impl Luck) -> String {
    let mut between = |from: u8, to: u8| u32::from(from) + luck.below(u32::from(to - from) + 1);
    match parameter {
        Parameter::Nothing => format!("\"{name}\""),
        Parameter::Number(from, to) => format!("{{ {name} = {} }}", between(from, to)),
        Parameter::Specialty => format!("{{ {name} = \"free-stuff\" }}"),
        Parameter::CategoryBonus(from, to) => {
            format!("{{ {name} = {{ category = \"adult\", bonus = {} }} }}", between(from, to))
        }
    }
}

#[test]
fn every_law_holds_for_a_hundred_random_sets() {
    let sets: Vec<Arc<CardSet>> = (0..100)
        .map(|number| {
            let text = random_set(&mut Seed::new(9, number).luck(Purpose::Trial));
            Arc::new(CardSet::read(&text).unwrap_or_else(|flaws| panic!("{flaws}\n{text}")))
        })
        .collect();
    let make = |number: u64| {
        Spammers::new(sets[number as usize % 100].clone(), seats(number / 3), Variant::Demonstration)
    };
    keeps_every_law(make, &Plan::in_campaign(100, 5));
}

/// One thing broken in the standard set, and what the message must speak of.
fn broken(luck: &mut impl Luck) -> (String, &'static str) {
    let lines: Vec<&str> = STANDARD.lines().collect();
    let faults: [(&str, &str, &str); 14] = [
        ("size = ", "size = 0", "'size' must be a whole number"),
        ("size = ", "size = \"big\"", "'size' must be a whole number"),
        ("size = ", "", "'size' is missing"),
        ("name = ", "name = \"Insider Trading\"", "every card needs its own"),
        ("name = ", "name = \"!!!\"", "a letter or a digit"),
        ("category = ", "category = \"charity\"", "this is not a category"),
        ("initial = ", "initial = -1", "'initial' must be a whole number"),
        ("modifier = ", "modifier = 6", "'modifier' must be a whole number"),
        ("modifier = ", "modifyer = 2", "there is no 'modifyer'"),
        ("effect = ", "effect = { adjust-karma = 2 }", "there is no"),
        ("effect = ", "effect = 7", "a card has one effect"),
        ("effect = ", "", "'effect' is missing"),
        ("copies = ", "copies = 99", "'copies' must be a whole number"),
        ("flavour = ", "flavour = \"unclosed", "this is not TOML"),
    ];
    let (wanted, instead, says) = faults[luck.below(faults.len() as u32) as usize];
    // The set's own name comes first; it is left alone, and so is the card that is made a twin of.
    let places: Vec<usize> = (6..lines.len())
        .filter(|&place| lines[place].starts_with(wanted) && !lines[place].contains("Insider Trading"))
        .collect();
    let place = places[luck.below(places.len() as u32) as usize];
    let mut changed = lines.clone();
    changed[place] = instead;
    (changed.join("\n"), says)
}

#[test]
fn a_hundred_broken_files_each_give_a_true_message_with_its_line() {
    let mut luck = Seed::new(1998, 7).luck(Purpose::Trial);
    for _ in 0..100 {
        let (text, says) = broken(&mut luck);
        let flaws = CardSet::read(&text).expect_err("it is broken").0;
        let found = flaws.iter().find(|flaw| flaw.what.contains(says));
        let found = found.unwrap_or_else(|| panic!("nothing says '{says}': {flaws:#?}"));
        let changed = text.lines().zip(STANDARD.lines()).position(|(now, before)| now != before).unwrap() + 1;
        // A missing field is reported at the head of its card, a twin at the second of the two.
        let near = found.line.abs_diff(changed) <= 6 || says.contains("its own");
        assert!(near, "line {} for a change on line {changed}: {found}", found.line);
    }
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let text = STANDARD
        .replacen("size = 3", "size = 0", 1)
        .replacen("modifier = 2", "modifier = 9", 1)
        .replacen("\"reroll\"", "\"rerol\"", 1);
    let flaws = CardSet::read(&text).unwrap_err();
    assert_eq!(flaws.0.len(), 3, "{flaws}");
    assert!(flaws.to_string().contains("did you mean 'reroll'?"), "{flaws}");
    assert!(flaws.0.windows(2).all(|pair| pair[0].line <= pair[1].line));
    assert!(flaws.0.iter().all(|flaw| flaw.card.is_some()));
}

#[test]
fn an_effect_that_could_never_be_used_is_told() {
    let base = include_str!("bench/dull.toml");
    let without_hardware = base.split("[[hardware]]").next().unwrap().replace("copies = 3", "copies = 9");
    for (text, says) in [
        (without_hardware.replace("{ add-gruntles = 3 }", "\"steal-hardware\""), "the set has no Hardware"),
        (
            base.replace("{ add-gruntles = 3 }", "\"shield-scam\"")
                .replace("{ adjust-rating = 2 }", "\"reroll\""),
            "no effect in the set lowers a Scam",
        ),
        (
            base.replace(
                "{ target-bonus = 2 }",
                "{ category-bonus = { category = \"free-stuff\", bonus = 1 } }",
            )
            .replace("category = \"free-stuff\"\ninitial", "category = \"adult\"\ninitial"),
            "no Free Stuff Scam",
        ),
    ] {
        let flaws = CardSet::read(&text).expect_err("it is useless");
        assert!(flaws.to_string().contains(says), "{flaws}");
    }
}

/// A List of Size 6 that holds these rows.
fn held(rows: &[String]) -> String {
    format!("size = 6\npicture = \"\"\"\n{}\n\"\"\"", rows.join("\n"))
}

#[test]
fn the_page_about_cards_names_every_fault() {
    let page = include_str!("../../../../docs/cards.md");
    let base = include_str!("bench/dull.toml");
    let with = |old: &str, new: &str| {
        assert!(base.contains(old), "{old}");
        base.replacen(old, new, 1)
    };
    let gruntles = "{ add-gruntles = 3 }";
    let bonus = "{ target-bonus = 2 }";
    let without_hardware = base.split("[[hardware]]").next().unwrap().replace("copies = 3", "copies = 9");
    for (text, says) in [
        ("name = \"x".to_owned(), "this is not TOML"),
        ("list = 3".to_owned(), "begin each one with a line [["),
        ("list = [3]".to_owned(), "begin each one with a line [["),
        ("version = 1".to_owned(), "is missing"),
        (format!("colour = 1\n{base}"), "there is no"),
        (with(gruntles, "{ add-karma = 3 }"), "there is no"),
        (with("name = \"dull\"", "name = 3"), "must be text"),
        (with("[[list]]\n", "[[list]]\nflavour = \" x\"\n"), "must be one line of at most"),
        ("[[list]]\nname = \"!\"\nsize = 1".to_owned(), "a name has a letter or a digit"),
        (with("size = 6", "size = 21"), "must be a whole number"),
        (with("category = \"adult\"", "category = \"charity\""), "this is not a category"),
        (with(gruntles, "{ add-specialty = \"charity\" }"), "this is not a Specialty"),
        (with("size = 6", "size = 6\nspecialties = \"adult\""), "'specialties' must be a list"),
        (with("size = 6", "size = 6\nspecialties = [\"adult\", \"adult\"]"), "Specialty is there twice"),
        (with(gruntles, "7"), "a card has one effect"),
        (with(gruntles, "{ reroll = 1 }"), "takes nothing"),
        (with(gruntles, "\"draw-cards\""), "needs a parameter"),
        (with(bonus, "{ category-bonus = 1 }"), "needs a category and a bonus"),
        (with("size = 6", "size = 6\npicture = \"no-such-card\""), "there is no picture"),
        (with("size = 6", "size = 6\npicture = 7"), "must be text"),
        (with("size = 6", &held(&vec![".".repeat(24); 23])), "a picture is 24 rows of 24 letters"),
        (with("size = 6", &held(&vec![".".repeat(23); 24])), "a picture is 24 rows of 24 letters"),
        (with("size = 6", &held(&vec!["z".repeat(24); 24])), "is no colour of the house"),
        (with("name = \"dull\"", "name = \"My Set\""), "must be lower-case letters, digits and hyphens"),
        ("name = \"x\"\nversion = 1".to_owned(), "six players need"),
        (with("[[list]]", "[[list]]\nname = \"Tap\"\nsize = 1\n[[list]]"), "every card needs its own"),
        (without_hardware.replace(gruntles, "\"steal-hardware\""), "its Special Effect could never be used"),
        (
            with(bonus, "{ category-bonus = { category = \"free-stuff\", bonus = 1 } }")
                .replace("category = \"free-stuff\"\ninitial", "category = \"adult\"\ninitial"),
            "it could never matter",
        ),
    ] {
        let flaws = CardSet::read(&text).expect_err(says);
        assert!(flaws.to_string().contains(says), "{says}: {flaws}");
        assert!(page.contains(&format!("`{says}`")), "docs/cards.md does not say '{says}'");
    }
}

#[test]
fn every_word_of_the_vocabulary_is_written_as_its_example_says() {
    let base = include_str!("bench/dull.toml");
    for example in EFFECTS.iter().map(|word| word.example()) {
        CardSet::read(&base.replace("{ add-gruntles = 3 }", &example))
            .unwrap_or_else(|flaws| panic!("{example}: {flaws}"));
    }
    for example in POWERS.iter().map(|word| word.example()) {
        CardSet::read(&base.replace("{ target-bonus = 2 }", &example))
            .unwrap_or_else(|flaws| panic!("{example}: {flaws}"));
    }
}

#[test]
fn the_vocabulary_in_the_docs_is_the_one_in_the_code() {
    let page = include_str!("../../../../docs/cards.md");
    let (_, after) = page.split_once("<!-- vocabulary: begin -->\n").expect("the page has a place for it");
    let (printed, _) = after.split_once("<!-- vocabulary: end -->").expect("the place has an end");
    assert!(printed.trim() == spammers::vocabulary_table().trim(), "run: cargo xtask docs");
}

#[test]
fn a_card_cannot_be_named_after_a_seat() {
    let feigned = format!("Insider Trading{:#}", table::SeatCount::new(2).unwrap().first());
    let text = STANDARD.replacen("Insider Trading", &feigned, 1);
    assert_ne!(text, STANDARD);
    assert!(CardSet::read(&text).is_err());
}
