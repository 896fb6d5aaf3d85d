//! A finished game reviewed, and a coach asked in one that is played.

use serde_json::json;

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::desk::{By, Luck};
use crate::places::finished;
use driver::Client;

/// Waits for a review as long as it comes nearer, however slowly.
async fn until_reviewed(page: &Page) {
    let mut done = -1;
    loop {
        let further = format!(
            "document.querySelector('.review .rooms') ? -1
             : (document.querySelector('.review progress')?.value ?? -1) > {done}
               && document.querySelector('.review progress').value"
        );
        match page.until(&further).await.as_i64() {
            Some(so_far) if so_far >= 0 => done = so_far,
            _ => return,
        }
    }
}

/// The link of a moment in the list at which a better choice is shown.
async fn where_something_was_better(page: &Page) -> String {
    let links = "[...document.querySelectorAll('#moments .list a')].map((link) => link.getAttribute('href')).join(' ')";
    let links = page.value(links).await;
    for link in links.as_str().unwrap().split(' ') {
        page.go(link).await;
        if page.has(".closely .opt.better").await {
            return link.to_owned();
        }
    }
    panic!("nothing was better than what was chosen: {links}")
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_review_comes_by_itself_and_leads_to_the_table() {
    let Some(browsers) = Browsers::start("review").await else { return };
    let spammers = json!({
        "game": "spammers", "seats": 2, "name": "Ann", "seat-b": "peddler", "variant": "demonstration",
        "deck": "starter", "wait": 0, "pace": 0,
    });
    let spam_o_rama =
        json!({ "game": "spam-o-rama", "seats": 2, "name": "Ann", "seat-b": "peddler", "pace": 0 });
    for options in [spammers, spam_o_rama] {
        let mut client = Client::new(browsers.table.at);
        let game = options["game"].clone();
        let path = finished(&mut client, options).await;
        let page = browsers.visitor(Manner::Calm).await;
        page.take_key(client.key.as_deref().unwrap()).await;
        page.go(&path).await;
        page.until_there(&format!("a[href='{path}/review']")).await;
        page.click(&format!("a[href='{path}/review']")).await;
        // The page shows how far it is, and then the review, without being asked.
        page.until_there(".review .rooms, .review progress").await;
        until_reviewed(&page).await;
        assert!(page.text(".doors .sum").await.contains("Luck"));
        assert_eq!(page.value("document.querySelectorAll('#chance svg.wide path.chance').length").await, 2);
        // Deciding moments have a list of their own.
        for (list, most) in [("decided", 5), ("besides", 8)] {
            let listed = page.value(&format!("document.querySelectorAll('#moments .{list} a').length")).await;
            let listed = listed.as_u64().unwrap();
            assert!(listed <= most && (listed > 0 || list == "besides"), "{list}: {listed}");
        }
        assert!(page.text("#moments .lists h3").await.contains("decided the game"));
        let bars = page.value("document.querySelector('.cascade').getAttribute('aria-label')").await;
        for bar in ["Start", "±", "Your choices", "Luck", "All else", "End"] {
            assert!(bars.as_str().unwrap().contains(bar), "{bars}");
        }
        // Another's eyes, and another moment.
        page.click(".eyes-of a:not([aria-current])").await;
        page.until(
            "document.querySelector('.eyes-of a:nth-child(2)')?.getAttribute('aria-current') === 'true'",
        )
        .await;
        page.click("#moments .list li:last-child a").await;
        page.until("location.search.includes('at=') && document.querySelector('#moments .list li:last-child a')?.getAttribute('aria-current') === 'true'").await;
        // Everything fits on a screen, and nothing runs out of a phone.
        for (width, height) in [(1280, 720), (1440, 900), (390, 844)] {
            page.screen(width, height, if width < 500 { Screen::Phone } else { Screen::Desk }).await;
            page.until(&format!("document.documentElement.scrollWidth <= {width}")).await;
            if width > 500 {
                page.until(&format!("document.documentElement.scrollHeight <= {height}")).await;
            }
        }
        page.screen(1280, 720, Screen::Desk).await;
        page.go(&where_something_was_better(&page).await).await;
        page.click(".closely .acts a").await;
        page.until("document.getElementById('table')?.dataset.ready === ''").await;
        assert!(page.path().await.contains("/replay"));
        // The better choice is marked there, piece by piece.
        page.until(
            "location.hash.startsWith('#show=') && document.querySelector('.advised') !== null
             && location.hash.slice(6).split('+').every((piece) =>
               document.querySelector(`[data-piece=\"${piece}\"]`)?.classList.contains('advised') ?? true)",
        )
        .await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
        // For programs it is the same. A connection that lay still so long may have been closed.
        let mut program = Client::new(browsers.table.at);
        program.key = client.key;
        let data = program.look(&format!("{path}/review")).await.unwrap();
        assert_eq!((&data["review"]["review"], &data["review"]["game"]), (&json!(1), &game));
        assert_eq!(data["review"]["seats"].as_array().unwrap().len(), 2);
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_coach_says_what_it_would_do_and_the_record_says_so() {
    let Some(browsers) = Browsers::start("coach").await else { return };
    for game in ["spammers", "spam-o-rama"] {
        let mut client = Client::new(browsers.table.at);
        let options =
            json!({ "game": game, "seats": 2, "name": "Ann", "seat-b": "peddler", "wait": 0, "pace": 0 });
        let opened = client.post("/tables", &options).await.unwrap().json();
        client.key = opened["key"].as_str().map(str::to_owned);
        let path = opened["path"].as_str().unwrap().to_owned();
        let page = browsers.visitor(Manner::Calm).await;
        page.take_key(client.key.as_deref().unwrap()).await;
        page.screen(1280, 720, Screen::Desk).await;
        page.go(&path).await;
        page.until_asked().await;
        page.until_there(".ask-coach button").await;
        let height = "document.getElementById('prompt').offsetHeight";
        let before = page.value(height).await;
        page.click(".ask-coach button").await;
        page.until_there("#advice .why").await;
        assert_eq!(page.value(height).await, before, "the task bar stays as it is");
        assert!(page.text("#advice .why").await.contains("% to win"));
        assert!(page.has(".advised").await, "it points at what it would take");
        // On a phone it is in the menu.
        page.screen(390, 844, Screen::Phone).await;
        page.until("document.documentElement.scrollWidth <= 390").await;
        assert!(page.has("#menu [data-coach]").await);
        page.screen(1280, 720, Screen::Desk).await;
        let seen = page.until_asked().await;
        if game == "spammers" {
            // At a press it is done.
            assert_eq!(page.text("#advice .row button").await, "Do it");
            page.click("#advice .row button").await;
            page.until(&format!("document.querySelector('main').dataset.version !== '{}'", seen.version))
                .await;
            assert!(!page.has("#advice").await);
        } else {
            // Every other action makes the advice old.
            page.pick(&seen, &mut Luck::new(1), By::Click).await;
            let version = client.look(&path).await.unwrap()["version"].to_string();
            if version != seen.version {
                page.until("document.getElementById('advice') === null").await;
            }
        }
        assert_eq!(page.complaints().await, Vec::<String>::new());
        page.close().await;
        client.post(&format!("{path}/resign"), &json!({})).await.unwrap();
        let record = loop {
            let record = client.get(&format!("{path}/record"), "text/plain").await.unwrap();
            if record.status == 200 {
                break record.body;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        };
        assert!(record.contains("\ncoached A\nbegin\n"), "{record}");
        let end = client.get(&path, "text/html").await.unwrap().body;
        assert!(end.contains("Coached: "));
    }
}

#[tokio::test]
async fn nobody_is_coached_where_another_person_sits() {
    let Some(browsers) = Browsers::start("uncoached").await else { return };
    let mut client = Client::new(browsers.table.at);
    let options = json!({ "game": "spammers", "seats": 2, "name": "Ann", "seat-b": "hotseat", "wait": 0 });
    let opened = client.post("/tables", &options).await.unwrap().json();
    client.key = opened["key"].as_str().map(str::to_owned);
    let path = opened["path"].as_str().unwrap();
    let refused = client.post(&format!("{path}/coach"), &json!({ "seat": "A" })).await.unwrap();
    assert_eq!((refused.status, refused.json()["problem"].clone()), (403, json!("forbidden")));
    let page = client.get(&format!("{path}?seat=A"), "text/html").await.unwrap().body;
    assert!(!page.contains("data-coach"));
}
