//! Plain messages: errors, their remedies, and links.

use maud::{Markup, html};
use spammers::Picture;

use crate::art;
use crate::ink::capital;
use crate::shell::{Place, first_window, page};

/// A message with a title, a sentence, and where to go from here: address and words.
#[must_use]
pub fn notice(title: &str, sentence: &str, links: &[(&str, &str)]) -> Markup {
    message(title, sentence, None, "dear-firstname", links)
}

/// A kind of error page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Nobody can make sense of what was asked.
    Malformed,
    /// It is for somebody else.
    Denied,
    /// There is no such thing.
    NotFound,
    /// It cannot be asked in this way.
    WrongWay,
    /// It cannot be done now.
    NotNow,
    /// It was there once.
    Gone,
    /// Too much was sent.
    TooLarge,
    /// Too much was asked for.
    TooMany,
    /// The server is closing, or something that it needs is away.
    Closing,
    /// The server is at fault.
    OurFault,
}

impl Trouble {
    /// All there are.
    pub const ALL: [Self; 10] = [
        Self::Malformed,
        Self::Denied,
        Self::NotFound,
        Self::WrongWay,
        Self::NotNow,
        Self::Gone,
        Self::TooLarge,
        Self::TooMany,
        Self::Closing,
        Self::OurFault,
    ];

    /// A title and a dry line.
    const fn manner(self) -> (&'static str, &'static str) {
        match self {
            Self::Malformed => ("Malformed request", "We get a lot of those. They usually offer us a watch."),
            Self::Denied => {
                ("Relaying denied", "The seat belongs to somebody, and that somebody is not you.")
            }
            Self::NotFound => {
                ("No such mailbox", "The message was not returned, because it was never asked for.")
            }
            Self::WrongWay => ("Wrong slot", "This address takes letters through another slot."),
            Self::NotNow => {
                ("Not now", "Timing is everything. Ask anybody who has mailed the same List twice.")
            }
            Self::Gone => ("Gone", "Old mail is not always worth opening."),
            Self::TooLarge => {
                ("Attachment too large", "Our mailbox has limits. It is the only thing here that does.")
            }
            Self::TooMany => {
                ("Too many messages", "You of all people should know how this feels from the other side.")
            }
            Self::Closing => ("Closing for the night", "The modem needs its rest. Matches are kept."),
            Self::OurFault => ("Our fault", "Somebody tripped over the router. It has been written down."),
        }
    }

    /// The card whose picture goes with it.
    const fn picture(self) -> &'static str {
        match self {
            Self::Malformed => "extremely-small-print",
            Self::Denied => "we-value-your-privacy",
            Self::NotFound => "undeliverable-returned-to-sender",
            Self::NotNow => "last-generation-technology",
            Self::Gone => "a-sincere-apology",
            Self::TooLarge => "your-mailbox-is-almost-full",
            Self::TooMany => "reply-all-storm",
            Self::Closing => "out-of-office",
            Self::WrongWay | Self::OurFault => "reboot-reboot",
        }
    }
}

/// The error page of this kind and HTTP status. The sentence says what would be right, too.
#[must_use]
pub fn trouble(kind: Trouble, number: u16, sentence: &str, links: &[(&str, &str)]) -> Markup {
    let (title, dry) = kind.manner();
    message(&format!("{number} {title}"), sentence, Some(dry), kind.picture(), links)
}

fn message(title: &str, sentence: &str, dry: Option<&str>, picture: &str, links: &[(&str, &str)]) -> Markup {
    let main = html! {
        div.dialog {
            (first_window(title, html! {
                div.says {
                    @if let Some(picture) = Picture::named(picture) { (art::inline(&picture)) }
                    div {
                        p.lead { (capital(sentence)) @if !sentence.ends_with(['.', '!', '?']) { "." } }
                        @if let Some(dry) = dry { p.dim { (dry) } }
                    }
                }
                ul.row.ways {
                    li { a.button.primary[links.is_empty()] href="/" { "To the home page" } }
                    @for (place, (href, words)) in links.iter().enumerate() {
                        li { a.button.primary[place + 1 == links.len()] href=(href) { (words) } }
                    }
                }
            }))
        }
    };
    page(title, main, Place::Elsewhere)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_has_its_picture() {
        for kind in Trouble::ALL {
            assert!(Picture::named(kind.picture()).is_some(), "{kind:?}");
        }
        assert!(Picture::named("dear-firstname").is_some());
    }
}
