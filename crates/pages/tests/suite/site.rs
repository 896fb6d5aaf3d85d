//! Laws of every page of the site.

use std::collections::{BTreeMap, BTreeSet};

use crate::sample::{NASTY, home_model, lobby_of_guest, lobby_of_opener, pages};
use games::GameName;
use pages::assets::{asset, assets};
use pages::{gallery, home, lobby, rules};

/// Every start tag of a page: its name and its attributes, as they are written.
fn tags(page: &str) -> Vec<(&str, Vec<(&str, &str)>)> {
    let mut tags = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if !rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        let name_ends = rest.find(|c: char| c == '>' || c.is_whitespace()).unwrap();
        let (name, mut inside) = rest.split_at(name_ends);
        let mut attributes = Vec::new();
        loop {
            inside = inside.trim_start();
            if let Some(after) = inside.strip_prefix('>') {
                rest = after;
                break;
            }
            let key_ends = inside.find(['=', '>', ' ']).unwrap();
            let (key, after) = inside.split_at(key_ends);
            let value = after.strip_prefix("=\"").map(|value| value.split_once('"').unwrap());
            let (value, after) = value.unwrap_or(("", after));
            attributes.push((key, value));
            inside = after;
        }
        tags.push((name, attributes));
    }
    tags
}

fn values<'a>(page: &'a str, wanted: &str) -> Vec<&'a str> {
    let attributes = tags(page).into_iter().flat_map(|(_, attributes)| attributes);
    attributes.filter(|(key, _)| *key == wanted).map(|(_, value)| value).collect()
}

/// The fields of every form of a page, by its action.
fn forms(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut forms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for form in page.split("<form ").skip(1) {
        let whole = format!("<form {}", form.split("</form>").next().unwrap());
        let action = values(&whole, "action")[0].to_owned();
        forms.entry(action).or_default().extend(values(&whole, "name").into_iter().map(str::to_owned));
    }
    forms
}

#[test]
fn names_are_text_everywhere() {
    let mut seen = 0;
    for (name, page) in pages() {
        assert!(!page.contains("<script>"), "{name}");
        assert!(!page.contains(NASTY), "{name}");
        seen += page.matches("&lt;script&gt;").count();
        assert!(
            !tags(&page).iter().any(|(_, all)| all.iter().any(|(_, value)| value.contains("<script"))),
            "{name}"
        );
    }
    assert!(seen > 20, "the samples try it in many places, and not only in {seen}");
}

#[test]
fn nothing_on_a_page_breaks_the_content_policy() {
    for (name, page) in pages() {
        for (tag, attributes) in tags(&page) {
            assert_ne!(tag, "style", "{name}");
            let keys: BTreeSet<&str> = attributes.iter().map(|(key, _)| *key).collect();
            assert_eq!(keys.len(), attributes.len(), "{name}: {tag} has an attribute twice");
            for (key, value) in attributes {
                assert!(key != "style" && !key.starts_with("on"), "{name}: {tag} {key}");
                let leads = matches!(key, "href" | "src" | "action" | "poster" | "srcset");
                let stays = (value.starts_with('/') && !value.starts_with("//")) || value.starts_with('#');
                assert!(!leads || stays, "{name}: {tag} {key} {value}");
            }
        }
        assert_eq!(page.matches("<script").count(), 1, "{name}");
        assert!(page.contains("<script type=\"module\" src=\"/assets/app.js"), "{name}");
    }
}

#[test]
fn ids_are_unique_and_every_label_finds_its_field() {
    for (name, page) in pages() {
        let ids = values(&page, "id");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{name}");
        for key in ["for", "aria-describedby", "aria-labelledby"] {
            assert!(values(&page, key).iter().all(|id| unique.contains(id)), "{name}: {key}");
        }
        let inner = values(&page, "href").into_iter().filter_map(|href| href.strip_prefix('#'));
        assert!(inner.into_iter().all(|id| unique.contains(id)), "{name}");
        assert_eq!(page.matches("<h1").count(), 1, "{name}");
        assert_eq!(page.matches("<main").count(), 1, "{name}");
    }
}

#[test]
fn every_clause_has_an_anchor() {
    for game in GameName::ALL {
        let page = rules::book(game, None).into_string();
        let ids: BTreeSet<&str> = values(&page, "id").into_iter().collect();
        for entry in &game.rulebook().clauses {
            assert!(ids.contains(entry.id), "{}", entry.id);
            assert!(rules::clause(entry.id).unwrap().into_string().contains(entry.id));
        }
    }
    assert!(rules::clause("S99.1").is_none());
}

