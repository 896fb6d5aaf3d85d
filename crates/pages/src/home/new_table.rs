//! The form that opens a table for friends.

use games::{BuiltIn, GameName, Level, Memory, Variant, card_sets};
use maud::{Markup, html};
use room::level_word;
use table::{LONGEST_TYPED_NAME, Seat, SeatCount};

use crate::ink::capital;

const SEATS: std::ops::RangeInclusive<usize> = 2..=table::MOST_SEATS;
const DEFAULT_SEATS: usize = 3;

/// A choice with its name, its label, what to know about it and its options: value and words, the default first.
struct Choice<'a> {
    name: &'a str,
    label: &'a str,
    hint: &'a str,
    options: Vec<(&'a str, String)>,
}

/// The form, closed until it is wanted. Without scripts it is all there; style alone hides the seats beyond those chosen.
pub(crate) fn new_table(game: GameName, name: &str) -> Markup {
    let slug = game.name();
    let id = |field: &str| format!("{slug}-{field}");
    html! {
        details.new {
            summary { "New table, with friends or bots of your choice" }
            form method="post" action="/tables" {
                input type="hidden" name="game" value=(slug);
                div.fields {
                    div.field {
                        label for=(id("name")) { "Your name" }
                        input id=(id("name")) name="name" value=(name) maxlength=(LONGEST_TYPED_NAME) autocomplete="nickname" required;
                    }
                    fieldset.plain {
                        legend { "Seats" }
                        div.chips {
                            @for seats in SEATS {
                                label { input type="radio" name="seats" value=(seats) checked[seats == DEFAULT_SEATS]; span { (seats) } }
                            }
                        }
                    }
                }
                fieldset.seats {
                    legend { "Who sits where" }
                    p.dim { "You are seat A." }
                    @for seat in further_seats() { (seat_choice(seat, &id(&format!("seat-{seat}")))) }
                    dl.levels {
                        @for level in Level::ALL { div { dt { (level.title()) } dd { (level.expects()) } } }
                    }
                }
                div.fields {
                    @for choice in choices(game) { (field(&choice, &id(choice.name))) }
                }
                label.check { input type="checkbox" name="public" value="yes"; "Anybody may watch and join" }
                p { button.primary { "Open the table" } }
            }
        }
    }
}

fn further_seats() -> impl Iterator<Item = Seat> {
    SeatCount::new(table::MOST_SEATS).into_iter().flat_map(|seats| seats.iter().skip(1).collect::<Vec<_>>())
}

fn seat_choice(seat: Seat, id: &str) -> Markup {
    let name = format!("seat-{}", seat.to_string().to_lowercase());
    let default = if seat.index() == 1 { "person" } else { "operator" };
    html! {
        div.field.sitter.(name).(format!("at-{}", seat.letter().to_ascii_lowercase())) {
            label for=(id) { span.seat-badge aria-hidden="true" { (seat) } span.unseen { "Seat " (seat) } }
            select id=(id) name=(name) {
                option value="person" selected[default == "person"] { "A friend, by link" }
                option value="hotseat" { "Somebody on the same device" }
                @for level in Level::ALL {
                    @let value = level_word(level);
                    option value=(value) selected[default == value] { "Bot: " (level.title()) }
                }
            }
        }
    }
}

fn choices(game: GameName) -> Vec<Choice<'static>> {
    let clock = Choice {
        name: "clock",
        label: "Clock",
        hint: "Who runs out is played for.",
        options: vec![
            ("none", "None".to_owned()),
            ("relaxed", "Relaxed: five minutes a decision".to_owned()),
            ("brisk", "Brisk: 45 seconds a decision".to_owned()),
        ],
    };
    match game {
        GameName::Spammers => vec![
            Choice {
                name: "variant",
                label: "Length",
                hint: "What it takes to win.",
                options: Variant::ALL
                    .map(|variant| (variant.slug(), variant_words(variant).to_owned()))
                    .to_vec(),
            },
            Choice {
                name: "deck",
                label: "Card set",
                hint: "All cards are on show under Cards.",
                options: card_sets()
                    .iter()
                    .map(|set| {
                        let cards = set.action_cards() + set.lists().len();
                        (set.name(), format!("{}: {cards} cards", capital(set.name())))
                    })
                    .collect(),
            },
            Choice {
                name: "wait",
                label: "Reaction wait",
                hint: "How long everybody may answer a roll.",
                options: vec![
                    ("6", "6 seconds".to_owned()),
                    ("3", "3 seconds".to_owned()),
                    ("12", "12 seconds".to_owned()),
                    ("none", "Until all have answered".to_owned()),
                ],
            },
            clock,
        ],
        GameName::SpamORama => vec![
            Choice {
                name: "network",
                label: "Network",
                hint: "All of them are on show under Networks.",
                options: BuiltIn::ALL
                    .map(|one| (one.name(), capital(one.name())))
                    .into_iter()
                    .chain([("generated", "Generated: a fresh one".to_owned())])
                    .collect(),
            },
            Choice {
                name: "memory",
                label: "Memory aid",
                hint: "Whether the table remembers for you what you saw.",
                options: vec![
                    (Memory::On.name(), "On".to_owned()),
                    (Memory::Off.name(), "Off: remember it yourself".to_owned()),
                ],
            },
            clock,
        ],
    }
}

const fn variant_words(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "Standard: 20 in sum or 12 on one Scam",
        Variant::Demonstration => "Demonstration: 12 in sum or 8 on one, in two thirds of the time",
    }
}

fn field(choice: &Choice<'_>, id: &str) -> Markup {
    let hint = format!("{id}-hint");
    html! {
        div.field {
            label for=(id) { (choice.label) }
            select id=(id) name=(choice.name) aria-describedby=(hint) {
                @for (value, words) in &choice.options { option value=(value) { (words) } }
            }
            span.hint id=(hint) { (choice.hint) }
        }
    }
}
