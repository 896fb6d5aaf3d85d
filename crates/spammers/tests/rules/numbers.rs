//! S9.1: the numbers of a card file can be changed, and all else stays as it is written.

use spammers::{CardNumber, CardText, NumberKind};

/// The sets that come with the program.
fn shipped() -> [CardText; 4] {
    ["standard", "starter", "standard-1", "starter-1"].map(|name| CardText::shipped(name).unwrap())
}

#[test]
fn s9_1_numbers_change_and_words_stay() {
    for file in shipped() {
        let text = file.text();
        assert_eq!(file.with(&file.values()).unwrap().text(), text);
        let mut values = file.values();
        for (place, number) in file.numbers().iter().enumerate() {
            let old = values[place];
            values[place] = if old < number.most { old + 1 } else { old - 1 };
            let made = file.with(&values).unwrap();
            let changed = text.lines().zip(made.text().lines()).filter(|(one, other)| one != other);
            // A number that was not written gets a line of its own.
            let is_new = made.text().lines().count() > text.lines().count();
            assert!(is_new || changed.count() == 1, "{number:?}");
            assert!(is_new || made.with(&file.values()).unwrap().text() == text, "{number:?}");
            values[place] = old;
        }
    }
}

#[test]
fn s9_1_a_number_that_is_not_written_gets_a_line() {
    let [standard, ..] = shipped();
    let file = CardText::read(&standard.text().replacen("copies = 1\n", "", 1)).unwrap();
    let whole: Vec<&str> = standard.text().lines().collect();
    let at = file.text().lines().zip(&whole).position(|(one, other)| one != *other).unwrap();
    let card =
        whole[..at].iter().rev().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).unwrap();
    let is_it = |number: &CardNumber| {
        number.kind == NumberKind::Copies && number.cards.iter().any(|name| name == card)
    };
    let mut values = file.values();
    values[file.numbers().iter().position(is_it).unwrap()] = 2;
    let made = file.with(&values).unwrap();
    assert_eq!(made.text(), standard.text().replacen("copies = 1\n", "copies = 2\n", 1));
}

#[test]
fn s9_1_name_and_version_change() {
    let file = CardText::shipped("standard").unwrap();
    let made = file.called("tuned", 7).unwrap();
    assert_eq!((made.set().name(), made.set().version()), ("tuned", 7));
    assert_eq!(made.values(), file.values());
    assert!(file.called("No Name", 7).is_err());
}
