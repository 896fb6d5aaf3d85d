//! The visitor: their key out of a cookie or a header, and the format of their answers.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use pages::preview::{Link, Preview};
use room::{KeyHash, Requester};
use table::Seat;

use super::{Https, Site, form};
use crate::key::{KeyIssuer, KeyWord};
use crate::problem::Problem;
use crate::rooms::{Format, Visit, Wanted};
use crate::store::Store;

/// A cookie: under HTTPS no other site can set one of its name, not even a neighbour under the same domain.
struct CookieName {
    plain: &'static str,
    https: &'static str,
}

impl CookieName {
    const fn under(&self, https: Https) -> &'static str {
        match https {
            Https::No => self.plain,
            Https::ByProxy => self.https,
        }
    }
}

/// The cookie with the key.
const KEY: CookieName = CookieName { plain: "gruntle", https: "__Host-gruntle" };
/// The cookie with the name last used.
const NAME: CookieName = CookieName { plain: "gruntle-name", https: "__Host-gruntle-name" };
/// How many seconds they are kept.
const YEAR: u32 = 365 * 24 * 60 * 60;

/// The visitor.
pub(crate) struct Visitor {
    /// The hash of their key, if they have one.
    pub(crate) key: Option<KeyHash>,
    /// The key itself.
    word: Option<KeyWord>,
    /// As a page or as data.
    pub(crate) format: Format,
    /// The name they last used.
    pub(crate) name: String,
    /// Where they think this site is.
    pub(crate) site: String,
    https: Https,
}

impl FromRequestParts<Site> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, site.https, site.rooms.store().issuer()))
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &axum::http::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The value of the first cookie of this name.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.split_once('='));
    cookies.find(|(one, _)| one.trim() == name).map(|(_, value)| value.trim())
}

/// The key in a cookie. The plain cookie of an HTTPS site is from before it had its own name; a key of today in it
/// was put there by somebody else.
fn key_in_cookie(headers: &HeaderMap, https: Https, issuer: &KeyIssuer) -> Option<KeyWord> {
    let found = |name| cookie(headers, name).and_then(KeyWord::read);
    match https {
        Https::No => found(KEY.plain),
        Https::ByProxy => {
            found(KEY.https).or_else(|| found(KEY.plain).filter(|key| !issuer.has_issued(*key)))
        }
    }
}

impl Visitor {
    fn of(headers: &HeaderMap, https: Https, issuer: &KeyIssuer) -> Self {
        let scheme_and_key = text(headers, &AUTHORIZATION).and_then(|value| value.split_once(' '));
        let bearer =
            scheme_and_key.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Bearer")).map(|(_, key)| key);
        let word = match bearer {
            Some(bearer) => KeyWord::read(bearer),
            None => key_in_cookie(headers, https, issuer),
        };
        let json = [&ACCEPT, &CONTENT_TYPE]
            .into_iter()
            .any(|name| text(headers, name).is_some_and(|value| value.contains("application/json")));
        let host = text(headers, &HOST).filter(|host| is_host(host)).unwrap_or("localhost");
        let scheme = match https {
            Https::No => "http",
            Https::ByProxy => "https",
        };
        let name = cookie(headers, NAME.under(https)).or_else(|| cookie(headers, NAME.plain));
        Self {
            key: word.map(|word| word.hash()),
            word,
            format: if json { Format::Json } else { Format::Html },
            name: name.map(decoded).unwrap_or_default(),
            site: format!("{scheme}://{host}"),
            https,
        }
    }

    /// The visit of this visitor, for this seat.
    pub(crate) fn visit(&self, seat: Option<Seat>) -> Visit {
        let from = Requester { key: self.key, seat };
        Visit {
            from,
            format: self.format,
            site: self.site.clone(),
            name: self.name.clone(),
            wanted: Wanted::Table,
        }
    }