/// Whether a file of drawings, at the address that its content gives it, has one of this name.
fn is_drawn(file: &str, name: &str) -> bool {
    let found = file.split_once("?v=").and_then(|(file, hash)| {
        asset(file).filter(|(content_type, _, own)| *content_type == "image/svg+xml" && *own == hash)
    });
    found.is_some_and(|(_, bytes, _)| {
        String::from_utf8_lossy(bytes).contains(&format!("<symbol id=\"{name}\" "))
    })
}

#[test]
fn every_clause_that_is_linked_is_there() {
    let anchors: BTreeMap<String, BTreeSet<String>> = GameName::ALL
        .into_iter()
        .map(|game| {
            let page = rules::book(game, None).into_string();
            let ids = values(&page, "id").into_iter().map(str::to_owned).collect();
            (format!("/rules/{}", game.name()), ids)
        })
        .collect();
    let mut links = 0;
    for (name, page) in pages() {
        for href in values(&page, "href") {
            let Some((path, id)) = href.split_once('#').filter(|(path, _)| !path.is_empty()) else {
                continue;
            };
            if let Some(file) = path.strip_prefix("/assets/") {
                assert!(is_drawn(file, id), "{name}: {href}");
                continue;
            }
            assert!(anchors.get(path).is_some_and(|ids| ids.contains(id)), "{name}: {href}");
            links += 1;
        }
    }
    assert!(links > 400, "{links}");
}

/// Whether this is the address of a puzzle that there is.
fn is_puzzle(path: &str) -> bool {
    let Some((game, number)) = path.strip_prefix("/puzzles/").and_then(|rest| rest.split_once('/')) else {
        return false;
    };
    let game = games::GameName::named(game).ok();
    game.zip(number.parse().ok())
        .is_some_and(|(game, number)| lessons::Puzzle::numbered(game, number).is_some())
}

#[test]
fn every_link_within_the_site_leads_to_a_page() {
    let all: BTreeSet<String> = pages().into_iter().map(|(name, _)| format!("/{name}")).collect();
    for (name, page) in pages() {
        for href in values(&page, "href") {
            let path = href.split(['#', '?']).next().unwrap();
            let elsewhere = path.is_empty() || path.starts_with("/t/") || path.starts_with("/assets/");
            assert!(elsewhere || is_puzzle(path) || all.contains(path), "{name}: {href}");
        }
    }
}

fn has(fields: &BTreeSet<String>, wanted: &str) -> bool {
    wanted.split(' ').all(|field| fields.contains(field))
}

#[test]
fn the_forms_of_the_home_page_have_their_fields() {
    let page = home::home(&home_model()).into_string();
    let forms = forms(&page);
    for action in ["/play/spammers", "/play/spam-o-rama", "/watch/spammers", "/watch/spam-o-rama"] {
        assert!(forms.contains_key(action), "{action}");
    }
    assert!(has(&forms["/join"], "code"));
    let fields = &forms["/tables"];
    assert!(has(fields, "game name seats seat-b seat-c seat-d seat-e seat-f clock public"));
    assert!(has(fields, "variant deck wait network memory"));
    for value in
        ["person", "hotseat", "intern", "peddler", "operator", "kingpin", "generated", "demonstration"]
    {
        assert!(page.contains(&format!("value=\"{value}\"")), "{value}");
    }
}

#[test]
fn the_forms_of_the_lobby_have_their_fields() {
    let page = lobby::lobby(&lobby_of_opener(GameName::SpamORama)).into_string();
    assert!(page.starts_with("<section id=\"lobby\""));
    let forms = forms(&page);
    let wanted = [
        ("spam", "seat spam"),
        ("sit", "seat name"),
        ("stand", "seat"),
        ("ready", "seat ready"),
        ("kick", "seat"),
        ("fill", "seat level"),
        ("open", "seat"),
    ];
    for (what, fields) in wanted {
        assert!(has(&forms[&format!("/t/K3F9Q/{what}")], fields), "{what}");
    }
    let mut ready = lobby_of_opener(GameName::SpamORama);
    ready.lobby.not_yet = None;
    assert!(lobby::lobby(&ready).into_string().contains("action=\"/t/K3F9Q/start\""));
}

