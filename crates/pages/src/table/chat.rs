//! Quick chat: a dozen lines that everybody may say, and nothing else.

use maud::{Markup, html};
use room::QUICK_CHAT;

use super::{company, letter, name_of};
use crate::glyph::glyph;
use crate::model::Frame;

/// The quick chat window: the latest lines, and buttons to say more.
#[must_use]
pub fn quick_chat(frame: &Frame) -> Markup {
    html! {
        section #chat.window.chat aria-labelledby="chat-title" {
            header.bar {
                (glyph("chat")) h2 #chat-title { "Chat" }
                button.sheet.scripted type="button" data-chat aria-expanded="false" { span { "Say something" } span.unseen { " or read what was said" } }
                button.square type="button" hidden data-mute aria-pressed="false" { "Mute" }
            }
            div.inside {
                (company(frame.sitters, &frame.status.whereabouts, frame.status.over.is_none().then_some(frame.code)))
                ol #said { @for said in &frame.status.said { li { b { (name_of(frame.sitters, said.seat)) ": " } (said.line) } } }
                @if let Some(seat) = frame.viewer.seat() {
                    form method="post" action={ "/t/" (frame.code) "/chat" } data-live {
                        input type="hidden" name="seat" value=(letter(seat));
                        details.phrases {
                            summary { "Say something" }
                            div { @for (index, line) in QUICK_CHAT.iter().enumerate() {
                                button name="line" value=(index) { (line) }
                            } }
                        }
                    }
                } @else { p.empty { "Only those at the table speak." } }
            }
        }
    }
}
