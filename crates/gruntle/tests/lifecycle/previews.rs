//! Link previews in chats: they show a stranger's view, and nothing else.

use serde_json::json;

use crate::{done, started};
use driver::player::play_out;
use driver::{Answer, Client};

/// The content of a tag in the head of a page.
fn tag<'a>(page: &'a Answer, property: &str) -> &'a str {
    let tag = format!("<meta property=\"{property}\" content=\"");
    page.body.split_once(&tag).and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default()
}

/// The preview picture of a page: its address and bytes.
async fn picture(client: &mut Client, page: &Answer, site: &str) -> String {
    let address = tag(page, "og:image").strip_prefix(site).unwrap_or_else(|| panic!("{page:?}")).to_owned();
    let drawn = client.get(&address, "image/png").await.unwrap();
    assert_eq!((drawn.status, drawn.header("content-type")), (200, Some("image/png")), "{address}");
    assert!(drawn.body.contains("PNG"), "{address}");
    drawn.body
}

#[tokio::test]
async fn a_link_to_a_table_shows_who_invites_who_plays_and_who_has_won() {
    let table = started("previews");
    let site = format!("http://{}", table.at);
    let (mut ann, mut stranger) = (Client::new(table.at), Client::new(table.at));
    let options = json!({ "game": "spam-o-rama", "seats": 3, "name": "Ann", "pace": 0, "seat-c": "intern" });
    let path = done(&mut ann, "/tables", options).await["path"].as_str().unwrap().to_owned();
    let lobby = stranger.get(&path, "text/html").await.unwrap();
    assert_eq!(tag(&lobby, "og:title"), "Ann invites you to Spam-O-Rama");
    assert!(tag(&lobby, "og:description").starts_with("2 of 3 seats are taken."));
    assert_eq!(tag(&lobby, "og:url"), format!("{site}{path}"));
    let invites = picture(&mut stranger, &lobby, &site).await;
    // It is the same for every visitor.
    assert_eq!(picture(&mut ann, &lobby, &site).await, invites);

    done(&mut ann, &format!("{path}/fill"), json!({ "seat": "B", "level": "intern" })).await;
    done(&mut ann, &format!("{path}/start"), json!({})).await;
    let playing = stranger.get(&path, "text/html").await.unwrap();
    assert_eq!(tag(&playing, "og:title"), "A game of Spam-O-Rama is being played");
    assert_ne!(picture(&mut stranger, &playing, &site).await, invites);
    assert_eq!(picture(&mut ann, &playing, &site).await, picture(&mut stranger, &playing, &site).await);

    play_out(&mut ann, &path, &mut driver::dice::Dice::new(3)).await;
    let over = stranger.get(&path, "text/html").await.unwrap();
    let title = tag(&over, "og:title");
    assert!(title.contains("win") && title.ends_with(" at Spam-O-Rama"), "{title}");
    assert!(tag(&over, "og:description").contains("Ann "), "{over:?}");
    picture(&mut stranger, &over, &site).await;
}

#[tokio::test]
async fn a_deal_that_is_played_shows_nothing_of_itself() {
    let table = started("previews-deal");
    let (mut ann, mut stranger) = (Client::new(table.at), Client::new(table.at));
    let path = done(&mut ann, "/d", json!({ "game": "spammers", "name": "Ann" })).await["path"].clone();
    let picture = format!("{}/picture.png", path.as_str().unwrap());
    for client in [&mut ann, &mut stranger] {
        assert_eq!(client.get(&picture, "image/png").await.unwrap().status, 403);
    }
}

#[tokio::test]
async fn pages_that_are_sent_around_have_a_picture_that_is_kept() {
    let table = started("previews-pages");
    let site = format!("http://{}", table.at);
    let mut stranger = Client::new(table.at);
    for path in [
        "/",
        "/rules",
        "/rules/spammers",
        "/rules/spam-o-rama/reference",
        "/learn/spammers",
        "/puzzles",
        "/puzzles/spam-o-rama/1",
        "/deal",
    ] {
        let page = stranger.get(path, "text/html").await.unwrap();
        assert_eq!(tag(&page, "og:url"), format!("{site}{path}"));
        assert!(!tag(&page, "og:title").is_empty() && !tag(&page, "og:description").is_empty(), "{path}");
        picture(&mut stranger, &page, &site).await;
        let address = tag(&page, "og:image").strip_prefix(&site).unwrap();
        let kept = stranger.get(address, "image/png").await.unwrap();
        assert!(kept.header("cache-control").is_some_and(|it| it.contains("immutable")), "{address}");
    }
}

#[tokio::test]
async fn the_site_can_be_put_on_a_home_screen() {
    let table = started("manifest");
    let mut stranger = Client::new(table.at);
    let page = stranger.get("/", "text/html").await.unwrap();
    let linked = |rel: &str| {
        let link = format!("<link rel=\"{rel}\" href=\"");
        let (_, rest) = page.body.split_once(&link).unwrap_or_else(|| panic!("no {rel}: {page:?}"));
        rest.split('"').next().unwrap().to_owned()
    };
    let manifest = stranger.get(&linked("manifest"), "*/*").await.unwrap();
    assert_eq!(manifest.header("content-type"), Some("application/manifest+json"));
    let manifest = manifest.json();
    assert_eq!((&manifest["start_url"], &manifest["display"]), (&json!("/"), &json!("standalone")));
    let icons = manifest["icons"].as_array().unwrap().iter().map(|icon| icon["src"].as_str().unwrap());
    let icons: Vec<String> = icons.map(str::to_owned).chain([linked("apple-touch-icon")]).collect();
    assert_eq!(icons.len(), 4);
    for icon in icons {
        let file = stranger.get(&icon, "*/*").await.unwrap();
        assert_eq!((file.status, file.header("content-type")), (200, Some("image/png")), "{icon}");
        assert!(file.header("cache-control").is_some_and(|it| it.contains("immutable")), "{icon}");
    }
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("manifest-src 'self'"), "{policy}");
    for scheme in ["light", "dark"] {
        assert!(page.body.contains(&format!("media=\"(prefers-color-scheme: {scheme})\"")), "{scheme}");
    }
}