#[test]
fn a_guest_may_neither_kick_nor_start_and_is_asked_no_question_of_the_other_game() {
    let page = lobby::lobby(&lobby_of_guest(GameName::Spammers)).into_string();
    let forms = forms(&page);
    for what in ["kick", "fill", "open", "start", "spam"] {
        assert!(!forms.contains_key(&format!("/t/K3F9Q/{what}")), "{what}");
    }
}

#[test]
fn what_follows_a_game_has_its_fields() {
    let pages: BTreeMap<String, String> = pages().into_iter().collect();
    assert!(forms(&pages["over"]).contains_key("/t/K3F9Q/rematch"));
    assert!(!forms(&pages["over-network"]).contains_key("/t/K3F9Q/rematch"), "who only watched");
    for page in ["over", "over-network"] {
        assert!(pages[page].contains("href=\"/t/K3F9Q/record\""), "{page}");
    }
    let replay = forms(&pages["replay"]);
    assert!(has(&replay["/t/K3F9Q/replay"], "at as"));
    assert!(has(&replay["/t/K3F9Q/continue"], "at seat"));
    assert!(has(&forms(&pages["take-seat"])["/t/K3F9Q/take"], "token"));
}

#[test]
fn a_first_visit_is_small() {
    let home = home::home(&home_model()).into_string().len();
    // Nobody who plays one game asks for the style and the script of another.
    for game in GameName::ALL {
        let of_another =
            |name: &str| GameName::ALL.iter().any(|&other| other != game && name.starts_with(other.name()));
        // Scripts of later pages (after a game … rules), and the one a browser asks for after the first page, are no part of a
        // first visit to a table.
        let later = |name: &str| {
            ["after", "replay", "review", "coach", "lesson", "puzzle", "deal", "rules", "offline"]
                .iter()
                .any(|kind| name.starts_with(kind))
        };
        let asked_for = assets()
            .filter(|asset| asset.name.ends_with(".css") || asset.name.ends_with(".js"))
            .filter(|asset| !of_another(asset.name) && !later(asset.name));
        let size: usize = asked_for.map(|asset| asset.bytes.len()).sum();
        // Sent as gzip this is about a fourth; what a visit weighs as sent is tested in a browser.
        assert!(size + home < 294 * 1024, "{}: {}", game.name(), size + home);
    }
    for (name, page) in pages() {
        assert!(page.len() < 110 * 1024, "{name}: {}", page.len());
    }
}

/// The medians of a row of `docs/length.md`: minutes against bots and among people.
fn measured(kind: &str) -> [String; 2] {
    let doc = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/length.md");
    let doc = std::fs::read_to_string(doc).unwrap();
    let row = doc.lines().find(|line| line.starts_with(&format!("| {kind} |"))).unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    [2, 3].map(|cell| cells[cell].split_once(" minutes (").unwrap().0.to_owned())
}

#[test]
fn the_times_that_are_told_are_those_that_were_measured() {
    let home = home::home(&home_model()).into_string();
    for kind in ["SPAMMERS, standard", "Spam-O-Rama"] {
        let [against_bots, among_people] = measured(kind);
        let told = format!("About {against_bots} minutes against bots, {among_people} among three");
        assert!(home.contains(&told), "{kind}: {told}");
    }
    let first = home::home(&pages::Home { played: Vec::new(), ..home_model() }).into_string();
    let begins = [
        (&first, "a short first game", "SPAMMERS, demonstration"),
        (&home, "a full game", "SPAMMERS, standard"),
        (&first, "a full game", "Spam-O-Rama"),
    ];
    for (page, what, kind) in begins {
        let told = format!("{what}, about {} minutes", measured(kind)[0]);
        assert!(page.contains(&told), "{kind}: {told}");
    }
}

#[test]
fn every_card_can_be_read_by_itself() {
    for set in games::card_sets() {
        let slugs = set.titles().iter().map(|face| (&face.slug, &face.name));
        for (slug, name) in slugs.chain(set.lists().iter().map(|face| (&face.slug, &face.name))) {
            let card = gallery::card(set, slug).unwrap().into_string();
            assert!(card.starts_with("<article") && card.contains(&format!("#{slug}\"")), "{name}: {card}");
        }
        assert!(gallery::card(set, "no-such-card").is_none());
    }
}

#[test]
fn files_are_found_by_name_and_named_by_content() {
    let (content_type, bytes, hash) = asset("site.css").unwrap();
    assert_eq!((content_type, hash.len()), ("text/css; charset=utf-8", 16));
    assert!(!bytes.is_empty());
    assert!(asset("../Cargo.toml").is_none());
}
