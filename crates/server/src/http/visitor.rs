//! Who asks: his key out of a cookie or a header, and how he reads answers.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use room::{KeyHash, Requester};
use table::Seat;

use super::{Https, Site, fields};
use crate::key;
use crate::problem::Problem;
use crate::rooms::{Format, Visit};

/// The cookie with the key.
const KEY: &str = "gruntle";
/// The cookie with the name last used.
const NAME: &str = "gruntle-name";
/// How long they are kept: a year.
const YEAR: u32 = 31_536_000;

/// Who asks.
pub(crate) struct Visitor {
    /// The hash of his key, if he has one.
    pub(crate) key: Option<KeyHash>,
    /// As a page or as data.
    pub(crate) format: Format,
    /// The name he last used.
    pub(crate) name: String,
    /// Where he thinks this site is.
    pub(crate) site: String,
    https: Https,
}

impl FromRequestParts<Site> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, site.https))
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &axum::http::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

impl Visitor {
    pub(super) fn of(headers: &HeaderMap, https: Https) -> Self {
        let bearer = text(headers, &AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let key = bearer.or_else(|| cookie(headers, KEY)).and_then(key::hash);
        let json = [&ACCEPT, &CONTENT_TYPE]
            .into_iter()
            .any(|name| text(headers, name).is_some_and(|value| value.contains("application/json")));
        let host = text(headers, &HOST).filter(|host| is_host(host)).unwrap_or("localhost");
        let scheme = match https {
            Https::No => "http",
            Https::ByProxy => "https",
        };
        Self {
            key,
            format: if json { Format::Json } else { Format::Html },
            name: cookie(headers, NAME).map(decoded).unwrap_or_default(),
            site: format!("{scheme}://{host}"),
            https,
        }
    }

    /// What a room needs to know of the visitor, who speaks for this seat.
    pub(crate) fn visit(&self, seat: Option<Seat>) -> Visit {
        let from = Requester { key: self.key, seat };
        Visit { from, format: self.format, site: self.site.clone(), name: self.name.clone() }
    }

    /// His key, or a fresh one that the answer must carry.
    pub(crate) fn keyed(&mut self) -> Result<Option<String>, Problem> {
        if self.key.is_some() {
            return Ok(None);
        }
        let fresh = key::key().map_err(|_| Problem::broken())?;
        self.key = key::hash(&fresh);
        Ok(Some(fresh))
    }

    /// Puts a fresh key and the name he gave into the answer.
    pub(crate) fn remember(&self, mut response: Response, key: Option<&str>, name: &str) -> Response {
        let secure = match self.https {
            Https::No => "",
            Https::ByProxy => "; Secure",
        };
        let mut set = |name: &str, value: &str| {
            let line = format!("{name}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}");
            if let Ok(line) = HeaderValue::from_str(&line) {
                response.headers_mut().append(SET_COOKIE, line);
            }
        };
        if let Some(key) = key {
            set(KEY, key);
        }
        if !name.is_empty() {
            set(NAME, &encoded(name));
        }
        response
    }
}

/// Whether this can be the host in a link: nothing that could lead elsewhere.
fn is_host(host: &str) -> bool {
    host.len() <= 255 && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
}

/// Text as a cookie may carry it.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => (byte as char).to_string(),
            _ => format!("%{byte:02x}"),
        })
        .collect()
}

/// Back again; what was not written by us is no name.
fn decoded(text: &str) -> String {
    fields::unescaped(text).ok().as_deref().and_then(table::proper_name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_survives_the_cookie() {
        for name in ["Ann", "Zoë O'Neill", "a=b; c", "漢字"] {
            assert_eq!(decoded(&encoded(name)), name);
        }
        assert_eq!(decoded("%zz%4"), "");
    }

    #[test]
    fn a_host_header_cannot_lead_elsewhere() {
        assert!(is_host("127.0.0.1:1998") && is_host("[::1]:1998") && is_host("spam.example"));
        for wrong in ["a/b", "user@host", "a b", "a\"b", "<x>"] {
            assert!(!is_host(wrong), "{wrong}");
        }
    }
}
