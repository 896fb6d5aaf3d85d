//! Which answers are compressed, and which must not be.

use std::io::Read as _;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request};
use flate2::read::GzDecoder;
use games::GameName;
use hyper::service::Service as _;
use room::Options;

use super::{TestSite, start_of};

/// Headers, and the body as it was sent.
type Fetched = (u16, HeaderMap, Vec<u8>);

async fn site() -> TestSite {
    let options = Options { seats: 2, ..Options::quick(GameName::Spammers) };
    TestSite::at(&options, start_of(&options), &[]).await
}

impl TestSite {
    async fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Fetched {
        let mut request = Request::builder().method(method).uri(path).header("host", "room.example");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = self.service.call(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = answer.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        (parts.status.as_u16(), parts.headers, bytes.to_vec())
    }

    async fn fetch(&self, path: &str, accepted: &str) -> Fetched {
        self.ask("GET", path, &[("accept-encoding", accepted)]).await
    }
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain).unwrap();
    plain
}

fn is_gzip(headers: &HeaderMap) -> bool {
    headers.get("content-encoding").is_some_and(|encoding| encoding == "gzip")
}

#[tokio::test]
async fn what_is_for_everybody_is_compressed() {
    let site = site().await;
    let table = format!("/t/{}", site.code);
    let files = [
        "/assets/site.css",
        "/assets/app.js",
        "/assets/cards.svg",
        "/assets/starter.svg",
        "/assets/icon.svg",
    ];
    let pages = [
        "/",
        "/rules",
        "/rules/spammers",
        "/cards/standard",
        "/networks",
        "/api",
        "/api.json",
        "/nowhere",
        &table,
    ];
    for path in files.into_iter().chain(pages) {
        let (status, plain_headers, plain) = site.ask("GET", path, &[]).await;
        let (packed_status, headers, packed) = site.fetch(path, "gzip, deflate, br").await;
        assert_eq!(status, packed_status, "{path}");
        assert!(is_gzip(&headers) && !is_gzip(&plain_headers), "{path}");
        assert!(unpacked(&packed) == plain, "{path}");
        assert!(packed.len() < plain.len(), "{path}: {} of {}", packed.len(), plain.len());
        for headers in [&headers, &plain_headers] {
            assert_eq!(headers["vary"], "accept-encoding", "{path}");
            assert!(headers.contains_key("content-security-policy"), "{path}");
        }
        assert_eq!(headers["content-type"], plain_headers["content-type"], "{path}");
        for unknown in ["br", "zstd", "gzip;q=0", "identity"] {
            let (_, headers, body) = site.fetch(path, unknown).await;
            assert!(!is_gzip(&headers) && body == plain, "{path} {unknown}");
        }
    }
}

#[tokio::test]
async fn small_answers_are_sent_as_they_are() {
    let site = site().await;
    for path in ["/robots.txt", "/healthz", "/rules/clause/S1.1"] {
        let (_, headers, body) = site.fetch(path, "gzip").await;
        assert!(!is_gzip(&headers) && body.len() < 1024, "{path}: {}", body.len());
    }
}

#[tokio::test]
async fn what_is_for_one_visitor_is_not_compressed_but_for_its_drawings() {
    let site = site().await;
    let table = format!("/t/{}", site.code);
    let stranger = "Bearer zzzzzzzzzzzzzzzzzzzzzzzzzz";
    for path in ["/", &table] {
        let headers = [("accept-encoding", "gzip"), ("authorization", stranger)];
        let (_, headers, _) = site.ask("GET", path, &headers).await;
        assert!(is_gzip(&headers), "{path}: a key that opens nothing is as none");
    }
    let bearer = format!("Bearer {}", site.keys[0]);
    for path in ["/", &table] {
        for accept in ["text/html", "application/json"] {
            let headers = [("accept-encoding", "gzip"), ("authorization", &*bearer), ("accept", accept)];
            let (status, headers, body) = site.ask("GET", path, &headers).await;
            assert!(status == 200, "{path} {accept}");
            if headers["content-type"].to_str().unwrap().starts_with("text/html") {
                // All but the drawings is as it would be without.
                let plain = [("authorization", &*bearer), ("accept", accept)];
                let (_, plain_headers, plain) = site.ask("GET", path, &plain).await;
                assert!(is_gzip(&headers) && !is_gzip(&plain_headers));
                assert!(unpacked(&body) == plain);
                assert_eq!(headers["vary"], "accept-encoding");
                let drawings =
                    pages::drawings().into_iter().map(|it| String::from_utf8_lossy(&plain).find(&it));
                assert_eq!(drawings.flatten().count(), 1);
                let secret = b"data-piece=\"hand-";
                let times = |page: &[u8]| page.windows(secret.len()).filter(|it| it == secret).count();
                assert!(times(&plain) > 1 || path == "/");
                assert_eq!(times(&body), times(&plain), "the hand is not compressed");
            } else {
                assert!(!is_gzip(&headers), "{path} {accept}");
            }
        }
    }
}

#[tokio::test]
async fn events_are_not_compressed() {
    let site = site().await;
    let request = Request::builder().uri(format!("/t/{}/events", site.code)).header("host", "room.example");
    let request = request.header("accept-encoding", "gzip").body(Body::empty()).unwrap();
    let answer = site.service.call(request).await.unwrap();
    assert!(answer.status() == 200 && !is_gzip(answer.headers()), "{answer:?}");
}

#[tokio::test]
async fn a_head_says_what_a_get_would() {
    let site = site().await;
    for path in ["/", "/rules/spammers", "/assets/site.css"] {
        for accepted in ["gzip", "br"] {
            let headers = [("accept-encoding", accepted)];
            let (_, got, body) = site.ask("GET", path, &headers).await;
            let (status, told, nothing) = site.ask("HEAD", path, &headers).await;
            assert!(status == 200 && nothing.is_empty(), "{path}");
            assert_eq!(told["content-length"], *body.len().to_string(), "{path} {accepted}");
            for name in ["content-encoding", "vary", "etag", "cache-control", "content-type"] {
                assert_eq!(told.get(name), got.get(name), "{path} {accepted} {name}");
            }
        }
    }
}

#[tokio::test]
async fn a_file_that_is_known_is_not_sent_again() {
    let site = site().await;
    let file = "/assets/site.css";
    let mut tags = Vec::new();
    for accepted in ["gzip", "identity"] {
        let tag = site.fetch(file, accepted).await.1["etag"].to_str().unwrap().to_owned();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
            let headers = [("accept-encoding", accepted), ("if-none-match", &known)];
            let (status, headers, body) = site.ask("GET", file, &headers).await;
            assert!(status == 304 && body.is_empty() && !is_gzip(&headers), "{known}");
            assert!(headers["etag"] == *tag && headers["vary"] == "accept-encoding", "{headers:?}");
        }
        tags.push(tag);
    }
    assert_ne!(tags[0], tags[1], "other bytes have another tag");
    let headers = [("accept-encoding", "gzip"), ("if-none-match", &*tags[1])];
    assert_eq!(site.ask("GET", file, &headers).await.0, 200);
}

#[tokio::test]
async fn a_file_under_its_hash_is_kept_for_ever() {
    let site = site().await;
    let named = pages::assets::address("site.css");
    for accepted in ["gzip", "identity"] {
        let (_, headers, _) = site.fetch(&named, accepted).await;
        assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
        let (_, headers, _) = site.fetch("/assets/site.css", accepted).await;
        assert_eq!(headers["cache-control"], "no-cache");
    }
}
