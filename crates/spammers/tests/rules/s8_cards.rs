//! S8: the known cards; S9: card sets as data.
use crate::bench::{self, A, B, Bench, starter};
use spammers::{CardSet, Effect, Kind, Power};

fn kind(slug: &str) -> (Kind, u8) {
    let set = CardSet::starter();
    let face = set.face(set.find_card_id(slug).unwrap_or_else(|| panic!("no '{slug}'"))).clone();
    (face.kind, face.copies)
}

fn initial(slug: &str) -> u8 {
    match kind(slug).0 {
        Kind::Scam { initial, .. } => initial,
        Kind::Mailing { .. } | Kind::Hardware(_) => panic!("'{slug}' is no Scam"),
    }
}

#[test]
fn s8_1_offshore_money_laundering_begins_at_zero() {
    assert_eq!(initial("offshore-money-laundering-ltd"), 0);
}

#[test]
fn s8_2_psychic_acquaintances_begins_at_one() {
    assert_eq!(initial("psychic-acquaintances-network"), 1);
}

#[test]
fn s8_3_built_by_prisoners_begins_at_zero() {
    assert_eq!(initial("built-by-prisoners-inc"), 0);
}

#[test]
fn s8_4_reboot_reboot_has_modifier_zero() {
    assert!(matches!(kind("reboot-reboot").0, Kind::Mailing { modifier: 0, .. }));
}

#[test]
fn s8_5_last_generation_technology_has_modifier_four() {
    assert!(matches!(kind("last-generation-technology").0, Kind::Mailing { modifier: 4, .. }));
}

#[test]
fn s8_6_insider_trading_moves_any_scam_by_two_and_has_two_copies_or_more() {
    let (kind, copies) = kind("insider-trading");
    assert!(matches!(kind, Kind::Mailing { effect: Effect::AdjustRating(2), .. }));
    assert!(copies >= 2);
}

#[test]
fn s8_7_marketing_wizard_changes_a_target_by_two() {
    assert!(matches!(kind("marketing-wizard").0, Kind::Mailing { effect: Effect::ShiftTarget(2), .. }));
}

#[test]
fn s8_8_router_tap_lets_its_owner_mail_others_lists() {
    assert_eq!(kind("router-tap").0, Kind::Hardware(Power::MailOthersLists));
    let mut bench = Bench::arranged_in(starter(3), |t| {
        t.hardware(A, "router-tap").scam(A, "magnetic-everything", 0).hand(A, &["bought-testimonials"]).list(
            B,
            &["beta-testers"],
            0,
        )
    });
    bench.play("A mail bought-testimonials for magnetic-everything to beta-testers; * roll 1").all_pass();
    assert_eq!(bench.rating("magnetic-everything"), 2);
    assert_eq!(bench.list("beta-testers").0, "masses", "one Gruntle is half of two");
}

#[test]
fn s8_9_enormous_monitor_lifts_the_scam_limit_to_eight() {
    assert_eq!(kind("enormous-monitor").0, Kind::Hardware(Power::ScamLimit(8)));
}

#[test]
fn s9_1_the_card_set_is_data_that_anyone_can_edit_check_and_swap() {
    let text = include_str!("bench/dull.toml");
    let edited = text.replace("name = \"Two A\"\nsize = 2", "name = \"Two A\"\nsize = 7");
    let (before, after) = (CardSet::read(text).unwrap(), CardSet::read(&edited).unwrap());
    assert_ne!(before.digest(), after.digest());
    assert_eq!(after.list(after.find_list("two-a").unwrap()).size, 7);
    let faults = CardSet::read(&text.replace("Two A", "Two B").replace("size = 8", "size = 0")).unwrap_err();
    assert!(faults.to_string().contains("line 9, 'Two B': the card of line 5 has this name"), "{faults}");
    assert!(
        faults.to_string().contains("line 79, 'Eight A': 'size' must be a whole number from 1 to 20"),
        "{faults}"
    );
}

#[test]
fn s9_1_a_broken_card_file_is_refused_in_sentences() {
    let text = include_str!("bench/dull.toml");
    for (broken, says) in [
        (text.replace("adjust-rating", "adjust-karma"), "adjust-karma"),
        (text.replace("[[list]]", "[[scroll]]"), "scroll"),
        ("name = \"empty\"\nversion = 1\n".to_owned(), "0 List cards"),
        (text.replace("modifier = 5", "modifier = 6"), "'modifier' must be a whole number from 0 to 5"),
        (text.replace("copies = 2", "copies = 0"), "'copies' must be a whole number from 1 to 20"),
        (text.replace("copies = 3", "copies = 20").replace("copies = 4", "copies = 20"), "Action cards"),
        (text.replace("\"dull\"", "\"Not A Slug\""), "lower-case"),
        ("]]".to_owned(), "TOML"),
    ] {
        let faults = CardSet::read(&broken).unwrap_err().to_string();
        assert!(faults.contains(says), "{faults}");
    }
}

#[test]
fn s9_5_the_printed_text_is_made_from_the_data() {
    let set = bench::dull_set();
    let text = |slug: &str| set.face(set.find_card_id(slug).unwrap()).text();
    assert_eq!(
        text("plus-zero"),
        "Mailing Modifier +0. Or: Raise or lower the Rating of any Scam in play by 2."
    );
    assert_eq!(text("two-scam"), "Miscellaneous Scam. Initial Rating 2.");
    assert_eq!(text("monitor"), "You may have up to 8 Scams in play.");
    assert_eq!(text("plus-two"), "Mailing Modifier +2. Or: Put a Gruntle on any List in play.");
}
