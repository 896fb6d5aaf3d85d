//! Our own glyphs: the twelve suits, an envelope, the die, and Gruntles that get crosser.

use std::fmt::Write;

use spamorama::Suit;

use super::paper::{ACCENT, INK, Paper, WHITE};

/// The colour of a suit, dark enough for a glyph on white; hues and lightness are apart for all kinds of eyes.
pub(crate) const fn colour(suit: Suit) -> &'static str {
    match suit {
        Suit::Suns => "#c98500",
        Suit::Moons => "#332288",
        Suit::Crowns => "#7f7a12",
        Suit::Arms => "#0a66a8",
        Suit::Clubs => "#11692f",
        Suit::Diamonds => "#c9500a",
        Suit::Hearts => "#b62a4a",
        Suit::Spades => "#33383b",
        Suit::Snowflakes => "#3593c6",
        Suit::Flowers => "#a03a92",
        Suit::Fish => "#22877a",
        Suit::Leaves => "#7d4a26",
    }
}

/// The same colour as paper.
pub(crate) const fn tint(suit: Suit) -> &'static str {
    match suit {
        Suit::Suns => "#ffe9b5",
        Suit::Moons => "#d6d1ee",
        Suit::Crowns => "#ebe9b9",
        Suit::Arms => "#c6def0",
        Suit::Clubs => "#c9e4d0",
        Suit::Diamonds => "#fbd8c0",
        Suit::Hearts => "#f6ccd5",
        Suit::Spades => "#d3d6d8",
        Suit::Snowflakes => "#def1fb",
        Suit::Flowers => "#eed3ea",
        Suit::Fish => "#c5e8e2",
        Suit::Leaves => "#e6d5c6",
    }
}

/// What a suit looks like in a box of 24 by 24.
const fn shape(suit: Suit) -> &'static str {
    match suit {
        Suit::Suns => {
            r#"<circle cx="12" cy="12" r="4.8"/><path d="M12 1.5V5M12 19v3.5M1.5 12H5M19 12h3.5M4.6 4.6 7 7M17 17l2.4 2.4M4.6 19.4 7 17M17 7l2.4-2.4" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>"#
        }
        Suit::Moons => r#"<path d="M15 2.6A9.7 9.7 0 1 0 21.6 15.6 8.2 8.2 0 0 1 15 2.6Z"/>"#,
        Suit::Crowns => {
            r#"<path d="M3.6 17.6 2 7.2l5.6 4.4L12 3.8l4.4 7.8L22 7.2l-1.6 10.4ZM3.6 19h16.8v2.4H3.6Z"/>"#
        }
        Suit::Arms => {
            r#"<path d="M12 1.5c2.6 2.9 3.6 6 2.7 9.4L13.6 14h-3.2l-1.1-3.1c-.9-3.4.1-6.5 2.7-9.4ZM9.3 14C9.3 9.8 7.4 7 4.8 7 2.4 7 1.3 9.2 2 11.1c.6 1.5 2.5 1.6 3.1.3 1.3.1 1.9 1.2 1.9 2.6ZM14.7 14c0-4.2 1.9-7 4.5-7 2.4 0 3.5 2.2 2.8 4.1-.6 1.5-2.5 1.6-3.1.3-1.3.1-1.9 1.2-1.9 2.6ZM6 14.9h12v2.2H6ZM9.2 18h5.6c-.3 1.8-1.4 3-2.8 4.5-1.4-1.5-2.5-2.7-2.8-4.5Z"/>"#
        }
        Suit::Clubs => {
            r#"<circle cx="12" cy="6.6" r="4.6"/><circle cx="6.6" cy="13.4" r="4.6"/><circle cx="17.4" cy="13.4" r="4.6"/><path d="M10.6 10h2.8c0 5 .7 9 2.6 12H8c1.9-3 2.6-7 2.6-12Z"/>"#
        }
        Suit::Diamonds => r#"<path d="M12 1.6 20 12l-8 10.4L4 12Z"/>"#,
        Suit::Hearts => {
            r#"<path d="M12 21.6C4.8 15.8 2 12.2 2 8.2 2 5 4.4 2.9 7.1 2.9c2.1 0 4 1.2 4.9 3.3.9-2.1 2.8-3.3 4.9-3.3C19.6 2.9 22 5 22 8.2c0 4-2.8 7.6-10 13.4Z"/>"#
        }
        Suit::Spades => {
            r#"<path d="M12 1.6c4 5.6 9.4 8.2 9.4 12.8 0 2.8-2 4.5-4.4 4.5-1.6 0-2.9-.7-3.7-1.8.2 2 .9 3.7 2.1 5.3H8.6c1.2-1.6 1.9-3.3 2.1-5.3-.8 1.1-2.1 1.8-3.7 1.8-2.4 0-4.4-1.7-4.4-4.5C2.6 9.8 8 7.2 12 1.6Z"/>"#
        }
        Suit::Snowflakes => {
            r#"<path d="M12 1.5v21M2.9 6.75l18.2 10.5M2.9 17.25 21.1 6.75M8.8 3.3 12 6.3l3.2-3M8.8 20.7l3.2-3 3.2 3M2.7 10.7l4.3-1.3-1-4.3M18 18.9l-1-4.3 4.3-1.3M2.7 13.3 7 14.6l-1 4.3M18 5.1l-1 4.3 4.3 1.3" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" fill="none"/>"#
        }
        Suit::Flowers => {
            r#"<circle cx="12" cy="5.8" r="4.2"/><circle cx="17.9" cy="10.1" r="4.2"/><circle cx="15.65" cy="17" r="4.2"/><circle cx="8.35" cy="17" r="4.2"/><circle cx="6.1" cy="10.1" r="4.2"/><circle cx="12" cy="12" r="3.2" fill="white"/>"#
        }
        Suit::Fish => {
            r#"<path d="M1.6 12C5.2 5.6 11.4 4.9 16 10l6-4.3c-1.2 4.2-1.2 8.4 0 12.6L16 14C11.4 19.1 5.2 18.4 1.6 12Z"/><circle cx="6.9" cy="10.9" r="1.4" fill="white"/>"#
        }
        Suit::Leaves => {
            r#"<path d="M4.6 17.6C3 9.2 8.6 2.6 21.6 2.2c.6 12.6-5.4 19-14.6 17.6l-2.6 2.6-1.6-1.6Z"/><path d="M6.5 18 16 8" stroke="white" stroke-width="1.5" stroke-linecap="round"/>"#
        }
    }
}

