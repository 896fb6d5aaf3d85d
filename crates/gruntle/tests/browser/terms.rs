//! Every word of the rulebook that is seen at a table or after a game says what it means, where it stands.

use serde_json::{Value, json};

use crate::chrome::{Browsers, Manner, Page};
use crate::clicks::open_table;
use crate::places::finished;
use driver::Client;

/// Places with a word of the glossary without help, with the word. Buttons, emphasis and names are exempt; a place has
/// help on a word once.
const MISSING: &str = r"(places, terms, sensitive) => {
    const forms = terms.map(({ term }) => term).sort((one, other) => other.length - one.length);
    const find = new RegExp(`(?<![\\w-])(?:${forms.join('|')})(?![\\w-])`, sensitive ? 'g' : 'gi');
    const missing = [];
    for (const place of document.querySelectorAll(places)) {
        if (!place.checkVisibility()) continue;
        const told = [...place.querySelectorAll('.term')].map((button) => button.of.term.toLowerCase());
        const bare = place.cloneNode(true);
        for (const left of bare.querySelectorAll('a, b, code, .named, button:not(.term), .who')) left.replaceWith('|');
        const text = bare.textContent;
        for (const { 0: word, index } of text.matchAll(find)) {
            // Words among capitals are names.
            const name = /^ [A-Z]/.test(text.slice(index + word.length)) || /[A-Z][\w'-]* $/.test(text.slice(0, index)) || /'[^']*$/.test(text.slice(0, index));
            if (!name && !told.includes(word.toLowerCase())) missing.push(`${place.className || place.id || place.tagName}: ${word}`);
        }
    }
    return missing;
}";

/// Waits until every word in these places has help.
async fn all_have_help(page: &Page, places: &str, terms: &Value, sensitive: bool) {
    let missing = format!("({MISSING})({places:?}, {terms}, {sensitive})");
    page.until("document.querySelector('.term') !== null").await;
    page.until(&format!("{missing}.length === 0 || document.readyState !== 'complete'")).await;
    assert_eq!(page.value(&missing).await, json!([]), "{places}");
}

/// A word leads to its clause, by keys.
async fn goes_to_its_clause(page: &Page, place: &str) {
    page.until_there(&format!("{place} .term")).await;
    page.run(&format!("document.querySelector('{place} .term').click();")).await.unwrap();
    page.until_there(".term-tip:popover-open a[href*='/rules/']").await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn every_word_of_the_rules_has_help_where_it_stands() {
    let Some(browsers) = Browsers::start("terms").await else { return };
    let mut client = Client::new(browsers.table.at);
    for game in ["spammers", "spam-o-rama"] {
        let terms = client.look(&format!("/rules/{game}/glossary")).await.unwrap();
        let sensitive = game == "spammers";
        let page = browsers.visitor(Manner::Calm).await;
        // A lesson: the coach's words, the task, and the remark on another choice.
        for at in [0, 1, 4] {
            page.go(&format!("/learn/{game}?at={at}")).await;
            page.until_there(".tabs [aria-pressed=true]").await;
            page.run("document.querySelector('.desktop .bar').click();").await.unwrap();
            all_have_help(&page, "#coach .bubble > p, .todo b", &terms, sensitive).await;
        }
        goes_to_its_clause(&page, "#coach").await;
        // A table: titles of windows, in which a word may be small.
        open_table(&page, game, "Ann", 2, &[("seat-b", "peddler")]).await;
        page.until_asked().await;
        all_have_help(&page, "#asks > span", &terms, sensitive).await;
        all_have_help(&page, ".desktop .bar h2, .band h2, .side .bar h2", &terms, false).await;
        goes_to_its_clause(&page, ".desktop .bar h2").await;
        // How it came out.
        let path = finished(
            &mut client,
            json!({ "game": game, "seats": 2, "name": "Ann", "seat-b": "peddler", "pace": 0 }),
        )
        .await;
        page.go(&path).await;
        all_have_help(
            &page,
            "#result .verdict, .compared th, .highlights p, .standings .hint",
            &terms,
            sensitive,
        )
        .await;
        goes_to_its_clause(&page, "#result").await;
        page.close().await;
    }
}

#[tokio::test]
async fn a_stamp_and_a_card_say_what_their_words_mean() {
    let Some(browsers) = Browsers::start("card-terms").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/learn/spammers?at=4").await;
    page.until_there(".tabs [aria-pressed=true]").await;
    page.until("[...document.querySelectorAll('.spec')].every(({ title }) => /\\. .+\\. S[0-9]+[.][0-9]+$/.test(title))").await;
    assert!(page.has(".spec").await);
    for (piece, word) in [("list-", "List"), ("hand-", "Mailing"), ("scam-", "Rating")] {
        page.until(&format!(
            "(() => {{ document.querySelector('[data-piece^={piece}]').dispatchEvent(
                new PointerEvent('pointerover', {{ bubbles: true, pointerType: 'mouse', clientX: window.rested = (window.rested ?? 0) + 1 }}));
              return [...document.querySelectorAll('.reader:popover-open .words dt')].some((dt) => dt.textContent === {word:?}); }})()"
        ))
        .await;
        let reads = "[...document.querySelectorAll('.reader .words dd')].every((dd) => /\\. S[0-9]+[.][0-9]+$/.test(dd.textContent))";
        assert_eq!(page.value(reads).await, true, "{word}");
        let within = "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('.reader').getBoundingClientRect())";
        assert_eq!(page.value(within).await, true, "{word}");
    }
    page.close().await;
}
