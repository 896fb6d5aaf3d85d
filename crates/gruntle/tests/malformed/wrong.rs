//! Requests that are wrong in every way that comes to mind, out of a seed.

use driver::dice::Dice;

/// The target of the requests.
pub struct Aim {
    pub host: String,
    /// A match in play.
    pub code: String,
    /// The key of a seat in it.
    pub key: String,
    pub version: u64,
    /// Something that its holder could do now.
    pub legal: String,
}

/// How a request is to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// It is HTTP: it is answered, and no mischief is done.
    Answer,
    /// Another site asks: it is forbidden.
    Forbidden,
    /// It is hardly HTTP: an answer or none.
    Whatever,
}

pub struct Wrong {
    pub due: Due,
    pub bytes: Vec<u8>,
}

const COMMANDS: [&str; 19] = [
    "act", "back", "chat", "leave", "return", "resign", "react", "pace", "handover", "revoke", "kick",
    "fill", "open", "start", "stand", "ready", "spam", "sit", "explode",
];
const NUMBERS: [&str; 12] = [
    "-1",
    "1e99",
    "18446744073709551616",
    "1.5",
    "\"x\"",
    "\"\"",
    "[]",
    "[1]",
    "{}",
    "{\"a\":1}",
    "true",
    "\"１\"",
];
const ACTIONS: [&str; 8] = ["", "fly away", "play", "pass pass", "A stop", "* card x", "\\u0000", "back 0"];
const PATHS: [&str; 16] = [
    "/assets/../../etc/passwd",
    "/assets/..%2f..%2fetc%2fpasswd",
    "/assets/%2e%2e/Cargo.toml",
    "/t/%00",
    "/t/%ff%fe",
    "/t//act",
    "//",
    "/t/../t/../",
    "/rules/clause/%2e%2e%2f",
    "/rules/%ff",
    "/cards/..%5c..%5c",
    "/join?code=%ff&code=..",
    "/join?code=javascript:alert(1)",
    "/rules?q=%3Cscript%3E",
    "/t/abcd2345",
    "/play/nothing",
];

fn json(aim: &Aim, method: &str, path: &str, more: &str, body: &[u8]) -> Vec<u8> {
    request(aim, method, path, &format!("Content-Type: application/json\r\n{more}"), body)
}

