//! Request parsing: a form, a JSON object or the query of an address, read into a type of its own.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde_json::Value;

use super::answer;
use crate::problem::Problem;
use crate::rooms::Format;

/// The body of a POST.
pub(super) struct Form<T>(pub(super) T);

/// The query of an address.
pub(super) struct Params<T>(pub(super) T);

/// Fields by their names.
type Fields = BTreeMap<String, String>;

/// Time-out of a request body.
const BODY_WITHIN: Duration = Duration::from_secs(15);
/// The most fields of a form; ours have fewer.
const MOST_FIELDS: usize = 40;

fn says_json(value: Option<&axum::http::HeaderValue>) -> bool {
    value.and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains("application/json"))
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = Response;

    async fn from_request(request: Request, _: &S) -> Result<Self, Response> {
        let (format, fields) = body_fields(request).await?;
        typed(&fields).map(Self).map_err(|wrong| answer::problem(format, &wrong))
    }
}

/// The fields of a body, and the format in which its sender reads answers. It is apart from [`Form`], which is compiled
/// for every type.
async fn body_fields(request: Request) -> Result<(Format, Fields), Response> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let is_json = kind.starts_with("application/json");
    let format =
        if is_json || says_json(request.headers().get(ACCEPT)) { Format::Json } else { Format::Html };
    let read = tokio::time::timeout(BODY_WITHIN, Bytes::from_request(request, &())).await;
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
    fields.map(|fields| (format, fields)).map_err(|wrong| answer::problem(format, &wrong))
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        let (format, fields) = query_fields(parts);
        fields.and_then(|fields| typed(&fields)).map(Self).map_err(|wrong| answer::problem(format, &wrong))
    }
}

/// The same for a query.
fn query_fields(parts: &Parts) -> (Format, Result<Fields, Problem>) {
    let fields = read_form(parts.uri.query().unwrap_or_default().as_bytes());
    let format = if says_json(parts.headers.get(ACCEPT)) { Format::Json } else { Format::Html };
    (format, fields)
}

/// These fields as a value; an empty one counts as missing.
fn typed<T: DeserializeOwned>(fields: &Fields) -> Result<T, Problem> {
    let said = fields.iter().filter(|(_, value)| !value.is_empty());
    let said = said.map(|(name, value)| (name.as_str(), Field { name, value }));
    T::deserialize(MapDeserializer::new(said)).map_err(|Wrong(sentence)| Problem::wrong(sentence))
}

/// An error in a field, as a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Wrong(String);

impl serde::de::Error for Wrong {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }

    fn missing_field(name: &'static str) -> Self {
        Self(format!("the field '{name}' is missing"))
    }
}

/// A field, with its value still as text.
#[derive(Clone, Copy)]
struct Field<'a> {
    name: &'a str,
    value: &'a str,
}

impl<'de> IntoDeserializer<'de, Wrong> for Field<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_str(self.value)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let number = self.value.trim().parse();
        let wrong = |_| Wrong(format!("the field '{}' should be a whole number", self.name));
        number.map_err(wrong).and_then(|number| visitor.visit_u64(number))
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_u64(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

fn read_json(bytes: &[u8]) -> Result<Fields, Problem> {
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

fn read_form(bytes: &[u8]) -> Result<Fields, Problem> {
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

/// The text as it was parsed, or its error.
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
    use proptest::test_runner::{Config, RngSeed};

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

    #[derive(Debug, serde::Deserialize, PartialEq)]
    struct Asked {
        version: u64,
        #[serde(default)]
        line: Option<u32>,
        action: String,
    }

    #[test]
    fn fields_are_what_their_types_say_or_a_sentence_says_why_not() {
        let asked = |text: &str| typed::<Asked>(&read_form(text.as_bytes()).unwrap());
        let right = Asked { version: 17, line: None, action: "pass".to_owned() };
        assert_eq!(asked("version=+17+&action=pass&more=x&line=").unwrap(), right);
        assert_eq!(asked("version=1&action=pass&line=3").unwrap().line, Some(3));
        for (text, why) in [
            ("action=pass", "the field 'version' is missing"),
            ("version=1&action=", "the field 'action' is missing"),
            ("version=x&action=pass", "the field 'version' should be a whole number"),
            ("version=-1&action=pass", "the field 'version' should be a whole number"),
            ("version=1&action=pass&line=1.5", "the field 'line' should be a whole number"),
        ] {
            assert_eq!(asked(text).unwrap_err().sentence, why);
        }
        assert!(asked("version=1&action=pass&line=99999999999").is_err());
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
        let refused =
            Form::<BTreeMap<String, String>>::from_request(Request::new(axum::body::Body::new(Never)), &())
                .await;
        assert_eq!(refused.err().map(|answer| answer.status()), Some(StatusCode::REQUEST_TIMEOUT));
        assert_eq!(begun.elapsed(), BODY_WITHIN);
    }

    proptest::proptest! {
        #![proptest_config(Config { rng_seed: RngSeed::Fixed(1998), ..Config::default() })]

        #[test]
        fn nothing_that_is_sent_panics(bytes: Vec<u8>) {
            let _ = read_form(&bytes);
            let _ = read_json(&bytes);
        }
    }
}
