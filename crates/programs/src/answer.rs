//! Answers of a program: the number of a choice, alone or in an object, or the choice in notation.

use serde_json::Value;

use crate::fault::{Fault, quoted};

/// The most characters of a reason.
const LONGEST_REASON: usize = 300;

/// An answer that can be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The place of the choice.
    pub(crate) choice: usize,
    /// Why, if the program says.
    pub(crate) reason: Option<String>,
}

/// Reads the answer to the question of this number, which had these choices in notation.
pub(crate) fn read(line: &str, question: u64, choices: &[String]) -> Result<Answer, Fault> {
    let value: Value = serde_json::from_str(line).map_err(|_| Fault::NotJson(quoted(line)))?;
    let no_choice = || Fault::NoChoice(quoted(line));
    let Value::Object(object) = &value else {
        return Ok(Answer { choice: place(&value, choices).ok_or_else(no_choice)??, reason: None });
    };
    match object.get("id") {
        Some(id) if id.as_u64() != Some(question) => {
            return Err(Fault::OtherQuestion { said: quoted(&id.to_string()), asked: question });
        }
        Some(_) | None => {}
    }
    let choice = object.get("choice").and_then(|choice| place(choice, choices)).ok_or_else(no_choice)??;
    Ok(Answer { choice, reason: object.get("reason").and_then(Value::as_str).and_then(reason) })
}

/// The place of the choice that this stands for; `None` if it could stand for none.
fn place(said: &Value, choices: &[String]) -> Option<Result<usize, Fault>> {
    match said {
        Value::Number(number) => {
            let place = number.as_u64().and_then(|place| usize::try_from(place).ok());
            let place = place.filter(|place| *place < choices.len());
            Some(place.ok_or_else(|| Fault::OutOfRange {
                said: quoted(&number.to_string()),
                last: choices.len().saturating_sub(1),
            }))
        }
        Value::String(notation) => {
            let place = choices.iter().position(|choice| choice == notation);
            Some(place.ok_or_else(|| Fault::NotAChoice(quoted(notation))))
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A reason as it may be shown: one line, not too long.
fn reason(said: &str) -> Option<String> {
    let words: Vec<&str> = said.split(|letter: char| letter.is_whitespace() || letter.is_control()).collect();
    let line = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(LONGEST_REASON).collect();
    (!short.is_empty()).then_some(short)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test may stop at once.

    use super::*;

    fn choices() -> Vec<String> {
        ["pass", "take suns", "take moons"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_number_an_object_and_notation_are_answers() {
        for line in ["1", " 1 ", r#"{"choice":1}"#, r#"{"id":7,"choice":1,"more":[]}"#, r#""take suns""#] {
            assert_eq!(read(line, 7, &choices()), Ok(Answer { choice: 1, reason: None }), "{line}");
        }
        let with_reason = read(r#"{"choice":"pass","reason":"  because\n of\u0007 that "}"#, 7, &choices());
        assert_eq!(with_reason.unwrap().reason.as_deref(), Some("because of that"));
    }

    #[test]
    fn nonsense_is_told_apart() {
        let kind = |line: &str| read(line, 7, &choices()).unwrap_err().kind();
        for line in ["", "one", "{", "1 2", "NaN"] {
            assert_eq!(kind(line), "not JSON", "{line}");
        }
        for line in ["null", "true", "[1]", "{}", r#"{"choice":null}"#, r#"{"choice":{}}"#] {
            assert_eq!(kind(line), "no choice named", "{line}");
        }
        for line in ["3", "-1", "1.5", "1e99", "99999999999999999999", r#""take stars""#, r#"{"choice":3}"#] {
            assert_eq!(kind(line), "no such choice", "{line}");
        }
        for line in [r#"{"id":6,"choice":1}"#, r#"{"id":"7","choice":1}"#] {
            assert_eq!(kind(line), "another question answered", "{line}");
        }
    }
}
