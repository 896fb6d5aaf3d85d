//! Every card has a picture, and every picture is as it should be. `Drawing::read` has checked its rows and letters.

use std::collections::BTreeSet;

use spammers::{COLOURS, CardSet, NOTHING, Picture, SIDE, house_drawings};

const DULL: &str = include_str!("bench/dull.toml");

/// The name of each card in the sets that come with the program, and its picture.
fn cards(set: &CardSet) -> Vec<(String, String, Picture)> {
    let lists = set.lists().iter().map(|face| (face.name.clone(), face.slug.clone(), face.picture.clone()));
    let titles = set.titles().iter().map(|face| (face.name.clone(), face.slug.clone(), face.picture.clone()));
    lists.chain(titles).collect()
}

#[test]
fn every_card_that_comes_with_the_program_has_a_picture_of_its_own() {
    let mut seen = BTreeSet::new();
    for set in [CardSet::standard(), CardSet::starter()] {
        for (name, slug, picture) in cards(&set) {
            let Picture::House(house) = picture else { panic!("{name} holds its picture") };
            assert_eq!(house.name, slug, "{name}");
            assert_eq!(house.title, name);
            seen.insert(house.name);
        }
    }
    let drawn: Vec<&str> =
        house_drawings().iter().map(|house| house.name).filter(|name| !name.starts_with("kind-")).collect();
    assert_eq!(drawn, seen.into_iter().collect::<Vec<_>>(), "no picture is without its card");
}

#[test]
fn pictures_are_of_one_size_and_in_the_colours_of_the_house() {
    let mut colours = BTreeSet::new();
    for house in house_drawings() {
        let rows: Vec<_> = house.drawing.rows().collect();
        assert_eq!(rows.len(), SIDE, "{}", house.name);
        let letters: BTreeSet<char> =
            rows.iter().flat_map(|row| row.iter().map(|&letter| char::from(letter))).collect();
        assert!(
            letters.iter().all(|&letter| letter == NOTHING || COLOURS.contains(letter)),
            "{}",
            house.name
        );
        assert!(letters.len() >= 3, "{} shows something", house.name);
        colours.extend(letters);
    }
    assert_eq!(colours.len(), COLOURS.len() + 1, "every colour is of use");
    assert!(house_drawings().windows(2).all(|two| two[0].name < two[1].name));
}

#[test]
fn a_card_may_name_a_picture_or_hold_one() {
    let picture = |line: &str| {
        let set = CardSet::read(&DULL.replacen("size = 6", &format!("size = 6\n{line}"), 1)).unwrap();
        set.lists().iter().find(|face| face.size == 6).unwrap().picture.clone()
    };
    assert_eq!(picture("picture = \"insider-trading\""), Picture::named("insider-trading").unwrap());
    let rows: Vec<String> =
        (0..SIDE).map(|row| "kw".repeat(row / 2) + &".".repeat(SIDE - row / 2 * 2)).collect();
    let Picture::Held(drawing) = picture(&format!("picture = \"\"\"\n{}\n\"\"\"", rows.join("\n"))) else {
        panic!("it is held");
    };
    let read: Vec<&[u8]> = drawing.rows().map(|row| row.as_slice()).collect();
    assert_eq!(read, rows.iter().map(|row| row.as_bytes()).collect::<Vec<_>>());
}

#[test]
fn a_card_without_a_picture_has_that_of_its_kind() {
    let set = CardSet::read(DULL).unwrap();
    let kinds: BTreeSet<&str> = cards(&set)
        .iter()
        .map(|(name, _, picture)| match picture {
            Picture::House(house) => house.name,
            Picture::Held(_) => panic!("{name}"),
        })
        .collect();
    for kind in [
        "list",
        "mailing",
        "hardware",
        "adult",
        "internet-services",
        "get-rich-quick",
        "free-stuff",
        "miscellaneous",
    ] {
        let name = format!("kind-{kind}");
        assert!(Picture::named(&name).is_some());
        assert!(kinds.contains(name.as_str()), "{name} of {kinds:?}");
    }
}

#[test]
fn a_picture_changes_nothing_in_play() {
    let plain = CardSet::read(DULL).unwrap();
    let drawn = CardSet::read(&DULL.replacen("size = 6", "size = 6\npicture = \"router-tap\"", 1)).unwrap();
    assert_ne!(plain, drawn);
    assert_eq!(plain.digest(), drawn.digest());
}