fn request(aim: &Aim, method: &str, path: &str, more: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut bytes =
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\n{more}\r\n", aim.host)
            .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

fn own(aim: &Aim) -> String {
    format!("Authorization: Bearer {}\r\n", aim.key)
}

/// A key that opens nothing.
fn foreign(aim: &Aim, luck: &mut Dice) -> String {
    let key = luck.key();
    match luck.below(8) {
        0 => format!("Authorization: Bearer {key}\r\n"),
        1 => format!("Cookie: gruntle={key}\r\n"),
        2 => format!("Authorization: Bearer {}\r\n", aim.key.to_uppercase()),
        3 => format!("Authorization: Bearer {}\r\n", &aim.key[1..]),
        4 => format!("Authorization: Basic {}\r\n", aim.key),
        5 => format!("Cookie: gruntle=\"{}\"; gruntle\r\n", aim.key),
        6 => format!("Authorization: Bearer {}\r\n", "k".repeat(3_000)),
        _ => String::new(),
    }
}

fn wrong_body(aim: &Aim, luck: &mut Dice) -> Vec<u8> {
    let (number, action) = (*luck.pick(&NUMBERS), *luck.pick(&ACTIONS));
    match luck.below(8) {
        0 => format!("{{\"version\":{number},\"action\":\"{}\"}}", aim.legal).into_bytes(),
        1 => format!("{{\"version\":{},\"action\":{number}}}", aim.version).into_bytes(),
        2 => format!("{{\"version\":{},\"action\":\"{action}\"}}", aim.version).into_bytes(),
        3 => format!("{{\"version\":{},", aim.version).into_bytes(),
        4 => b"{\"version\":1,\"action\":\"\xff\xfe\xc3\"}".to_vec(),
        5 => "[".repeat(1 + luck.below(9_000)).into_bytes(),
        6 => (0..luck.below(600)).map(|_| luck.roll() as u8).collect(),
        _ => {
            let fields: Vec<String> = (0..60).map(|number| format!("\"f{number}\":{number}")).collect();
            format!("{{{}}}", fields.join(",")).into_bytes()
        }
    }
}

/// The next wrong request.
pub fn wrong(aim: &Aim, luck: &mut Dice) -> Wrong {
    let command = *luck.pick(&COMMANDS);
    let table = format!("/t/{}", aim.code);
    let path = format!("{table}/{command}");
    let legal = format!("{{\"version\":{},\"action\":\"{}\",\"line\":0}}", aim.version, aim.legal);
    let answer = |bytes| Wrong { due: Due::Answer, bytes };
    match luck.below(12) {
        // With the right key and a senseless body; commands that need no body are left out.
        0 | 1 => answer(json(aim, "POST", &format!("{table}/act"), &own(aim), &wrong_body(aim, luck))),
        // A legal request with a wrong key.
        2 | 3 => answer(json(aim, "POST", &path, &foreign(aim, luck), legal.as_bytes())),
        // Stale, or of the future.
        4 => {
            let version = match luck.below(3) {
                0 => aim.version - 1 - luck.below(aim.version as usize - 1) as u64,
                1 => aim.version + 1 + luck.below(1_000) as u64,
                _ => u64::MAX - luck.below(3) as u64,
            };
            let body = format!("{{\"version\":{version},\"action\":\"{}\"}}", aim.legal);
            let command = *luck.pick(&["act", "back"]);
            answer(json(aim, "POST", &format!("{table}/{command}"), &own(aim), body.as_bytes()))
        }
        // Not what it says it is.
        5 => {
            let kind = *luck.pick(&[
                "text/plain",
                "multipart/form-data; boundary=x",
                "image/png",
                "application/xml",
                "é",
            ]);
            let more = format!("{}Content-Type: {kind}\r\n", own(aim));
            answer(request(aim, "POST", &format!("{table}/act"), &more, legal.as_bytes()))
        }
        // A method for which there is nothing.
        6 => {
            let method = *luck.pick(&["DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "BREW", "QUERY"]);
            let path = *luck.pick(&[path.as_str(), "/", "/tables", "/assets/x"]);
            answer(json(aim, method, path, &own(aim), legal.as_bytes()))
        }
        7 => {
            let path = *luck.pick(&PATHS);
            answer(request(aim, "GET", path, &foreign(aim, luck), b""))
        }
        // GET where only POST goes, POST where only GET goes, and pages hidden until the end.
        8 => {
            let (method, path) = match luck.below(6) {
                0 => ("GET", path),
                1 => ("POST", table),
                2 => ("POST", "/rules".to_owned()),
                3 => ("GET", format!("{table}/record")),
                4 => ("GET", format!("{table}/replay?at=1&as={}", luck.pick(&["A", "B", "Z", "%00"]))),
                _ => ("POST", format!("{table}/continue")),
            };
            answer(json(aim, method, &path, &own(aim), b"{\"at\":1,\"seat\":\"A\"}"))
        }
        // Another site asks, with the right key and for something right.
        9 => {
            let from = *luck.pick(&[
                "Origin: http://evil.example\r\n",
                "Origin: null\r\n",
                "Origin: http://127.0.0.1\r\n",
                "Sec-Fetch-Site: cross-site\r\n",
                "Sec-Fetch-Site: same-site\r\n",
                "Origin: \u{e9}\r\n",
            ]);
            let bytes = json(aim, "POST", &path, &format!("{}{from}", own(aim)), legal.as_bytes());
            Wrong { due: Due::Forbidden, bytes }
        }
        10 => answer(odd_headers(aim, &table, luck)),
        _ => Wrong { due: Due::Whatever, bytes: broken(aim, &table, luck) },
    }
}

fn odd_headers(aim: &Aim, table: &str, luck: &mut Dice) -> Vec<u8> {
    let more = match luck.below(6) {
        0 => format!("X-Long: {}\r\n", "x".repeat(luck.below(9_000))),
        1 => (0..60).map(|number| format!("X-{number}: {number}\r\n")).collect(),
        2 => format!("Cookie: {}\r\n", "a=b; ".repeat(luck.below(1_500))),
        3 => "Accept: application/json, */*;q=nonsense, \u{7f}\r\n".replace('\u{7f}', "?"),
        4 => "Last-Event-ID: -1\r\nIf-None-Match: *\r\nRange: bytes=0-1,2-\r\nExpect: nothing\r\n".to_owned(),
        _ => "Cookie: gruntle-name=%ff%00%zz; gruntle-name=%3Cscript%3E\r\nForwarded: for=1\r\n".to_owned(),
    };
    let path = *luck.pick(&[table, "/", "/rules", "/healthz"]);
    request(aim, "GET", path, &more, b"")
}

/// Hardly HTTP. A truncated request asks for something right with the right key, and must not be done all the same.
fn broken(aim: &Aim, table: &str, luck: &mut Dice) -> Vec<u8> {
    let (host, key) = (&aim.host, own(aim));
    let leave =
        format!("POST {table}/leave HTTP/1.1\r\nHost: {host}\r\n{key}Content-Type: application/json\r\n");
    match luck.below(12) {
        0 => format!("{leave}Content-Length: 100\r\n\r\n{{}}").into_bytes(),
        1 => format!("{leave}Transfer-Encoding: chunked\r\n\r\n5\r\n{{}}").into_bytes(),
        2 => format!("{leave}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\nzz\r\n").into_bytes(),
        3 => format!("{leave}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}").into_bytes(),
        4 => format!("{leave}Content-Length: -2\r\n\r\n{{}}").into_bytes(),
        5 => format!("{leave}X: a\0b\r\n\r\n").into_bytes(),
        6 => format!("GET {table} HTTP/9.9\r\nHost: {host}\r\n\r\n").into_bytes(),
        7 => format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "x".repeat(50_000)).into_bytes(),
        8 => (0..400)
            .map(|number| format!("X-{number}: x\r\n"))
            .fold(format!("GET / HTTP/1.1\r\n{key}"), |a, b| a + &b)
            .into_bytes(),
        9 => (0..1 + luck.below(300)).map(|_| luck.roll() as u8).collect(),
        10 => {
            let size = 17_000 + luck.below(100_000);
            let body = format!(
                "{{\"version\":{},\"action\":\"{}\",\"x\":\"{}\"}}",
                aim.version,
                aim.legal,
                "x".repeat(size)
            );
            json(aim, "POST", &format!("{table}/act"), &key, body.as_bytes())
        }
        _ => leave.into_bytes(),
    }
}
