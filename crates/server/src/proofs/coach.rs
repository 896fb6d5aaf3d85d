//! Two truths that a player among bots cannot tell apart give the same advice, byte for byte.

use games::GameName;
use serde_json::json;
use table::SeatSet;

use super::secrecy::{options, pairs, same};
use super::{TestSite, start_of};

/// Pairs of games of each kind that are looked at.
const PAIRS: usize = 2;

async fn advises_alike(game: GameName) {
    let options = options(game, 0);
    let (mut compared, mut different) = (0, 0);
    for pair in pairs(&options, 16) {
        let Some(seat) = pair.viewer.seat() else { continue };
        let Some(moment) = pair.moments.iter().rfind(|moment| moment.allowed.len() > 1) else { continue };
        let mut replies = Vec::new();
        for lines in [&pair.left, &pair.right] {
            let people = SeatSet::from_iter([seat]);
            let site =
                TestSite::with_people(&options, start_of(&options), &lines[..moment.inputs], people).await;
            let asked = site.post(pair.viewer, "/coach", json!({})).await;
            let page = site.get(pair.viewer, "", "text/html").await;
            let told = site.get(pair.viewer, "", "application/json").await;
            replies.push([asked, page, told]);
        }
        for (what, (left, right)) in ["advice", "page", "data"].iter().zip(replies[0].iter().zip(&replies[1]))
        {
            same(left, right, what, &pair, moment);
        }
        assert_eq!(replies[0][0].status, 200, "{:?}", replies[0][0]);
        assert!(replies[0][0].body.contains("chance"), "{:?}", replies[0][0]);
        compared += 1;
        different += usize::from(pair.left[..moment.inputs] != pair.right[..moment.inputs]);
        if compared == PAIRS {
            break;
        }
    }
    assert_eq!(compared, PAIRS);
    assert!(different > 0, "no two truths differed");
}

#[tokio::test]
async fn a_coach_of_spammers_keeps_secrets() {
    advises_alike(GameName::Spammers).await;
}

#[tokio::test]
async fn a_coach_of_spam_o_rama_keeps_secrets() {
    advises_alike(GameName::SpamORama).await;
}
