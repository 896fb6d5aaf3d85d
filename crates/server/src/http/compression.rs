//! Compression: gzip for clients that accept it. Files are compressed once, pages when they are asked for.
//!
//! The length of a compressed page says which of its parts repeat each other. So a page is compressed only if nothing
//! in it is for one visitor alone: a chosen name or chat line, tried text after text, would show by the length which
//! one is like a hand or a code. Of a page for one visitor only the drawings are compressed, by themselves and
//! beforehand: every such page has them, and they are the same for everybody.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use flate2::write::GzEncoder;
use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use http_body::Body as _;

/// The smallest body worth compressing, in bytes.
const LEAST: u64 = 1024;
/// For pages, which are compressed for each visitor anew.
const FAST: Compression = Compression::new(1);
/// For files, which are compressed once.
const BEST: Compression = Compression::best();

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Identity,
    Gzip,
}

impl Encoding {
    /// The best that a client takes; identity if it takes nothing that we have.
    pub(super) fn accepted(headers: &HeaderMap) -> Self {
        let (mut gzip, mut identity, mut others) = (None, None, None);
        let lines = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
        for item in lines.flat_map(|line| line.split(',')) {
            let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
            let weight = match name.trim() {
                name if ["gzip", "x-gzip"].iter().any(|own| name.eq_ignore_ascii_case(own)) => &mut gzip,
                name if name.eq_ignore_ascii_case("identity") => &mut identity,
                "*" => &mut others,
                _ => continue,
            };
            *weight = Some(thousandths(parameters));
        }
        match gzip.or(others) {
            Some(gzip) if gzip > 0 && gzip >= identity.unwrap_or(0) => Self::Gzip,
            Some(_) | None => Self::Identity,
        }
    }
}

/// The weight of an item: `q=0.5` is 500. What cannot be read is not wanted.
fn thousandths(parameters: &str) -> u32 {
    let mut parameters = parameters.split(';').map(str::trim).filter(|text| !text.is_empty());
    let Some(weight) = parameters.next() else { return 1000 };
    let number = weight.strip_prefix("q=").or_else(|| weight.strip_prefix("Q="));
    let Some((whole, rest)) = number.map(|number| number.split_once('.').unwrap_or((number, ""))) else {
        return 0;
    };
    match (whole, rest.len() <= 3 && rest.bytes().all(|digit| digit.is_ascii_digit())) {
        ("0", true) => format!("{rest:0<3}").parse().unwrap_or(0),
        ("1", true) if rest.bytes().all(|digit| digit == b'0') => 1000,
        _ => 0,
    }
}

/// Bytes that are the same for everybody, compressed.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    gzip(bytes, BEST)
}

fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    // Writing into memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// The mark of a public answer, which may be compressed.
#[derive(Clone)]
struct Public;

/// Marks an answer as public.
pub(super) fn public(mut response: Response) -> Response {
    response.extensions_mut().insert(Public);
    response
}

/// Adds the headers of the encoding, which varies by the client.
pub(super) fn label(headers: &mut HeaderMap, encoding: Encoding) {
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    match encoding {
        Encoding::Identity => {}
        Encoding::Gzip => drop(headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"))),
    }
}

/// Compresses an answer if that is safe and worth it.
pub(super) async fn compress(mut response: Response, encoding: Encoding) -> Response {
    let is_public = response.extensions_mut().remove::<Public>().is_some();
    let is_large = response.body().size_hint().exact().is_some_and(|length| length >= LEAST);
    let is_page =
        response.headers().get(CONTENT_TYPE).is_some_and(|it| it.as_bytes().starts_with(b"text/html"));
    if !is_large || !(is_public || is_page) {
        return response;
    }
    if encoding == Encoding::Identity {
        label(response.headers_mut(), encoding);
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The body is in memory, so reading it cannot fail.
    let bytes: Bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let packed = if is_public { Some(gzip(&bytes, FAST)) } else { around_drawings(&bytes) };
    match packed {
        Some(packed) => {
            parts.headers.remove(CONTENT_LENGTH);
            label(&mut parts.headers, Encoding::Gzip);
            Response::from_parts(parts, Body::from(packed))
        }
        None => {
            label(&mut parts.headers, Encoding::Identity);
            Response::from_parts(parts, Body::from(bytes))
        }
    }
}

/// The drawings of a page: as they stand in it, and compressed.
static DRAWINGS: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let packed = |drawings: String| {
        let mut packed = Vec::new();
        deflate(drawings.as_bytes(), BEST, FlushCompress::Full, &mut packed);
        (drawings, packed)
    };
    pages::drawings().into_iter().map(packed).collect()
});

