//! New tables: the header of the room, and the answer to the person who opened it.

use axum::response::Response;
use room::{Header, KeyHash};

use super::answer;
use super::views::Opened;
use super::visitor::Visitor;
use crate::key;
use crate::problem::Problem;
use crate::rooms::Format;

/// The header of a new room.
pub(super) fn new_header(opener: Option<KeyHash>) -> Result<Header, Problem> {
    let broken = |_| Problem::broken();
    Ok(Header { code: key::code().map_err(broken)?, secret: key::luck().map_err(broken)?, opener })
}

/// The answer to a new table. Programs get the key in it, browsers in a cookie.
pub(super) fn opened(visitor: &Visitor, code: &str, fresh: Option<&str>) -> Response {
    let path = format!("/t/{code}");
    match visitor.format {
        Format::Html => answer::see(&path),
        Format::Json => answer::data(&Opened { code: code.to_owned(), path, key: fresh.map(str::to_owned) }),
    }
}
