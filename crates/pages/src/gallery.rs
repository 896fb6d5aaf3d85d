//! Everything there is to look at: cards, Lists, networks.

mod card;
mod network;

use games::{ActionFace, BuiltIn, CardSet, Collection, GameName, Kind, Network};
use maud::{Markup, html};
use spammers::{Category, Picture};
use spamorama::Suit;
use table::{Purpose, Seed};

use crate::ink::capital;
use crate::shell::{first_window, window};
use crate::{art, glyph};
use card::{action_card, list_card, stripe};
pub(crate) use network::network_drawing;

/// The index of card sets.
#[must_use]
pub fn cards(collection: &Collection) -> Markup {
    html! {
        (first_window("Cards", html! {
            p.lead {
                "What can be said in an e-mail, and to whom. The text on a card is made from what the referee carries "
                "out, so no card promises more than it does. This sets them apart from the genre."
            }
        }))
        @for set in collection.card_sets() { (set_window(set)) }
    }
}

/// How many cards these are, and how many different ones: most are there more than once.
fn how_many<'a>(faces: impl Iterator<Item = &'a ActionFace> + Clone) -> String {
    let cards = faces.clone().map(|face| usize::from(face.copies)).sum();
    count_words(cards, faces.count())
}

fn count_words(cards: usize, kinds: usize) -> String {
    if cards == kinds {
        format!("{cards} cards, all different")
    } else {
        format!("{cards} cards of {kinds} kinds")
    }
}

/// The same of a whole set, Lists included.
pub(crate) fn all_cards(set: &CardSet) -> String {
    let lists = set.lists().len();
    count_words(set.action_cards() + lists, set.titles().len() + lists)
}

fn set_window(set: &CardSet) -> Markup {
    let count =
        |wanted: fn(&Kind) -> bool| how_many(set.titles().iter().filter(move |face| wanted(&face.kind)));
    let counts = [
        ("Scams", count(|kind| matches!(kind, Kind::Scam { .. }))),
        ("Mailings", count(|kind| matches!(kind, Kind::Mailing { .. }))),
        ("Hardware", count(|kind| matches!(kind, Kind::Hardware(_)))),
        ("Lists", count_words(set.lists().len(), set.lists().len())),
        ("In all", all_cards(set)),
    ];
    window(
        &format!("The {} set", set.name()),
        html! {
            p { (what_for(set.name())) }
            (strip(set))
            dl.facts {
                @for (what, number) in counts { div { dt { (what) } dd { (number) } } }
            }
            details { summary { "Version " (set.version()) } p { "Checksum " code { (set.digest()) } } }
            p { a.button href={ "/cards/" (set.name()) } { "See every card of the " (set.name()) " set" } }
        },
    )
}

/// Some cards of every kind, pictures only: a look into the box.
fn strip(set: &CardSet) -> Markup {
    const SHOWN: usize = 18;
    let all = set.titles().iter().map(|face| (stripe(face.kind), &face.picture));
    let all: Vec<_> = all.chain(set.lists().iter().map(|face| ("of-list", &face.picture))).collect();
    let step = (all.len() / SHOWN).max(1);
    html! {
        div.strip aria-hidden="true" {
            @for (kind, picture) in all.into_iter().step_by(step).take(SHOWN) { div.scene.(kind) { (art::card(picture)) } }
        }
    }
}

fn what_for(set: &str) -> &'static str {
    match set {
        "standard" => {
            "The full game. Its numbers were tuned over many thousand games until no seat and no card was a safe bet."
        }
        "starter" => {
            "The nine cards known of the original, and enough plain ones around them for a first evening."
        }
        _ => "A set of this table's own.",
    }
}

/// Every card of a set.
#[must_use]
pub fn cards_of(set: &CardSet) -> Markup {
    let of = |wanted: fn(&Kind) -> bool| -> Vec<&ActionFace> {
        set.titles().iter().filter(|face| wanted(&face.kind)).collect()
    };
    let parts = [
        ("scams", "Scams", of(|kind| matches!(kind, Kind::Scam { .. }))),
        ("mailings", "Mailings", of(|kind| matches!(kind, Kind::Mailing { .. }))),
        ("hardware", "Hardware", of(|kind| matches!(kind, Kind::Hardware(_)))),
    ];
    let title = format!("The {} set, version {}", set.name(), set.version());
    html! {
        (glyph::sprite(GameName::Spammers))
        (first_window(&title, html! {
            p { (what_for(set.name())) " " (all_cards(set)) "." }
            nav.row aria-label="Parts of the set" {
                @for (id, name, faces) in &parts { a.button href={ "#" (id) } { (name) " " span.dim { (how_many(faces.iter().copied())) } } }
                a.button href="#lists" { "Lists " span.dim { (count_words(set.lists().len(), set.lists().len())) } }
                a href="/cards" { "All sets" }
            }
            p.hint { "The number in the corner is the Initial Rating of a Scam, the Modifier of a Mailing, the Size of a List in millions." }
            (legend())
        }))
        @for (id, name, faces) in &parts {
            section.window id=(id) {
                h2.bar.dressed { span { (name) } }
                div.inside { ul.specimens { @for face in faces { li { (action_card(face)) } } } }
            }
        }
        section.window id="lists" {
            h2.bar.dressed { span { "Lists" } }
            div.inside { ul.specimens.lists { @for face in set.lists() { li { (list_card(face)) } } } }
        }
    }
}

