//! How moments are staged: in the order in which they happen, gone at a key, held while paused, none where motion is
//! not wanted.

use serde_json::json;

use crate::chrome::{Browsers, Manner, Page};

/// A table in short, and a stage on it; `played` is what flew over it, and `now()` when the page would have changed.
const TABLE: &str = "
    const { Stage } = await import('/assets/motion.js');
    const make = (html) => Object.assign(document.createElement('template'), { innerHTML: html }).content.firstChild;
    document.body.replaceChildren(make(`<main id=table data-viewer=a>
        <header id=bar-a data-piece=seat-a>Ann <span class='flag turn'>turn</span></header>
        <header id=bar-b data-piece=seat-b>Bo</header>
        <p data-piece=scam-one>Scam</p> <p data-piece=list-one>List</p>
        <p data-piece=port-1><i class=coin>1</i></p> <p data-piece=port-2><i class=coin>2</i></p>
        <ul><li data-client=suns><svg class=meter viewBox='0 0 40 6'><rect width=9 height=6></rect></svg></li></ul>
        <div id=hand>Hand</div></main>`));
    const main = document.getElementById('table');
    const stage = new Stage(main, { get: () => 'fast' });
    const played = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const { className } of addedNodes) played.push(className);
    }).observe(stage.screen, { childList: true });
    const line = (moment, about = '', rest = {}) => {
        const line = document.createElement('li');
        Object.assign(line.dataset, { moment, about, ...rest });
        return line;
    };
    const show = async (lines) => {
        await stage.before(lines, new Map());
        played.push('now');
        await stage.after(lines);
    };
";

/// Runs this at the table in short; gives what it returns.
async fn at_the_table(page: &Page, script: &str) -> serde_json::Value {
    page.go("/").await;
    let whole = format!(
        "const done = arguments[arguments.length - 1];
         (async () => {{ {TABLE} {script} }})().then(done, (why) => done(String(why.stack)));"
    );
    page.client.execute_async(&whole, Vec::new()).await.unwrap()
}

const MAILING: &str =
    "[line('mail', 'scam-one list-one'), line('roll', '', { n: 5 }), line('gain', 'scam-one', { n: 2 })]";
const RELAY: &str = "[line('relay', 'port-1 port-2', { n: 1 }), line('reveal', 'port-2', { shows: 'suns:3' }), line('score', 'port-2', { n: 3, shows: 'suns:+3' })]";

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn moments_come_in_the_order_in_which_they_happen() {
    let Some(browsers) = Browsers::start("moments").await else { return };
    let page = browsers.visitor(Manner::Usual).await;
    let played = at_the_table(&page, &format!("await show({MAILING}); return played;")).await;
    assert_eq!(played, json!(["mail-sent", "die-thrown", "now", "float good"]));
    let played = at_the_table(
        &page,
        "const over = line('phase'); over.textContent = 'Over.'; await show([over]); return played;",
    );
    assert_eq!(played.await, json!(["now", "banner"]));

    let script = format!(
        "const slid = () => main.querySelector('[data-piece=port-1] > .coin').style.transform;
         const lines = {RELAY};
         await stage.before(lines, new Map());
         const there = slid();
         played.push('now');
         await stage.after(lines);
         return {{ played, slid: there !== '' }};"
    );
    let relayed = at_the_table(&page, &script).await;
    assert_eq!(
        relayed["played"].as_array().unwrap()[..3],
        [json!("revealed"), json!("now"), json!("coin-up")]
    );
    assert_eq!(
        relayed["slid"], true,
        "the stack lies where it was relayed to before its coins are turned up"
    );

    // A card that is stolen goes from one player to the other.
    let played = at_the_table(&page, "await show([line('steal', 'seat-b seat-a')]); return played;").await;
    assert_eq!(played, json!(["now", "card-drawn"]));
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn only_who_comes_to_the_mark_is_stamped() {
    let Some(browsers) = Browsers::start("stamped").await else { return };
    let page = browsers.visitor(Manner::Usual).await;
    let script = "
        const moving = () => [...main.querySelectorAll('.flag')].map((flag) => flag.getAnimations().length);
        const turn = [main.querySelector('#bar-a'), main.querySelector('#bar-b')];
        turn[1].append(turn[0].querySelector('.flag'));
        stage.mark();
        const passed = moving();
        turn[1].querySelector('.flag').className = 'flag';
        stage.mark();
        const marked = moving();
        stage.mark();
        return { passed, marked };";
    let seen = at_the_table(&page, script).await;
    assert_eq!(seen, json!({ "passed": [0], "marked": [1] }));
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn moments_are_skipped_held_and_left_out() {
    let Some(browsers) = Browsers::start("skipped").await else { return };
    let page = browsers.visitor(Manner::Usual).await;
    // At this pace a Mailing takes the better part of an hour, unless it is skipped.
    let script = format!(
        "stage.pace = 10000;
         let over = false;
         const shown = show({MAILING}).then(() => {{ over = true; }});
         while (!over) {{
             dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Escape' }}));
             await new Promise((next) => setTimeout(next));
         }}
         await shown;
         return {{ played, left: stage.screen.children.length }};"
    );
    let skipped = at_the_table(&page, &script).await;
    assert_eq!(
        skipped["played"].as_array().unwrap()[..3],
        [json!("mail-sent"), json!("die-thrown"), json!("now")]
    );

    let script = format!(
        "stage.pause(true);
         const shown = show({MAILING});
         await new Promise((next) => setTimeout(next));
         const held = [...played];
         stage.pause(false);
         await shown;
         return {{ held, played }};"
    );
    let paused = at_the_table(&page, &script).await;
    assert_eq!(paused["held"], json!([]));
    assert_eq!(paused["played"].as_array().unwrap().len(), 4);

    // Events of a pause are shown in full; a burst of events is hurried through.
    let script = "
        const { connect } = await import('/assets/live.js');
        stage.pace = 0;
        const shown = async (held) => {
            main.dataset.version = 0;
            const hurried = [];
            const take = connect(main, { stage, change: () => hurried.push(stage.hurry) });
            stage.pause(held);
            let done;
            for (let version = 1; version <= 20; version += 1) done = take(`{\"version\":${version},\"regions\":0}`);
            if (held) stage.pause(false);
            await done;
            return hurried.filter(Boolean).length;
        };
        return { held: await shown(true), free: await shown(false) };";
    let hurried = at_the_table(&page, script).await;
    assert_eq!(hurried["held"], 0);
    assert!(hurried["free"].as_u64().unwrap() > 0);
    page.close().await;

    let calm = browsers.visitor(Manner::Calm).await;
    let played = at_the_table(&calm, &format!("await show({MAILING}); return played;")).await;
    assert_eq!(played, json!(["now"]));
    calm.close().await;
}
