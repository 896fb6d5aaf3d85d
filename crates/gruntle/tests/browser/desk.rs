//! Playing at the table by its lit pieces: every lit piece may be picked, by mouse, keys or touch.

use std::time::{Duration, Instant};

use fantoccini::error::CmdError;
use serde_json::Value;

use crate::chrome::{PATIENCE, Page};

/// How soon a pick that has gone nowhere is tried again: a change may have come in between, or what was clicked had
/// come under the pointer less than 400 ms before.
pub const AGAIN: Duration = Duration::from_millis(450);
/// How long a pick may lead nowhere: less than anybody else at the table would wait for it.
const STUCK: Duration = Duration::from_secs(40);
/// More decisions than any of these games needs.
const ENOUGH: u32 = 1_000;

const LOOK: &str = "
    const table = document.getElementById('table');
    if (!table) return { at: 'elsewhere' };
    if (document.getElementById('result')) return { at: 'over' };
    if (table.classList.contains('curtain')) return { at: 'curtain' };
    if (table.classList.contains('rerun')) return { at: 'replay' };
    // All is over, and the table stays for a last look: from there one goes on.
    const onward = table.querySelector('.ended > .onward');
    if (onward) {
        if (!(performance.now() - onward.went < 5000)) { onward.went = performance.now(); onward.click(); }
        return { at: 'elsewhere' };
    }
    const lit = [...table.querySelectorAll('.lit > .pick')].map((pick) => pick.parentElement.dataset.piece);
    const steps = [...document.querySelectorAll('#steps button[data-step]:not([aria-disabled])')]
        .map((step) => [step.dataset.step, step.querySelector('kbd')?.textContent ?? '']);
    return {
        at: 'table', lit, steps,
        answered: document.querySelector('#prompt .answered') !== null,
        version: table.dataset.version,
        asks: document.querySelector('#asks > span').textContent,
        say: document.getElementById('say').textContent,
        depth: Math.max(table.querySelectorAll('.picked').length, table.classList.contains('picking') ? 1 : 0),
        hint: document.getElementById('hint').textContent,
    };";

/// Where somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// At a table that goes on.
    Table,
    /// Before the curtain of a hot seat.
    Curtain,
    /// After the game.
    Over,
    /// Somewhere else.
    Elsewhere,
}

/// The table as a player sees it who may pick something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub at: At,
    /// Pieces on the table that may be picked.
    pub lit: Vec<String>,
    /// Answers in the task bar, each with its key.
    pub steps: Vec<(String, String)>,
    /// Whether this was answered already, and can only be answered otherwise.
    pub answered: bool,
    pub version: String,
    pub asks: String,
    /// The last words of a screen reader.
    pub say: String,
    /// How much has been picked.
    pub depth: u64,
    pub hint: String,
}

impl Seen {
    fn read(value: &Value) -> Self {
        let text = |key: &str| value[key].as_str().unwrap_or_default().trim().to_owned();
        let at = match value["at"].as_str().unwrap_or_default() {
            "table" => At::Table,
            "curtain" => At::Curtain,
            "over" => At::Over,
            _ => At::Elsewhere,
        };
        let list = |key: &str| value[key].as_array().cloned().unwrap_or_default();
        let word = |value: &Value| value.as_str().unwrap().to_owned();
        Self {
            at,
            lit: list("lit").iter().map(word).collect(),
            steps: list("steps").iter().map(|step| (word(&step[0]), word(&step[1]))).collect(),
            answered: value["answered"] == true,
            version: text("version"),
            asks: text("asks"),
            say: text("say"),
            depth: value["depth"].as_u64().unwrap_or(0),
            hint: text("hint"),
        }
    }

    /// Whether there is something to pick.
    pub fn is_asked(&self) -> bool {
        self.at == At::Table && !self.answered && !(self.lit.is_empty() && self.steps.is_empty())
    }

    /// Everything that can be clicked now.
    pub fn picks(&self) -> Vec<String> {
        let lit = self.lit.iter().map(|piece| format!("[data-piece={piece:?}].lit > .pick"));
        let steps = self.steps.iter().map(|(step, _)| format!("#steps [data-step={step:?}]"));
        lit.chain(steps).collect()
    }

    /// Whether a pick has led from there to here; words come and go by themselves.
    fn is_past(&self, from: &Self) -> bool {
        let here = (self.at, &self.version, &self.lit, &self.steps, self.answered, self.depth);
        here != (from.at, &from.version, &from.lit, &from.steps, from.answered, from.depth)
    }
}

/// Luck that is the same every time.
pub struct Luck(u64);

impl Luck {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// How something is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Click,
    Tap,
}

impl Page {
    /// The table as it is now; a page may be on its way to another.
    pub async fn look(&self) -> Seen {
        Seen::read(&self.run(LOOK).await.unwrap_or_default())
    }

    /// Waits until something is asked, or the game is over, or the device is to be handed on.
    pub async fn until_asked(&self) -> Seen {
        let since = Instant::now();
        loop {
            let seen = self.look().await;
            if seen.is_asked() || matches!(seen.at, At::Over | At::Curtain) {
                return seen;
            }
            if since.elapsed() > PATIENCE {
                panic!("nothing is asked: {seen:?}\n{}", self.describe().await);
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Waits until the game is over and its result is shown.
    pub async fn until_over(&self) {
        let since = Instant::now();
        while self.look().await.at != At::Over {
            assert!(since.elapsed() < PATIENCE, "it is not over\n{}", self.describe().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until the pick that was just made has led somewhere; says whether it has.
    pub async fn has_moved(&self, from: &Seen) -> bool {
        let since = Instant::now();
        while since.elapsed() < AGAIN {
            let seen = self.look().await;
            // Between sending and the answer nothing is lit.
            if seen.at != At::Elsewhere && seen.is_past(from) && !seen.hint.starts_with("Sending") {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        false
    }

    /// Picks one of the things that can be picked.
    pub async fn pick(&self, seen: &Seen, luck: &mut Luck, by: By) {
        let since = Instant::now();
        let pick = luck.of(&seen.picks()).clone();
        loop {
            let done: Result<(), CmdError> = match by {
                By::Click => self.try_click(&pick).await,
                By::Tap => self.try_tap(&pick).await,
            };
            // A piece of a changed table need not be picked any more.
            if self.has_moved(seen).await {
                return;
            }
            if since.elapsed() > STUCK {
                panic!("{pick} leads nowhere: {done:?}\n{seen:?}\n{}", self.describe().await);
            }
        }
    }

    /// Answers every question at random, until the game is over or so many picks are made.
    pub async fn play(&self, luck: &mut Luck, by: By, most: Option<u32>) -> Seen {
        let mut picks = 0;
        loop {
            let seen = self.until_asked().await;
            if seen.at != At::Table || most.is_some_and(|most| picks >= most) {
                return seen;
            }
            self.pick(&seen, luck, by).await;
            picks += 1;
            assert!(picks < ENOUGH, "this game does not end");
        }
    }
}
