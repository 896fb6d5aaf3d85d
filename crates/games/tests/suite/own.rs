//! Card sets and networks that do not come with the program: in set-ups and records.

use std::sync::Arc;

use games::{CardSet, Collection, Uncatalogued, game_of};
use spammers::{Spammers, Variant};
use table::{Game, Header, SeatCount, SeatSet};

const TEMPLATE: &str = include_str!("../../../../cards/template.toml");

fn header(setting: Vec<(&str, String)>) -> Header {
    Header {
        game: "spammers".to_owned(),
        rules: Spammers::RULES_VERSION,
        setting: setting.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        names: vec!["Ann".to_owned(), "Ben".to_owned()],
        coached: SeatSet::EMPTY,
        seed: None,
        begins: 9,
    }
}

fn setting(set: &Arc<CardSet>) -> Vec<(&'static str, String)> {
    Spammers::new(set.clone(), SeatCount::new(2).unwrap(), Variant::Standard).setting()
}

fn wrong(setting: Vec<(&str, String)>) -> String {
    let Err(Uncatalogued(why)) = game_of(&header(setting), None) else { panic!("it is taken") };
    why
}

#[test]
fn a_set_of_ones_own_is_in_the_set_up_and_one_that_comes_with_the_program_is_not() {
    let own = Arc::new(CardSet::read(TEMPLATE).unwrap());
    let keys = |set: &Arc<CardSet>| setting(set).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    assert_eq!(keys(&own), ["variant", "cards", "set"]);
    for set in games::card_sets().iter().chain(games::earlier_card_sets()) {
        assert_eq!(keys(set), ["variant", "cards"]);
        let read_again = Arc::new(CardSet::read(set.text()).unwrap());
        assert_eq!(keys(&read_again), ["variant", "cards"], "wherever it was read");
    }
}

#[test]
fn a_record_with_its_set_is_refereed_without_the_file_and_an_older_one_with_it() {
    let own = Arc::new(CardSet::read(TEMPLATE).unwrap());
    let whole = setting(&own);
    assert!(game_of(&header(whole.clone()), None).is_ok());
    assert!(game_of(&header(whole.clone()), Some(&own)).is_ok());
    let older = whole[..2].to_vec();
    assert!(game_of(&header(older.clone()), Some(&own)).is_ok());
    assert!(wrong(older).contains("Name its file with --deck"));
}

#[test]
fn a_set_in_a_record_is_written_one_way_and_is_the_one_that_is_named() {
    let text = TEMPLATE.replace("# A card set", "# \u{7f}\u{85}\tA \\ card set");
    let own = Arc::new(CardSet::read(&TEMPLATE.replace("# A card set", "# \u{85}\tA \\ card set")).unwrap());
    assert!(CardSet::read(&text).is_err(), "a file has no DEL in it");
    let line = own.line();
    assert!(!line.contains(char::is_control) && line.contains("\\u0085\\tA \\\\ card"), "{line}");
    assert_eq!(*own, CardSet::of_line(&line).unwrap());
    let with = |set: String| {
        let mut setting = setting(&own);
        setting[2].1 = set;
        wrong(setting)
    };
    assert!(with("my-set".to_owned()).contains("no text as JSON has it"));
    assert!(with("\"name = 5\"".to_owned()).contains("has a fault: line 1"));
    assert!(with(line.replace('e', "\\u0065")).contains("not written the one way"));
    let starter = Arc::new(CardSet::starter());
    assert!(with(starter.line()).contains("'my-set 1 "), "another set is named");
    let shipped = [setting(&starter), vec![("set", starter.line())]].concat();
    assert!(wrong(shipped).contains("should say variant, cards in this order"));
}

#[test]
fn nothing_in_a_collection_has_the_name_of_another() {
    let mut collection = Collection::default();
    let folder = std::env::temp_dir().join(format!("gruntle-own-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name).display().to_string()
    };
    let mine = file("mine.toml", TEMPLATE);
    assert_eq!(collection.add_deck(&mine), Ok(()));
    assert!(collection.add_deck(&mine).unwrap_err().0.contains("there is a card set 'my-set' already"));
    let ours = file("ours.toml", &TEMPLATE.replace("my-set", "standard-1"));
    assert!(collection.add_deck(&ours).unwrap_err().0.contains("there is a card set 'standard-1' already"));
    let long =
        file("long.toml", &format!("{}{}", TEMPLATE.replace("my-set", "long"), "# remark\n".repeat(30_000)));
    assert!(collection.add_deck(&long).unwrap_err().0.contains("has at most"));
    let map = include_str!("../../../../networks/template.txt");
    assert_eq!(collection.add_network(&file("Bridge.txt", map)), Ok(()));
    assert!(
        collection
            .add_network(&file("generated.txt", map))
            .unwrap_err()
            .0
            .contains("is a network 'generated'")
    );
    assert_eq!(collection.card_set_names(), ["standard", "starter", "my-set"]);
    assert_eq!(collection.network_names(), ["ring", "corners", "long", "strip", "bridge", "generated"]);
    std::fs::remove_dir_all(folder).unwrap();
}
