//! S8: the cards of 1998, as far as they are known.

use games::known_of_original;
use spammers::CardText;

#[test]
fn s8_what_is_known_of_the_original_holds_in_the_standard_set() {
    let file = CardText::shipped("standard").unwrap();
    let known: Vec<_> =
        file.numbers().iter().filter_map(|number| Some((number.value, known_of_original(number)?))).collect();
    assert_eq!(known.len(), 9);
    assert!(known.iter().all(|(value, (least, most))| (least..=most).contains(&value)));
}
