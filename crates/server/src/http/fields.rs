//! What a POST says: a form or a JSON object, as names and values.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use table::Seat;

use super::answer;
use crate::board::Format;
use crate::problem::Problem;

/// The fields of a POST.
pub(crate) struct Fields(pub(crate) BTreeMap<String, String>);

/// How long a client may take to send a body.
const BODY_WITHIN: Duration = Duration::from_secs(15);
/// More fields than any form of ours has.
const MOST_FIELDS: usize = 40;

impl Fields {
    /// A field that is not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A field that must be there.
    pub(crate) fn need(&self, name: &str) -> Result<&str, Problem> {
        self.get(name).ok_or_else(|| Problem::wrong(format!("the field '{name}' is missing")))
    }

    /// A number that must be there.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Result<T, Problem> {
        self.need(name)?
            .trim()
            .parse()
            .map_err(|_| Problem::wrong(format!("the field '{name}' should be a whole number")))
    }

    /// A seat, if one is named.
    pub(crate) fn seat(&self) -> Result<Option<Seat>, Problem> {
        self.get("seat").map(read_seat).transpose()
    }
}

/// A seat by its letter.
pub(super) fn read_seat(letter: &str) -> Result<Seat, Problem> {
    letter.to_uppercase().parse().map_err(|_| Problem::wrong("a seat is a letter from A to F"))
}

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let is_json = kind.starts_with("application/json");
        let wants = request.headers().get("accept").and_then(|value| value.to_str().ok()).unwrap_or("");
        let format = if is_json || wants.contains("application/json") { Format::Json } else { Format::Html };
        let read = tokio::time::timeout(BODY_WITHIN, Bytes::from_request(request, state)).await;
        let read = read.map_err(|_| {
            let sentence = "the rest of the request did not come; send it again";
            answer::problem(format, &Problem::too_much(StatusCode::REQUEST_TIMEOUT, sentence))
        })?;
        let bytes = read.map_err(|rejected| {
            let status = rejected.into_response().status();
            let sentence = if status == StatusCode::PAYLOAD_TOO_LARGE {
                "that is too much at once; a form of ours is never longer than 16 KiB"
            } else {
                "the request could not be read"
            };
            answer::problem(format, &Problem::too_much(status, sentence))
        })?;
        let fields = if is_json { read_json(&bytes) } else { read_form(&bytes) };
        fields.map(Self).map_err(|wrong| answer::problem(format, &wrong))
    }
}

fn read_json(bytes: &[u8]) -> Result<BTreeMap<String, String>, Problem> {
    let wrong = || Problem::wrong("the body should be a JSON object of strings and numbers");
    let Ok(Value::Object(object)) = serde_json::from_slice::<Value>(bytes) else { return Err(wrong()) };
    if object.len() > MOST_FIELDS {
        return Err(wrong());
    }
    object
        .into_iter()
        .map(|(name, value)| match value {
            Value::String(text) => Ok((name, text)),
            Value::Number(number) => Ok((name, number.to_string())),
            Value::Bool(true) => Ok((name, "yes".to_owned())),
            Value::Bool(false) => Ok((name, "no".to_owned())),
            Value::Null => Ok((name, String::new())),
            Value::Array(_) | Value::Object(_) => Err(wrong()),
        })
        .collect()
}

fn read_form(bytes: &[u8]) -> Result<BTreeMap<String, String>, Problem> {
    if !is_well_escaped(bytes) {
        return Err(not_utf8());
    }
    form_urlencoded::parse(bytes)
        .take(MOST_FIELDS)
        .map(|(name, value)| Ok((as_sent(&name)?, as_sent(&value)?)))
        .collect()
}

fn not_utf8() -> Problem {
    Problem::wrong("the form is not UTF-8")
}

/// Whether every percent sign stands before two digits.
fn is_well_escaped(text: &[u8]) -> bool {
    let mut escapes = text.split(|byte| *byte == b'%').skip(1);
    escapes.all(|escape| escape.len() >= 2 && escape[..2].iter().all(u8::is_ascii_hexdigit))
}

/// What was read, unless some of it could not be.
fn as_sent(text: &str) -> Result<String, Problem> {
    if text.contains(char::REPLACEMENT_CHARACTER) { Err(not_utf8()) } else { Ok(text.to_owned()) }
}

/// Text as it was before it was escaped; a plus stands for itself.
pub(super) fn unescaped(text: &str) -> Result<String, Problem> {
    if !is_well_escaped(text.as_bytes()) {
        return Err(not_utf8());
    }
    let form = format!("={}", text.replace('+', "%2B").replace('&', "%26"));
    form_urlencoded::parse(form.as_bytes())
        .next()
        .map_or_else(|| Ok(String::new()), |(_, value)| as_sent(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_browsers_write_them() {
        let fields = read_form(b"name=Zo%C3%AB+X&seats=3&empty=&flag").unwrap();
        assert_eq!(fields["name"], "Zoë X");
        assert_eq!(fields["seats"], "3");
        assert_eq!(fields["empty"], "");
        assert_eq!(fields["flag"], "");
        for wrong in [&b"a=%ff"[..], b"a=%4", b"a=%zz", b"\xff"] {
            assert!(read_form(wrong).is_err());
        }
    }

    #[test]
    fn json_is_read_as_fields() {
        let fields = read_json(br#"{"version": 17, "action": "pass", "public": true, "x": null}"#).unwrap();
        assert_eq!(fields["version"], "17");
        assert_eq!(fields["public"], "yes");
        for wrong in [&b"[]"[..], b"{", b"{\"a\":[1]}", b"17", b""] {
            assert!(read_json(wrong).is_err());
        }
    }

    /// A body that is announced and does not come.
    struct Never;

    impl http_body::Body for Never {
        type Data = Bytes;
        type Error = std::convert::Infallible;

        fn poll_frame(
            self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
            std::task::Poll::Pending
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_come_is_not_waited_for_for_ever() {
        let begun = tokio::time::Instant::now();
        let refused = Fields::from_request(Request::new(axum::body::Body::new(Never)), &()).await;
        assert_eq!(refused.err().map(|answer| answer.status()), Some(StatusCode::REQUEST_TIMEOUT));
        assert_eq!(begun.elapsed(), BODY_WITHIN);
    }

    proptest::proptest! {
        #[test]
        fn nothing_that_is_sent_panics(bytes: Vec<u8>) {
            let _ = read_form(&bytes);
            let _ = read_json(&bytes);
        }
    }
}