fn legend() -> Markup {
    html! {
        dl.categories {
            @for category in Category::ALL {
                div { dt { (card::stamp(category.slug(), glyph::category_letter(category))) } dd { (category.to_string()) } }
            }
        }
    }
}

/// Five pictures, for a first impression. They stand in the page itself: nobody has to fetch all others for them.
pub(crate) fn fan() -> Markup {
    const SHOWN: [(&str, &str); 5] = [
        ("of-mailing", "marketing-wizard"),
        ("get-rich-quick", "this-is-not-a-pyramid-inc"),
        ("of-list", "petition-signers"),
        ("free-stuff", "ten-thousand-free-smileys"),
        ("of-hardware", "router-tap"),
    ];
    html! {
        div.fan {
            @for (kind, picture) in SHOWN.map(|(kind, name)| (kind, Picture::named(name))) {
                @if let Some(picture) = picture { div.print.(kind) { div.scene { (art::inline(&picture)) } } }
            }
        }
    }
}

/// One card of a set, as a piece of a page, by its name in notation.
#[must_use]
pub fn card(set: &CardSet, slug: &str) -> Option<Markup> {
    let list = set.find_list(slug).map(|card| list_card(set.list(card)));
    list.or_else(|| set.find_card_id(slug).map(|title| action_card(set.face(title))))
}

/// Every network.
#[must_use]
pub fn networks(collection: &Collection) -> Markup {
    let generated = |game| Network::generate(BuiltIn::Ring, &mut Seed::new(1998, game).luck(Purpose::Trial));
    html! {
        (glyph::sprite(GameName::SpamORama))
        (first_window("Networks", html! {
            p.lead {
                "Sixty ports, five of each suit, and each suit a shape of its own: the twelve pentominoes. Which port "
                "of a shape is worth how much is shuffled every time."
            }
            p { "Thick lines part the suits. Spam crosses them like any other line; it always does." }
            (suits())
        }))
        div.two {
            @for one in BuiltIn::ALL { (network_window(&capital(one.name()), special(one), &one.network())) }
            @for network in collection.own_networks() {
                div id=(network.name()) { (network_window(&capital(network.name()), "A network of this table's own.", network)) }
            }
            (network_window("Generated, for example", "Asked for by name, the table lays a new tiling for every match. This is one of thousands.", &generated(0)))
            (network_window("Generated, another time", "The same outline, nobody's habits. Good for those who know the ring by heart.", &generated(1)))
        }
    }
}

const fn special(one: BuiltIn) -> &'static str {
    match one {
        BuiltIn::Ring => {
            "The default: eight by eight with a hole in the middle. What is cut off on one side cannot be fetched through the centre."
        }
        BuiltIn::Corners => {
            "Eight by eight without its corners. The middle is open and well connected, so isolation happens at the rim."
        }
        BuiltIn::Long => {
            "Six by ten. Two ends far apart: what is planted at one will hardly be heard of at the other."
        }
        BuiltIn::Strip => "Five by twelve. A corridor; one bad relay cuts it in two.",
    }
}

fn network_window(name: &str, special: &str, network: &Network) -> Markup {
    window(
        name,
        html! {
            div.board { (network_drawing(network)) }
            p { (special) }
            dl.facts {
                div { dt { "Frame" } dd { (network.columns()) " × " (network.rows()) } }
                div { dt { "Connections" } dd { (network.connections()) } }
                div { dt { "Ports with two or fewer" } dd { (network.ports_with_at_most(2)) } }
            }
        },
    )
}

fn suits() -> Markup {
    html! {
        details {
            summary { "The twelve suits and whom they pay for" }
            div.scroll tabindex="0" role="region" aria-label="The twelve suits" {
                table {
                    thead { tr { th scope="col" { "Shape" } th scope="col" { "Suit" } th scope="col" { "Client" } } }
                    tbody {
                        @for suit in Suit::ALL {
                            tr { td { code { (suit.letter()) } } th scope="row" { span.suit { (glyph::suit(suit)) (suit.to_string()) } } td { (suit.client()) } }
                        }
                    }
                }
            }
        }
    }
}
