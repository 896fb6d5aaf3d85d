//! A whole game of each title by clicks, from the home page to the record of it.

use std::process::Command;

use crate::chrome::{Browsers, Manner, Page};
use crate::desk::{At, By, Luck};
use driver::Client;
use services::fresh_folder;

/// Opens a table as the form on the home page does it; bots answer at once, which the form does not offer.
pub async fn open_table(page: &Page, game: &str, name: &str, seats: usize, choices: &[(&str, &str)]) {
    page.go("/").await;
    page.click(&format!("#{game} details.new > summary")).await;
    page.click(&format!("#{game} details.options > summary")).await;
    page.fill(&format!("#{game}-name"), name).await;
    page.click(&format!("#{game} details.new label:has(input[name=seats][value=\"{seats}\"])")).await;
    for (field, value) in choices {
        page.select(&format!("#{game} details.new select[name={field:?}]"), value).await;
    }
    hurry_bots(page, game).await;
    page.click(&format!("#{game} details.new button.primary")).await;
    page.until("location.pathname.startsWith('/t/')").await;
}

/// Adds to the form that bots answer at once.
pub async fn hurry_bots(page: &Page, game: &str) {
    let script = format!(
        "const pace = document.createElement('input');
         Object.assign(pace, {{ type: 'hidden', name: 'pace', value: '0' }});
         document.querySelector('#{game} details.new form').append(pace);"
    );
    page.run(&script).await.unwrap();
}

/// Checks the pages after a game: the winner, every step again, and a record that holds.
async fn look_back(browsers: &Browsers, page: &Page) {
    let verdict = page.text("#result .verdict").await;
    assert!(verdict.contains("win"), "{verdict}");
    let table = page.path().await;

    page.click("a[href$='/replay']").await;
    page.until("location.pathname.endsWith('/replay')").await;
    page.until("document.getElementById('table')?.dataset.ready === ''").await;
    let first = page.text("#step-count").await;
    let inputs: u64 = first.split_whitespace().last().unwrap().parse().unwrap();
    assert_eq!(first, format!("0 of {inputs}"), "it opens at the beginning");
    let step = |at: u64| format!("document.getElementById('table').dataset.version === '{at}'");
    for (rel, at) in [("last", inputs), ("prev", inputs - 1), ("prev", inputs - 2), ("next", inputs - 1)] {
        page.click(&format!("a[rel={rel}]")).await;
        page.until(&step(at)).await;
        assert_eq!(page.text("#step-count").await, format!("{at} of {inputs}"));
    }
    page.keys("\u{e012}").await;
    page.until(&step(inputs - 2)).await;
    page.keys("\u{e014}").await;
    page.until(&step(inputs - 1)).await;
    page.click("a[rel=first]").await;
    page.until(&step(0)).await;

    page.go(&table).await;
    let link = page.value("document.querySelector('a[download]').pathname").await;
    let mut client = Client::new(browsers.table.at);
    let record = client.get(link.as_str().unwrap(), "text/html").await.unwrap();
    assert_eq!(record.status, 200);
    let disposition = record.header("content-disposition").unwrap();
    assert!(disposition.starts_with("attachment; filename="), "{disposition}");
    let folder = fresh_folder("record");
    let file = folder.join("record.txt");
    std::fs::write(&file, &record.body).unwrap();
    let verified = Command::new(env!("CARGO_BIN_EXE_gruntle")).args(["record", "verify"]).arg(&file).output();
    let verified = verified.unwrap();
    assert!(verified.status.success(), "{verified:?}\n{}", record.body);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn spammers_is_played_by_clicks_from_the_home_page_to_its_record() {
    let Some(browsers) = Browsers::start("click-spammers").await else { return };
    let page = browsers.visitor(Manner::Usual).await;
    let choices =
        [("seat-b", "peddler"), ("variant", "demonstration"), ("deck", "starter"), ("wait", "none")];
    open_table(&page, "spammers", "Ann", 2, &choices).await;
    let end = page.play(&mut Luck::new(1), By::Click, None).await;
    assert_eq!(end.at, At::Over);
    look_back(&browsers, &page).await;
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn spam_o_rama_is_played_by_clicks_from_the_home_page_to_its_record() {
    let Some(browsers) = Browsers::start("click-spam-o-rama").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let choices = [("seat-b", "peddler"), ("seat-c", "peddler"), ("seat-d", "peddler")];
    open_table(&page, "spam-o-rama", "Ann", 4, &choices).await;
    let end = page.play(&mut Luck::new(2), By::Click, None).await;
    assert_eq!(end.at, At::Over);
    look_back(&browsers, &page).await;
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn one_click_on_the_home_page_is_enough_to_be_asked_something() {
    let Some(browsers) = Browsers::start("one-click").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    for game in ["spammers", "spam-o-rama"] {
        page.go("/").await;
        page.click(&format!("form[action='/play/{game}'] button")).await;
        page.until("location.pathname.startsWith('/t/')").await;
        let seen = page.until_asked().await;
        assert!(!seen.asks.is_empty());
        page.pick(&seen, &mut Luck::new(3), By::Click).await;
    }
    page.close().await;
}
