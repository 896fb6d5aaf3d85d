//! A full table: the most that is promised to fit lies on it, and all of it is whole and in sight.

use serde_json::json;

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::clicks::open_table;
use crate::desk::{By, Luck};

const SIZES: [(u32, u32); 3] = [(1280, 720), (1366, 768), (1440, 900)];
/// So many prompts at most until enough lies there to be copied.
const PROMPTS: usize = 120;

/// Copies of what lies there, until there is as much as is promised to fit: 8 Lists in the Masses, 7 cards, and an
/// operation of one's own larger than most.
const FILL: &str = "
    const fill = (zone, pieces, many) => {
        const all = [...document.querySelectorAll(`${zone} ${pieces}`)];
        const there = all[0].parentElement;
        for (let at = 0; there.children.length < many; at += 1) {
            const copy = all[at % all.length].cloneNode(true);
            copy.dataset.piece += `-copy-${at}`;
            there.append(copy);
        }
    };
    fill('#masses', '.list', 8);
    document.getElementById('masses').classList.replace('roomy', 'few');
    fill('#hand', '.card', 7);
    fill('.mine', '.scam', 5);
    fill('.mine', '.list', 6);";

/// Pieces that cannot be pressed where they lie, are cut, or make their zone scroll.
const WRONG: &str = "
    const wrong = [];
    const box = (it) => it.getBoundingClientRect();
    for (const zone of document.querySelectorAll('#masses > .lists, #hand .cards, .mine ul')) {
        if (zone.scrollWidth > zone.clientWidth + 1 || zone.scrollHeight > zone.clientHeight + 1) wrong.push(`${zone.className} scrolls`);
    }
    for (const piece of document.querySelectorAll('#masses .list, #hand .card, .mine :is(.scam, .list, .machine)')) {
        const { left, top, right, bottom } = box(piece);
        const name = piece.dataset.piece;
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (hit?.closest('[data-piece]') !== piece) wrong.push(`${name} is under ${hit?.outerHTML.slice(0, 80)}`);
        for (const part of piece.querySelectorAll(':scope > :is(.open, .chip, .rating, .state, .category), .size, .specs, .gruntles')) {
            if (!part.checkVisibility()) continue;
            const it = box(part);
            if (it.width && (it.left < left - 1 || it.right > right + 1 || it.top < top - 1 || it.bottom > bottom + 1)) {
                wrong.push(`${part.className} sticks out of ${name}`);
            }
        }
    }
    return wrong;";

async fn fits(page: &Page, when: &str) {
    for (width, height) in SIZES {
        page.screen(width, height, Screen::Desk).await;
        let wrong = page.run(WRONG).await.unwrap();
        assert_eq!(wrong, json!([]), "{when} at {width}×{height}");
    }
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_full_table_of_four_fits_a_laptop() {
    let Some(browsers) = Browsers::start("crowd").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let bots = [("seat-b", "peddler"), ("seat-c", "peddler"), ("seat-d", "peddler"), ("wait", "none")];
    open_table(&page, "spammers", "Ann", 4, &bots).await;
    let mut luck = Luck::new(12);
    for _ in 0..PROMPTS {
        let seen = page.until_asked().await;
        let ready =
            "document.querySelector('#prompt[data-yours]') && document.querySelector('.mine .scam') &&
            document.querySelector('.mine .list') && document.querySelector('#masses .list') &&
            document.querySelector('#hand .lit')";
        if page.value(&format!("Boolean({ready})")).await == true {
            break;
        }
        page.pick(&seen, &mut luck, By::Click).await;
    }
    page.run(FILL).await.unwrap();
    fits(&page, "at rest").await;
    page.close().await;
}