/// The header of a gzip file, without its origin.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// A page with its drawings compressed and all else as it is, if it has any: its length then depends only on the old
/// length.
fn around_drawings(page: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(page).ok()?;
    let (at, (drawings, packed)) = DRAWINGS.iter().find_map(|known| Some((text.find(&known.0)?, known)))?;
    let mut written = Vec::with_capacity(page.len());
    written.extend(HEAD);
    deflate(&page[..at], Compression::none(), FlushCompress::Full, &mut written);
    written.extend(packed);
    deflate(&page[at + drawings.len()..], Compression::none(), FlushCompress::Finish, &mut written);
    let mut sum = Crc::new();
    sum.update(page);
    written.extend(sum.sum().to_le_bytes());
    written.extend(sum.amount().to_le_bytes());
    Some(written)
}

/// Writes these bytes as blocks of their own, which know nothing of what was written before.
fn deflate(bytes: &[u8], level: Compression, flush: FlushCompress, written: &mut Vec<u8>) {
    let mut blocks = Compress::new(level, false);
    let mut read = 0;
    loop {
        written.reserve(bytes.len() - read + 64);
        let ended = blocks.compress_vec(&bytes[read..], written, flush);
        read = blocks.total_in() as usize;
        let has_room = written.len() < written.capacity();
        if read == bytes.len()
            && has_room
            && !matches!((flush, ended), (FlushCompress::Finish, Ok(Status::Ok)))
        {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(lines: &[&str]) -> Encoding {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(ACCEPT_ENCODING, HeaderValue::from_str(line).unwrap());
        }
        Encoding::accepted(&headers)
    }

    #[test]
    fn around_drawings_all_is_as_it_is_and_as_long_as_it_was() {
        for drawings in pages::drawings() {
            let around = |before: usize, after: &str| {
                format!("{}{drawings}{}", "<p>".repeat(before), after.repeat(70_000 / after.len()))
            };
            // One repeats itself, the other hardly; one is longer than a block may be.
            let (dull, other) = (around(5, "aaaa"), around(5, "abcdefghijk,.- 0"));
            for page in [&dull, &other, &around(60_000, "z"), &around(0, "a")] {
                let packed = around_drawings(page.as_bytes()).unwrap();
                let mut plain = String::new();
                std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&*packed), &mut plain)
                    .unwrap();
                assert!(plain == *page);
                assert!(packed.len() < page.len());
            }
            assert_eq!(dull.len(), other.len());
            let long = |page: &str| around_drawings(page.as_bytes()).unwrap().len();
            assert_eq!(long(&dull), long(&other), "the length says what is in it");
        }
        assert_eq!(around_drawings(b"<p>no drawings</p>"), None);
    }

    #[test]
    fn gzip_is_taken_where_it_is_wanted() {
        for wanted in [
            "gzip",
            "GZip",
            "x-gzip",
            "gzip, deflate, br, zstd",
            "br;q=1.0, gzip;q=0.8, *;q=0.1",
            "*",
            "br , gzip ; q=0.001",
            "gzip;q=1.000",
            "identity;q=0.5, gzip",
            "identity;q=0, *",
        ] {
            assert_eq!(accepted(&[wanted]), Encoding::Gzip, "{wanted}");
        }
        assert_eq!(accepted(&["br", "gzip"]), Encoding::Gzip);
    }

    #[test]
    fn otherwise_nothing_is_compressed() {
        for unwanted in [
            "",
            "br",
            "zstd, deflate",
            "gzip;q=0",
            "gzip;q=0.000",
            "gzip;q=0, *",
            "*;q=0",
            "identity",
            "identity, gzip;q=0.5",
            "gzip;q=2",
            "gzip;q=-1",
            "gzip;q=0.5000",
            "gzip;level=9",
            "gzipped",
            ",;,",
        ] {
            assert_eq!(accepted(&[unwanted]), Encoding::Identity, "{unwanted}");
        }
        assert_eq!(accepted(&[]), Encoding::Identity);
    }
}
