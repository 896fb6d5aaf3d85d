//! JSON written piece by piece, without a tree of values in between.

use std::fmt::Write as _;

use serde_json::Value;

/// Writes JSON into a text. What stands next to each other gets its commas by itself.
pub struct JsonWriter<'a> {
    into: &'a mut String,
    /// Whether a value stands before, so that the next needs a comma.
    follows: bool,
}

impl<'a> JsonWriter<'a> {
    /// Writes at the end of this text.
    pub const fn new(into: &'a mut String) -> Self {
        Self { into, follows: false }
    }

    fn next(&mut self) {
        if std::mem::replace(&mut self.follows, true) {
            self.into.push(',');
        }
    }

    /// An object, whose fields are each a key and then a value.
    pub fn object(&mut self, fields: impl FnOnce(&mut Self)) {
        self.next();
        self.into.push('{');
        self.follows = false;
        fields(self);
        self.into.push('}');
        self.follows = true;
    }

    /// An array; `items` writes its items.
    pub fn array(&mut self, items: impl FnOnce(&mut Self)) {
        self.next();
        self.into.push('[');
        self.follows = false;
        items(self);
        self.into.push(']');
        self.follows = true;
    }

    /// The key of the value that comes next.
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.text(key);
        self.into.push(':');
        self.follows = false;
        self
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        self.next();
        if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
            self.into.push('"');
            self.into.push_str(text);
            self.into.push('"');
        } else {
            // Writing a text cannot fail.
            self.into.push_str(&serde_json::to_string(text).unwrap_or_default());
        }
    }

    /// A whole number.
    pub fn number(&mut self, number: impl Into<i64>) {
        self.next();
        let number: i64 = number.into();
        match u8::try_from(number) {
            Ok(digit @ 0..=9) => self.into.push((b'0' + digit) as char),
            Ok(_) | Err(_) => {
                let _ = write!(self.into, "{number}");
            }
        }
    }

    /// Nothing.
    pub fn null(&mut self) {
        self.next();
        self.into.push_str("null");
    }

    /// The value if there is one, else null.
    pub fn optional<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        match value {
            Some(value) => write(self, value),
            None => self.null(),
        }
    }

    /// A text of which there may be none.
    pub fn optional_text(&mut self, text: Option<&str>) {
        self.optional(text, Self::text);
    }

    /// The letter of a seat, or nothing.
    pub fn seat(&mut self, seat: Option<crate::Seat>) {
        self.optional(seat, |writer, seat| writer.text(seat.letter().encode_utf8(&mut [0; 4])));
    }

    /// The key that is a seat's letter.
    pub fn seat_key(&mut self, seat: crate::Seat) -> &mut Self {
        self.key(seat.letter().encode_utf8(&mut [0; 4]))
    }

    /// A value that is a tree already.
    pub fn value(&mut self, value: &Value) {
        self.next();
        let _ = write!(self.into, "{value}");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Seat;

    #[test]
    fn what_is_written_reads_as_what_was_meant() {
        let mut text = String::new();
        JsonWriter::new(&mut text).object(|it| {
            it.key("a").number(7);
            it.key("b").array(|it| {
                it.number(-3);
                it.number(12_345);
                it.text("plain");
                it.text("a \"quote\", a \\ and a \n");
                it.null();
                it.object(|_| {});
                it.array(|_| {});
            });
            it.key("c").optional(Some(1), JsonWriter::number);
            it.key("d").optional_text(None);
            it.seat_key(Seat::new(1).unwrap()).seat(Seat::new(2));
            it.key("e").value(&json!({ "f": [1, null] }));
        });
        let read: Value = serde_json::from_str(&text).unwrap();
        let meant = json!({
            "a": 7,
            "b": [-3, 12_345, "plain", "a \"quote\", a \\ and a \n", null, {}, []],
            "c": 1,
            "d": null,
            "B": "C",
            "e": { "f": [1, null] },
        });
        assert_eq!(read, meant);
        assert_eq!(text, meant.to_string());
    }
}
