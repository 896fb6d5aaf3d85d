//! Usual requests: one whole GET or POST, and nothing after it. In doubt it is not usual.

use axum::body::Body;
use axum::http::header::{CONNECTION, CONTENT_LENGTH, EXPECT, HOST, TRAILER, TRANSFER_ENCODING, UPGRADE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri};
use bytes::Bytes;
use httparse::{EMPTY_HEADER, Status};

use super::super::LARGEST_BODY;

/// The longest head that is usual.
const LONGEST_HEAD: usize = 8 * 1024;
/// The most headers of a usual request; browsers send fewer.
const MOST_HEADERS: usize = 48;

/// The result of parsing the bytes so far.
#[derive(Debug)]
pub(super) enum Parsed {
    /// A usual request, the whole of it.
    Whole(Box<Request<Body>>),
    /// The beginning of one: so many bytes may be missing.
    Part(usize),
    /// Something else.
    Unusual,
}

/// Parses the bytes.
pub(super) fn read(bytes: &Bytes) -> Parsed {
    let mut headers = [EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    match head.parse(bytes) {
        Ok(Status::Complete(length)) if length <= LONGEST_HEAD => {
            usual(bytes, length, &head).unwrap_or(Parsed::Unusual)
        }
        Ok(Status::Partial) if bytes.len() < LONGEST_HEAD => Parsed::Part(LONGEST_HEAD - bytes.len()),
        Ok(Status::Complete(_) | Status::Partial) | Err(_) => Parsed::Unusual,
    }
}

fn usual(bytes: &Bytes, length: usize, head: &httparse::Request<'_, '_>) -> Option<Parsed> {
    let target = head.path.filter(|path| head.version == Some(1) && path.starts_with('/'))?;
    let mut headers = HeaderMap::with_capacity(head.headers.len());
    for header in head.headers.iter() {
        let name = HeaderName::from_bytes(header.name.as_bytes()).ok()?;
        let is_usual = match &name {
            &HOST | &CONTENT_LENGTH => !headers.contains_key(&name),
            &CONNECTION => header.value.eq_ignore_ascii_case(b"keep-alive"),
            &TRANSFER_ENCODING | &UPGRADE | &EXPECT | &TRAILER => false,
            _ => true,
        };
        if !is_usual {
            return None;
        }
        headers.append(name, HeaderValue::from_maybe_shared(bytes.slice_ref(header.value)).ok()?);
    }
    let announced = headers.get(CONTENT_LENGTH);
    let (method, body) = match head.method? {
        "GET" if announced.is_none() => (Method::GET, 0),
        "POST" => (Method::POST, number(announced?.as_bytes())?),
        _ => return None,
    };
    let end = length + body;
    if bytes.len() != end {
        return (bytes.len() < end).then(|| Parsed::Part(end - bytes.len()));
    }
    let mut request = Request::new(Body::from(bytes.slice(length..)));
    *request.method_mut() = method;
    *request.uri_mut() = Uri::from_maybe_shared(bytes.slice_ref(target.as_bytes())).ok()?;
    *request.headers_mut() = headers;
    Some(Parsed::Whole(Box::new(request)))
}

/// The length of a body that is not too large.
fn number(digits: &[u8]) -> Option<usize> {
    if digits.is_empty() || digits.len() > 5 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = digits.iter().fold(0, |number, digit| number * 10 + usize::from(digit - b'0'));
    (number <= LARGEST_BODY).then_some(number)
}

#[cfg(test)]
mod tests {
    use proptest::test_runner::{Config, RngSeed};

    use super::*;

    fn sent(text: &str) -> Parsed {
        read(&Bytes::copy_from_slice(text.as_bytes()))
    }

    #[test]
    fn a_usual_request_is_read() {
        let Parsed::Whole(get) = sent(
            "GET /t/abcd2345/events?since=17 HTTP/1.1\r\nHost: x\r\nConnection: Keep-Alive\r\nCookie: a=b\r\nCookie: c=d\r\n\r\n",
        ) else {
            panic!("not read")
        };
        assert_eq!(get.method(), Method::GET);
        assert_eq!(get.uri(), "/t/abcd2345/events?since=17");
        assert_eq!(get.headers()["host"], "x");
        assert_eq!(get.headers().get_all("cookie").iter().count(), 2);
        for post in [
            "POST /t/abcd2345/act HTTP/1.1\r\nContent-Length: 5\r\n\r\na=b&c",
            "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
        ] {
            assert!(
                matches!(sent(post), Parsed::Whole(request) if request.method() == Method::POST),
                "{post}"
            );
        }
    }

    #[test]
    fn a_beginning_is_waited_for() {
        let whole = "POST /t/abcd2345/act HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\na=b&c";
        for end in 0..whole.len() {
            assert!(matches!(sent(&whole[..end]), Parsed::Part(more) if more > 0), "{end}");
        }
        assert!(matches!(sent(&whole[..whole.len() - 2]), Parsed::Part(2)));
    }

    #[test]
    fn everything_else_is_left_alone() {
        let headers = |more: &str| format!("GET / HTTP/1.1\r\nHost: x\r\n{more}\r\n\r\n");
        let long = format!("X: {}", "x".repeat(LONGEST_HEAD));
        let many = "X: x\r\n".repeat(MOST_HEADERS) + "X: x";
        let posts = |more: &str| format!("POST / HTTP/1.1\r\n{more}\r\n\r\nab");
        for text in [
            "HEAD / HTTP/1.1\r\n\r\n",
            "PUT / HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
            "get / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.0\r\n\r\n",
            "GET http://x/ HTTP/1.1\r\n\r\n",
            "GET x HTTP/1.1\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nabG",
            "garbage\r\n\r\n",
            &headers("Host: y"),
            &headers("Connection: close"),
            &headers("Connection: keep-alive, upgrade"),
            &headers("Transfer-Encoding: chunked"),
            &headers("Upgrade: h2c"),
            &headers("Expect: 100-continue"),
            &headers("Content-Length: 0"),
            &headers("Content-Length: 5"),
            &headers("X : y"),
            &headers("X: y\r\n folded"),
            &headers("X"),
            &headers("X: a\0b"),
            &headers(&long),
            &headers(&many),
            &posts("Content-Length: +2"),
            &posts("Content-Length: 2, 2"),
            &posts("Content-Length: 2\r\nContent-Length: 2"),
            &posts("Content-Length: -2"),
            &posts("Content-Length: 0x2"),
            &posts("Content-Length:"),
            &posts("Content-Length: 99999999999999999999999"),
            &posts("Content-Length: 16385"),
            &posts("Content-Length: 2\r\nTransfer-Encoding: chunked"),
            &posts("Transfer-Encoding: chunked"),
        ] {
            assert!(matches!(sent(text), Parsed::Unusual), "{text}");
        }
    }

    proptest::proptest! {
        #![proptest_config(Config { rng_seed: RngSeed::Fixed(1998), ..Config::default() })]

        #[test]
        fn nothing_that_is_sent_panics(bytes: Vec<u8>, text in "\\PC{0,200}") {
            let _ = read(&Bytes::from(bytes));
            let _ = sent(&text);
            let _ = sent(&format!("GET /{text} HTTP/1.1\r\n\r\n"));
            let _ = sent(&format!("GET / HTTP/1.1\r\n{text}\r\n\r\n"));
            let _ = sent(&format!("POST / HTTP/1.1\r\nX: {text}\r\nContent-Length: {text}\r\n\r\n{text}"));
        }

        /// Where a request ends is a matter of its head alone: no byte of it is taken for another, none is left over.
        #[test]
        fn a_body_is_as_long_as_announced(announced in 0_usize..60, came in 0_usize..60) {
            let text = format!("POST / HTTP/1.1\r\nContent-Length: {announced}\r\n\r\n{}", "x".repeat(came));
            match sent(&text) {
                Parsed::Whole(_) => assert_eq!(announced, came),
                Parsed::Part(more) => assert_eq!(announced, came + more),
                Parsed::Unusual => assert!(came > announced),
            }
        }
    }
}