/// Every glyph that is used more than once.
pub(crate) fn definitions() -> String {
    let mut svg = String::from("<defs>\n");
    for suit in Suit::ALL {
        let _ = writeln!(
            svg,
            r#"<symbol id="{}" viewBox="0 0 24 24" fill="currentColor">{}</symbol>"#,
            suit.name(),
            shape(suit)
        );
    }
    svg.push_str(concat!(
        r#"<symbol id="envelope" viewBox="0 0 24 24"><path d="M2 5h20v14H2ZM2 5.5l10 8 10-8M2 18.5l7.5-7M22 18.5l-7.5-7" fill="none" stroke="currentColor" stroke-width="1.8"/></symbol>"#,
        "\n",
        r#"<symbol id="nodes" viewBox="0 0 24 24" fill="currentColor"><path d="M5 5h14v14H5Z" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M2 2h7v7H2ZM15 2h7v7h-7ZM2 15h7v7H2ZM15 15h7v7h-7Z"/></symbol>"#,
        "\n",
        r#"<symbol id="get-rich-quick" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"><circle cx="12" cy="12" r="10"/><path d="M15.5 8.8C15 7.5 13.7 6.9 12 6.9c-2 0-3.5.9-3.5 2.5 0 3.6 7.2 1.6 7.2 5.2 0 1.6-1.6 2.5-3.7 2.5-1.9 0-3.3-.8-3.8-2.2M12 4.8v14.4"/></symbol>"#,
        "\n</defs>\n"
    ));
    svg
}

/// A Gruntle's face; the higher its mood, the crosser.
pub(crate) fn gruntle(paper: &mut Paper, (x, y): (f64, f64), radius: f64, mood: u8) {
    let skin = match mood {
        0 => "#f5df8b",
        1 => "#f2b75c",
        _ => "#e8824a",
    };
    let bend = [1.2, -1.6, -3.4][usize::from(mood.min(2))];
    let brow = [0.0, 1.2, 2.4][usize::from(mood.min(2))];
    paper.put(format_args!(
        r#"<g transform="translate({x} {y}) scale({})"><circle r="10" fill="{skin}" stroke="{INK}" stroke-width="1.3"/><circle cx="-3.6" cy="-1.2" r="1.5" fill="{INK}"/><circle cx="3.6" cy="-1.2" r="1.5" fill="{INK}"/><path d="M-6.4 {}L-1.8 {}M6.4 {}L1.8 {}" stroke="{INK}" stroke-width="1.6" stroke-linecap="round"/><path d="M-4 5Q0 {} 4 5" fill="none" stroke="{INK}" stroke-width="1.6" stroke-linecap="round"/></g>"#,
        radius / 10.0,
        -4.2 - brow,
        -4.2 + brow * 0.5,
        -4.2 - brow,
        -4.2 + brow * 0.5,
        5.0 + bend,
    ));
}

/// A die that shows this roll, about a middle, turned by so many degrees.
pub(crate) fn die(paper: &mut Paper, (x, y): (f64, f64), size: f64, turn: f64, roll: u8) {
    let half = size / 2.0;
    let step = size * 0.27;
    let places: &[(f64, f64)] = match roll {
        1 => &[(0., 0.)],
        2 => &[(-1., -1.), (1., 1.)],
        3 => &[(-1., -1.), (0., 0.), (1., 1.)],
        4 => &[(-1., -1.), (1., -1.), (-1., 1.), (1., 1.)],
        5 => &[(-1., -1.), (1., -1.), (0., 0.), (-1., 1.), (1., 1.)],
        _ => &[(-1., -1.), (1., -1.), (-1., 0.), (1., 0.), (-1., 1.), (1., 1.)],
    };
    let ink = if roll == 1 { ACCENT } else { INK };
    let mut pips = String::new();
    for (across, down) in places {
        let _ = write!(
            pips,
            r#"<circle cx="{:.1}" cy="{:.1}" r="{:.1}" fill="{ink}"/>"#,
            across * step,
            down * step,
            size * 0.09
        );
    }
    paper.put(format_args!(
        r#"<g transform="translate({x} {y}) rotate({turn})"><rect x="{}" y="{}" width="{size}" height="{size}" rx="{:.1}" fill="{WHITE}" stroke="{INK}" stroke-width="1.2"/>{pips}</g>"#,
        -half,
        -half,
        size * 0.16
    ));
}
