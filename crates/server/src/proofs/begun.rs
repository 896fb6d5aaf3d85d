//! Matches that began under other rules or with other cards.

use games::GameName;
use table::Viewer;

use super::secrecy::options;
use super::{TestSite, start_of};

#[tokio::test]
async fn a_match_of_other_rules_or_cards_says_why_it_cannot_go_on() {
    let options = options(GameName::Spammers, 0);
    let mut other_rules = start_of(&options);
    other_rules.rules = 99;
    let mut other_cards = start_of(&options);
    for (name, value) in &mut other_cards.setting {
        if name.contains("cards") || name.contains("deck") || name.contains("set") {
            *value = "homemade 0123456789abcdef".to_owned();
        }
    }
    assert_ne!(other_cards, start_of(&options));
    for (start, why) in [(other_rules, "rules"), (other_cards, "homemade")] {
        let room = TestSite::at(&options, start, &[]).await;
        let seat = Viewer::Seat("A".parse().unwrap());
        for who in [Viewer::Bystander, seat] {
            for accept in ["text/html", "application/json"] {
                let shown = room.get(who, "", accept).await;
                assert_eq!(shown.status, 410, "{shown:?}");
                assert!(
                    shown.body.contains("cannot be gone on with") && shown.body.contains(why),
                    "{shown:?}"
                );
            }
        }
        for command in ["/act", "/continue"] {
            let body = serde_json::json!({ "version": 2, "action": "pass", "at": 1, "seat": "A" });
            let refused = room.post(seat, command, body).await;
            assert_eq!(refused.status, 410, "{command}: {refused:?}");
        }
    }
}
