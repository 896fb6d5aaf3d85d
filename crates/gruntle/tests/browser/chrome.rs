//! A browser to test with: it is found on the machine, started, and ended with the test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions, PointerAction, TouchActions};
use fantoccini::elements::Element;
use fantoccini::error::{CmdError, NewSessionError};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};
use services::{fresh_folder, without};
use tokio::sync::{Semaphore, SemaphorePermit};

use driver::table::Table;

/// How long anything may take on a machine that is busy with other things.
pub const PATIENCE: Duration = Duration::from_secs(300);
/// The morning of a day of 2026, in milliseconds, whose deal and puzzle are those of all tests.
const A_DAY: u64 = 1_772_442_000_000;
const BETWEEN_LOOKS: Duration = Duration::from_millis(15);

const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const CHROMEDRIVER: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// How many tests have browsers at a time.
static PLACES: Semaphore = Semaphore::const_new(3);

fn found(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let in_folder = |folder: &PathBuf| names.iter().map(|name| folder.join(name)).find(|file| file.is_file());
    std::env::split_paths(&path).collect::<Vec<_>>().iter().find_map(in_folder)
}

/// A WebDriver and a table of its own to visit.
pub struct Browsers {
    child: Child,
    _said: BufReader<ChildStdout>,
    chromium: PathBuf,
    at: SocketAddr,
    folder: PathBuf,
    visitors: AtomicU32,
    pub table: Table,
    _place: SemaphorePermit<'static>,
}

/// How a browser is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Usual,
    /// It asks for less motion, so that nothing need be waited for.
    Calm,
    /// It runs no scripts.
    WithoutScripts,
}

/// Where a WebDriver says that it listens, unless it goes away.
fn told_port(said: &mut impl BufRead) -> Option<u16> {
    loop {
        let mut line = String::new();
        if said.read_line(&mut line).unwrap() == 0 {
            return None;
        }
        if let Some((_, port)) = line.trim().trim_end_matches('.').rsplit_once("successfully on port ") {
            return Some(port.parse().unwrap());
        }
    }
}

/// Starts a WebDriver; gives its port.
fn start_driver(chromedriver: &Path) -> (Child, BufReader<ChildStdout>, u16) {
    let mut tries = 0;
    loop {
        let mut command = Command::new(chromedriver);
        let mut child = command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        match told_port(&mut said) {
            Some(port) => return (child, said, port),
            // It takes a port of one kind of address and goes away where somebody has that port of the other kind.
            None => drop(child.wait()),
        }
        tries += 1;
        assert!(tries < 5, "the WebDriver goes away");
    }
}

impl Browsers {
    /// Starts them, if the machine has what it takes.
    pub async fn start(name: &str) -> Option<Self> {
        let (Some(chromium), Some(chromedriver)) = (found(&CHROMIUM), found(&CHROMEDRIVER)) else {
            without("There is no Chromium with its WebDriver on this machine");
            return None;
        };
        let place = PLACES.acquire().await.unwrap();
        let (child, said, port) = start_driver(&chromedriver);
        let table = Table::start_at(Path::new(env!("CARGO_BIN_EXE_gruntle")), name, A_DAY);
        let folder = fresh_folder(&format!("{name}-profiles"));
        let at = SocketAddr::from(([127, 0, 0, 1], port));
        Some(Self {
            child,
            _said: said,
            chromium,
            at,
            folder,
            visitors: AtomicU32::new(0),
            table,
            _place: place,
        })
    }

    /// Another person with a browser that has never been here.
    pub async fn visitor(&self, manner: Manner) -> Page {
        let mut tries = 0;
        let client = loop {
            match self.open(manner).await {
                Ok(client) => break client,
                // On a busy machine a browser may take longer to come up than its driver waits.
                Err(_) if tries < 3 => tries += 1,
                Err(why) => panic!("no browser comes: {why}"),
            }
        };
        let session = client.session_id().await.unwrap().unwrap();
        let page = Page { client, session, driver: self.at, site: format!("http://{}", self.table.at) };
        page.screen(1280, 900, Screen::Desk).await;
        page.theme("light", manner).await;
        // Moves are shown at once; staging has tests of its own.
        let at_once = "try { localStorage.speed ??= 'instant'; localStorage.sound ??= 'off'; } catch {}";
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": at_once })).await;
        page
    }

    /// A browser with a fresh profile.
    async fn open(&self, manner: Manner) -> Result<Client, NewSessionError> {
        let profile = self.folder.join(self.visitors.fetch_add(1, Ordering::Relaxed).to_string());
        let mut options = json!({
            "binary": self.chromium,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                format!("--user-data-dir={}", profile.display()),
            ],
        });
        if manner == Manner::WithoutScripts {
            options["prefs"] = json!({ "profile.managed_default_content_settings.javascript": 2 });
        }
        let mut capabilities = Map::new();
        capabilities.insert("goog:chromeOptions".to_owned(), options);
        capabilities.insert("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" }));
        ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://{}", self.at))
            .await
    }
}

impl Drop for Browsers {
    fn drop(&mut self) {
        // Told to shut down it ends its browsers first; killed at once it would leave them behind.
        if let Ok(mut stream) = TcpStream::connect(self.at) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let _ =
                write!(stream, "GET /shutdown HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.at);
            let _ = stream.read(&mut [0; 256]);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    Desk,
    Phone,
}

/// A person's browser and the page it shows.
pub struct Page {
    pub client: Client,
    session: String,
    driver: SocketAddr,
    site: String,
}

impl Page {
    pub async fn driver(&self, path: &str, body: &Value) -> Value {
        let mut driver = driver::Client::new(self.driver);
        let answer = driver.post(&format!("/session/{}/{path}", self.session), body).await.unwrap();
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.body);
        answer.json()["value"].clone()
    }

    /// A command of the browser's own protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.driver("goog/cdp/execute", &json!({ "cmd": command, "params": parameters })).await
    }