    /// A link to a page of this site, as they would send it to somebody.
    pub(crate) fn link<'a>(&'a self, path: &'a str, preview: &'a Preview) -> Link<'a> {
        Link { site: &self.site, path, preview }
    }

    /// Sees to it that they have a key of this site; gives a fresh one, which the answer must carry, if they had none.
    /// A key that holds a seat is good: it is from before keys were issued.
    pub(crate) async fn keyed(&mut self, store: &Store) -> Result<Option<String>, Problem> {
        let is_issued = self.word.is_some_and(|word| store.issuer().has_issued(word));
        if let Some(key) = self.key
            && (is_issued
                || store
                    .has_key(key)
                    .await
                    .map_err(|error| Problem::of_store(&error, None, "keys could not be looked up"))?)
        {
            return Ok(None);
        }
        let fresh = store.issuer().issue().map_err(|_| Problem::broken())?;
        self.word = KeyWord::read(&fresh);
        self.key = self.word.map(|word| word.hash());
        Ok(Some(fresh))
    }

    /// Puts a fresh key and the name they gave into the answer.
    pub(crate) fn remember(&self, mut response: Response, key: Option<&str>, name: &str) -> Response {
        if let Some(key) = key {
            self.set_cookie(&mut response, &KEY, key, YEAR);
        }
        if !name.is_empty() {
            self.set_cookie(&mut response, &NAME, name, YEAR);
        }
        response
    }

    /// Removes both cookies, and what scripts have stored, from their browser.
    pub(crate) fn forgotten(&self, mut response: Response) -> Response {
        for which in [&KEY, &NAME] {
            self.set_cookie(&mut response, which, "", 0);
        }
        response.headers_mut().insert("clear-site-data", HeaderValue::from_static("\"storage\""));
        response
    }

    fn set_cookie(&self, response: &mut Response, which: &CookieName, value: &str, seconds: u32) {
        let name = which.under(self.https);
        // As in an address, where a blank is no plus.
        let value = form_urlencoded::byte_serialize(value.as_bytes()).collect::<String>().replace('+', "%20");
        let secure = match self.https {
            Https::No => "",
            Https::ByProxy => " Secure;",
        };
        let line = format!("{name}={value}; HttpOnly; SameSite=Lax;{secure} Path=/; Max-Age={seconds}");
        if let Ok(line) = HeaderValue::from_str(&line) {
            response.headers_mut().append(SET_COOKIE, line);
        }
    }
}

/// Whether this can be the host in a link: nothing that could lead elsewhere.
fn is_host(host: &str) -> bool {
    host.len() <= 255 && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
}

/// A name as a cookie carries it; what was not written by us is no name.
fn decoded(text: &str) -> String {
    form::unescaped(text).ok().as_deref().and_then(table::proper_name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key;
    use axum::response::IntoResponse as _;

    fn visitor(https: Https, lines: &[(axum::http::HeaderName, &str)]) -> Visitor {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        Visitor::of(&headers, https, &issuer())
    }

    fn issuer() -> KeyIssuer {
        KeyIssuer::new(b"a secret")
    }

    /// The cookies of an answer, as a browser sends them back.
    fn sent_back(answer: &Response) -> Vec<String> {
        let lines = answer.headers().get_all(SET_COOKIE).iter();
        lines.map(|line| line.to_str().unwrap().split(';').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_name_survives_the_cookie() {
        for https in [Https::No, Https::ByProxy] {
            for name in ["Ann", "Zoë O'Neill", "a=b; c", "漢字", "50%", "a+b", "\"q\", r"] {
                let answer = visitor(https, &[]).remember(().into_response(), None, name);
                let cookies = sent_back(&answer).join("; ");
                assert_eq!(visitor(https, &[(COOKIE, &cookies)]).name, name, "{cookies}");
            }
        }
        assert_eq!(decoded("%zz%4"), "");
    }

    #[test]
    fn a_key_survives_the_cookie_and_is_known_again() {
        let key = issuer().issue().unwrap();
        for (https, name) in [(Https::No, "gruntle="), (Https::ByProxy, "__Host-gruntle=")] {
            let answer = visitor(https, &[]).remember(().into_response(), Some(&key), "");
            let line = answer.headers()[SET_COOKIE].to_str().unwrap().to_owned();
            assert!(
                line.starts_with(name) && line.contains("; Path=/") && line.contains("; HttpOnly"),
                "{line}"
            );
            assert!(line.contains("; SameSite=Lax") && line.contains("; Max-Age=31536000"), "{line}");
            assert_eq!(line.contains("; Secure"), https == Https::ByProxy, "{line}");
            assert!(!line.contains("Domain"), "{line}");
            let back = visitor(https, &[(COOKIE, &sent_back(&answer).join("; "))]);
            assert!(back.key == key::hash(&key) && back.word.is_some_and(|word| issuer().has_issued(word)));
        }
        let made_up = "a".repeat(26);
        for scheme in ["Bearer", "bearer", "BEARER"] {
            let bearer = visitor(Https::No, &[(AUTHORIZATION, &format!("{scheme} {made_up}"))]);
            assert!(bearer.key.is_some() && !bearer.word.is_some_and(|word| issuer().has_issued(word)));
        }
    }

    #[test]
    fn under_https_the_old_cookie_is_read_and_cannot_be_planted() {
        let (old, planted) = ("a".repeat(26), issuer().issue().unwrap());
        let read = |cookies: &str| visitor(Https::ByProxy, &[(COOKIE, cookies)]).key;
        assert_eq!(read(&format!("gruntle={old}")), key::hash(&old));
        assert_eq!(read(&format!("gruntle={planted}")), None);
        let own = issuer().issue().unwrap();
        assert_eq!(read(&format!("gruntle={old}; __Host-gruntle={own}")), key::hash(&own));
    }

    #[test]
    fn a_host_header_cannot_lead_elsewhere() {
        assert!(is_host("127.0.0.1:1998") && is_host("[::1]:1998") && is_host("spam.example"));
        for wrong in ["a/b", "user@host", "a b", "a\"b", "<x>"] {
            assert!(!is_host(wrong), "{wrong}");
        }
    }
}
