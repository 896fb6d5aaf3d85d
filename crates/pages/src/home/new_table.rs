//! The form that opens a table, for friends or bots.

use games::{Collection, GameName, Level, Memory, Variant};
use maud::{Markup, html};
use room::{Plays, bot_name, level_word};
use table::{LONGEST_TYPED_NAME, Seat, SeatCount};

use crate::art;
use crate::gallery::all_cards;
use crate::ink::capital;

const SEATS: std::ops::RangeInclusive<usize> = 2..=table::MOST_SEATS;
const DEFAULT_SEATS: usize = 3;
/// Who sits there unless somebody else is chosen, by seat.
const DEFAULT_LEVELS: [Level; 2] = [Level::Operator, Level::Peddler];

/// A choice with its name, its label, what to know about it and its options: value and words, the default first.
struct Choice<'a> {
    name: &'a str,
    label: &'a str,
    hint: &'a str,
    options: Vec<(&'a str, String)>,
}

/// The form, closed until it is wanted: the seats as badges, one click from a game against bots. Without scripts it is
/// all there; style alone empties the seats beyond those chosen and says who would sit there.
pub(crate) fn new_table(game: GameName, name: &str, collection: &Collection) -> Markup {
    let slug = game.name();
    let id = |field: &str| format!("{slug}-{field}");
    html! {
        details.new {
            summary { "New table, with friends or bots of your choice" }
            form method="post" action="/tables" {
                input type="hidden" name="game" value=(slug);
                div.badges {
                    (own_badge(slug, name))
                    @for seat in further_seats() { (badge(slug, seat)) }
                }
                details.options {
                    summary { span { "More options: " span.dim { (more(game)) } } }
                    div.fields {
                        @for choice in choices(game, collection) { (field(&choice, &id(choice.name))) }
                    }
                    label.check { input type="checkbox" name="public" value="yes"; "Anybody may watch and join" }
                }
                p.start {
                    button.primary.big { span.with-bots { (match game { GameName::Spammers => "Deal the cards", GameName::SpamORama => "Lay the network" }) } span.with-friends { "Open the table and invite" } }
                }
            }
        }
    }
}

/// The summary of the folded options.
const fn more(game: GameName) -> &'static str {
    match game {
        GameName::Spammers => "length, card set, waits, clock, who may come in",
        GameName::SpamORama => "network, memory aid, clock, who may come in",
    }
}

/// The id of the radio button for so many seats.
fn counter(slug: &str, seats: usize) -> String {
    format!("{slug}-seats-{seats}")
}

fn further_seats() -> impl Iterator<Item = Seat> {
    SeatCount::new(table::MOST_SEATS).into_iter().flat_map(|seats| seats.iter().skip(1).collect::<Vec<_>>())
}

/// The opener's badge.
fn own_badge(slug: &str, name: &str) -> Markup {
    let id = format!("{slug}-name");
    html! {
        div.badge-card.at-a {
            div.cord { b aria-hidden="true" { "A" } }
            div.mug { @if let Some(seat) = Seat::new(0) { (art::face_as(Plays::Person, seat)) } }
            div.who {
                label for=(&id) { "You" span.unseen { "r name" } }
                input id=(id) name="name" value=(name) maxlength=(LONGEST_TYPED_NAME) autocomplete="nickname" placeholder="Your name";
                fieldset.plain.count {
                    legend { "Seats" }
                    div.chips {
                        @for seats in SEATS {
                            label { input id=(counter(slug, seats)) type="radio" name="seats" value=(seats) checked[seats == DEFAULT_SEATS]; span { (seats) } }
                        }
                    }
                }
            }
        }
    }
}

/// A further seat: who sits there, what to expect, and a place to click where nobody does yet.
fn badge(slug: &str, seat: Seat) -> Markup {
    let letter = seat.letter().to_ascii_lowercase();
    let (name, place) = (format!("seat-{letter}"), seat.index() + 1);
    let id = format!("{slug}-{name}");
    let default = DEFAULT_LEVELS[seat.index() % DEFAULT_LEVELS.len()];
    let called = bot_name(seat, default);
    html! {
        div.badge-card.sitter.(name).(format!("at-{letter}")) {
            div.cord {
                b aria-hidden="true" { (seat) }
                @if place > *SEATS.start() { label.fewer for=(counter(slug, place - 1)) title="One seat fewer" { "×" } }
            }
            div.mug { span.as-bot { (art::face_as(Plays::Bot(default), seat)) } span.as-person { (art::face_as(Plays::Person, seat)) } }
            div.who {
                b { span.as-bot { (called.split(" the ").next().unwrap_or(&called)) } span.as-person { "A person" } }
                // One for each option, in their order.
                div.says {
                    p { "Gets a link from you, or a code." }
                    p { "Shares this screen with you." }
                    @for (place, level) in Level::ALL.into_iter().enumerate() { p { (level.expects()) (strength(place)) } }
                }
            }
            label.unseen for=(id) { "Seat " (seat) ", the weakest bot first" }
            select id=(id) name=(name) {
                option value="person" { "A friend, by link" }
                option value="hotseat" { "Somebody on the same device" }
                @for level in Level::ALL { option value=(level_word(level)) selected[level == default] { "Bot: " (level.title()) } }
            }
            label.ghost for=(counter(slug, place)) { span aria-hidden="true" { "+" } "Add a seat" }
        }
    }
}

/// How strong the bot of this place among all levels is, for eyes; the options stand in the same order.
fn strength(place: usize) -> Markup {
    let all = Level::ALL.len();
    html! { i aria-hidden="true" { ("■".repeat(place + 1)) ("□".repeat(all - place - 1)) } }
}

fn choices(game: GameName, collection: &Collection) -> Vec<Choice<'_>> {
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
                hint: "On one Scam, or all together. The demonstration takes two thirds of the time.",
                options: Variant::ALL
                    .map(|variant| (variant.slug(), variant_words(variant).to_owned()))
                    .to_vec(),
            },
            Choice {
                name: "deck",
                label: "Card set",
                hint: "All cards are on show under Cards.",
                options: collection
                    .card_sets()
                    .map(|set| (set.name(), format!("{}: {}", capital(set.name()), all_cards(set))))
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
                options: collection
                    .network_names()
                    .into_iter()
                    .map(|name| match name {
                        "generated" => (name, "Generated: a fresh one".to_owned()),
                        name => (name, capital(name)),
                    })
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
        Variant::Standard => "Standard: to 12, or 20 in all",
        Variant::Demonstration => "Demonstration: to 8, or 12 in all",
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