    /// The complaints of the browser.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.driver("se/log", &json!({ "type": "browser" })).await;
        let lines = log.as_array().unwrap().iter();
        lines
            .filter(|line| line["level"] == "SEVERE")
            .map(|line| line["message"].as_str().unwrap().to_owned())
            .collect()
    }

    pub async fn screen(&self, width: u32, height: u32, kind: Screen) {
        let is_phone = kind == Screen::Phone;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone })).await;
    }

    /// Light or dark, as the person's system has it.
    pub async fn theme(&self, theme: &str, manner: Manner) {
        let motion = if manner == Manner::Usual { "no-preference" } else { "reduce" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": theme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Makes the browser that of the visitor with this key.
    pub async fn take_key(&self, key: &str) {
        let cookie = json!({ "name": "gruntle", "value": key, "url": self.site, "httpOnly": true });
        self.devtools("Network.setCookie", cookie).await;
    }

    pub async fn go(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.site)).await.unwrap();
    }

    /// Where it is, without the host.
    pub async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Value {
        self.run(&format!("return ({expression});")).await.unwrap()
    }

    pub async fn run(&self, script: &str) -> Result<Value, CmdError> {
        self.client.execute(script, Vec::new()).await
    }

    pub async fn text(&self, selector: &str) -> String {
        let value = self.value(&format!("document.querySelector({selector:?})?.textContent ?? ''")).await;
        value.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub async fn has(&self, selector: &str) -> bool {
        self.value(&format!("document.querySelector({selector:?}) !== null")).await == true
    }

    /// Waits until the expression says something other than no, and gives it. A page may go away under it.
    pub async fn until(&self, expression: &str) -> Value {
        let since = Instant::now();
        loop {
            let now = self.run(&format!("return ({expression});")).await;
            if let Ok(value) = &now
                && !value.is_null()
                && *value != false
                && *value != ""
            {
                return value.clone();
            }
            if since.elapsed() > PATIENCE {
                panic!("never so: {expression} ({now:?})\n{}", self.describe().await);
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    pub async fn until_there(&self, selector: &str) {
        self.until(&format!("document.querySelector({selector:?}) !== null")).await;
    }

    /// The page in words, for failure messages.
    pub async fn describe(&self) -> String {
        let script = "return [location.href, document.title, document.querySelector('#prompt')?.innerText ?? '', \
                      document.activeElement?.outerHTML.slice(0, 200)].join('\\n');";
        let seen = self.run(script).await;
        let seen = seen.ok().and_then(|seen| seen.as_str().map(str::to_owned)).unwrap_or_default();
        format!("{seen}\n{:?}", self.complaints().await)
    }

    /// Finds it, turns to the page of a small screen that it is on and scrolls to where it is in sight, as a person
    /// would.
    async fn find(&self, selector: &str) -> Result<Element, CmdError> {
        let element = self.client.find(Locator::Css(selector)).await?;
        let script = "
            const [it] = arguments;
            const page = it.closest('[data-page]');
            if (page && !page.checkVisibility()) document.querySelector(`.tabs [data-tab=\"${page.dataset.page}\"]`)?.click();
            for (const block of ['center', 'start', 'end']) {
                it.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
                const { left, top, width, height } = it.getBoundingClientRect();
                const there = document.elementFromPoint(left + width / 2, top + height / 2);
                if (there && it.contains(there)) return;
            }";
        self.client.execute(script, vec![serde_json::to_value(&element).unwrap()]).await?;
        Ok(element)
    }

    /// A click where it is; what lies under something else cannot be clicked.
    pub async fn try_click(&self, selector: &str) -> Result<(), CmdError> {
        self.find(selector).await?.click().await
    }

    /// A tap of a finger.
    pub async fn try_tap(&self, selector: &str) -> Result<(), CmdError> {
        let element = self.find(selector).await?;
        let finger = TouchActions::new("finger".to_owned())
            .then(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(finger).await
    }

    /// A click, as soon as it is possible.
    pub async fn click(&self, selector: &str) {
        let since = Instant::now();
        while let Err(why) = self.try_click(selector).await {
            if since.elapsed() > PATIENCE {
                panic!("cannot click {selector}: {why}\n{}", self.describe().await);
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// Types into a field that is empty or will be.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.until_there(selector).await;
        let field = self.find(selector).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Chooses from a list by its value.
    pub async fn select(&self, selector: &str, value: &str) {
        self.until_there(selector).await;
        self.find(selector).await.unwrap().select_by_value(value).await.unwrap();
    }

    /// Presses keys one after the other, wherever the focus is.
    pub async fn keys(&self, keys: &str) {
        let presses =
            keys.chars().flat_map(|key| [KeyAction::Down { value: key }, KeyAction::Up { value: key }]);
        let hand = presses.fold(KeyActions::new("keys".to_owned()), KeyActions::then);
        self.client.perform_actions(hand).await.unwrap();
    }

    /// Ends the session, and checks that no script has failed and that the content policy held.
    pub async fn close(self) {
        for complaint in self.complaints().await {
            assert!(
                !complaint.contains("Content Security Policy") && !complaint.contains("Uncaught"),
                "{complaint}"
            );
        }
        self.client.close().await.unwrap();
    }
}
