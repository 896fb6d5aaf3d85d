//! Gains of a relay, in short: one's own clients first.

use std::cell::LazyCell;

use maud::Render;
use spamorama::{Action, Forecast, Gains, Network, PortSet, SUITS, SpamORama, Suit, View};

use super::{colour, own};
use crate::glyph;

/// Writes what relays would score, if anything: exact where the viewer knows the values, else as a range. There may be
/// hundreds of relays, most of which score nothing, and those from one port come together.
pub(super) fn chips<'a>(game: &'a SpamORama, view: &'a View) -> impl Fn(&Action, &mut String) + 'a {
    let network = game.network();
    let known = LazyCell::new(move || (Forecast::new(network, view), own(view)));
    move |action, page| {
        let Action::Relay { from, to } = *action else { return };
        let (forecast, mine) = &*known;
        let isolated = forecast.isolated(from);
        if !isolated.is_empty() {
            write(network, isolated, (&forecast.gains(isolated, from, to), mine), page);
        }
    }
}

fn write(network: &Network, isolated: PortSet, (gains, mine): (&Gains, &[bool; SUITS]), page: &mut String) {
    page.push_str("<span class=\"chips\" data-rank=\"");
    rank(gains, mine).render_to(page);
    page.push_str("\">");
    if gains.unseen > 0 {
        page.push_str("<b class=\"gain\">");
        isolated.iter().map(|port| network.place(port)).enumerate().for_each(|(at, place)| {
            if at > 0 {
                page.push(' ');
            }
            place.write_to(page);
        });
        page.push_str(" alone</b>");
    } else {
        let (own, others): (Vec<_>, Vec<_>) = Suit::ALL.into_iter().partition(|suit| mine[suit.index()]);
        own.into_iter().for_each(|suit| chip(gains, suit, " filled", page));
        others.into_iter().for_each(|suit| chip(gains, suit, "", page));
    }
    page.push_str("</span>");
}

/// The rank of a chip that makes something stand alone: higher with the sure gains of one's own clients.
fn rank(gains: &Gains, mine: &[bool; SUITS]) -> u32 {
    let own = Suit::ALL.into_iter().filter(|suit| mine[suit.index()]).filter_map(|suit| gains.of(suit));
    1 + own.map(|range| u32::from(*range.start())).sum::<u32>()
}

/// One client's gain; `look` is a class of style for one's own.
fn chip(gains: &Gains, suit: Suit, look: &str, page: &mut String) {
    let Some(range) = gains.of(suit) else { return };
    page.push_str("<b class=\"gain ");
    page.push_str(colour(suit));
    page.push_str(look);
    page.push_str("\">");
    glyph::suit(suit).render_to(page);
    page.push('+');
    range.start().render_to(page);
    if range.start() != range.end() {
        page.push_str("<i> to ");
        range.end().render_to(page);
        page.push_str("</i>");
    }
    page.push_str("</b>");
}
