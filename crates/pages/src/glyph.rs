//! Our own glyphs: clean shapes on a square of 24, Gruntles and dice in pixels, drawn once a page as symbols and used
//! by name ever after.

use games::GameName;
use maud::{Markup, PreEscaped, Render, html};
use spammers::Category;
use spamorama::{Suit, Value};

use crate::figures::shapes;
use crate::ink::ink;

/// The glyphs that every table needs: name and shape.
const ALWAYS: &[(&str, &str)] = &[
    (
        "envelope",
        r#"<path fill-rule="evenodd" d="M2 5h20v14H2zM4 8.4V17h16V8.4l-8 5.8zM5.4 7 12 11.8 18.6 7z"/>"#,
    ),
    (
        "bot",
        r#"<path fill-rule="evenodd" d="M11 2h2v3h5a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-2v3h-2v-3h-4v3H8v-3H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM8 9v3.5h2.5V9zM13.5 9v3.5H16V9zM8 14.5V16h8v-1.5z"/>"#,
    ),
    (
        "undo",
        r#"<path d="M9 4 3.5 9.5 9 15v-3.6h4.5a3.8 3.8 0 0 1 0 7.6H8v2.6h5.5a6.4 6.4 0 0 0 0-12.8H9z"/>"#,
    ),
    (
        "coach",
        r#"<path fill-rule="evenodd" d="M8 3h8l3 3v7l-3 3h-1v2H9v-2H8l-3-3V6zM9 5 7 7v5l2 2h6l2-2V7l-2-2zM9 20h6v2H9zM11 7h2v5h-2z"/>"#,
    ),
    (
        "sound",
        r#"<path d="M3 9h4l5-4.5v15L7 15H3z"/><path fill="none" stroke="currentColor" stroke-width="2" d="M15 8.5a5 5 0 0 1 0 7M17.5 5.5a9 9 0 0 1 0 13"/>"#,
    ),
    (
        "theme",
        r#"<path fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2.2v15.6a7.8 7.8 0 0 1 0-15.6z"/>"#,
    ),
    (
        "clock",
        r#"<path fill="none" stroke="currentColor" stroke-width="2" d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5l3.5 2"/>"#,
    ),
    ("chat", r#"<path d="M3 4h18v12h-8l-5 5v-5H3z"/>"#),
    (
        "gruntle",
        r#"<g transform="scale(3)" shape-rendering="crispEdges"><path fill="var(--mood-2)" d="M1 0h6v1H1zM0 1h1v6H0zM2 1h4v1H2zM7 1h1v6H7zM1 2h1v4H1zM3 2h2v3H3zM6 2h1v4H6zM2 4h1v1H2zM5 4h1v1H5zM2 6h4v2H2zM1 7h1v1H1zM6 7h1v1H6z"/><path fill="var(--a-k)" d="M1 1h1v1H1zM6 1h1v1H6zM2 2h1v2H2zM5 2h1v2H5zM2 5h4v1H2zM1 6h1v1H1zM6 6h1v1H6z"/></g>"#,
    ),
    ("crown", r#"<path d="m3 8 4.5 4L12 5l4.5 7L21 8l-2 10H5zM5 19.5h14V21H5z"/>"#),
];

/// Glyphs of SPAMMERS.
const SPAMMERS: &[(&str, &str)] = &[
    (
        "adult",
        r#"<path fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 4.5a3.6 3.6 0 0 1 1.8 6.7L15 18H9l1.2-4.8A3.6 3.6 0 0 1 12 6.5z"/>"#,
    ),
    (
        "internet-services",
        r#"<g fill="none" stroke="currentColor" stroke-width="1.8"><circle cx="12" cy="12" r="9"/><ellipse cx="12" cy="12" rx="4" ry="9"/><path d="M3 12h18M4.5 7.5h15M4.5 16.5h15"/></g>"#,
    ),
    (
        "get-rich-quick",
        r#"<path d="M2.5 20.5h7v-3h-7zm0-4h7v-3h-7zm0-4h7v-3h-7zM16.5 3 22 9.5h-3.5v11h-4v-11H11z"/>"#,
    ),
    (
        "free-stuff",
        r#"<path d="M3 8h18v4H3zm1.5 5.5h6.3V21H4.5zm8.7 0h6.3V21h-6.3zM12 7.5c-3 0-5.5-.9-5.5-2.9 0-1.3 1-2.1 2.1-2.1 1.6 0 2.7 1.6 3.4 3.4.7-1.8 1.8-3.4 3.4-3.4 1.1 0 2.1.8 2.1 2.1 0 2-2.5 2.9-5.5 2.9z"/>"#,
    ),
    (
        "miscellaneous",
        r#"<path fill="none" stroke="currentColor" stroke-width="2" d="m8 12.5 6.3-6.3a3 3 0 0 1 4.3 4.3l-8.4 8.4a5 5 0 0 1-7.1-7.1l7.8-7.8"/>"#,
    ),
    (
        "face-0",
        r#"<g transform="scale(3)" shape-rendering="crispEdges"><path fill="var(--slot)" d="M0 0h2v1H0zM3 0h2v1H3zM6 0h2v1H6zM0 1h1v1H0zM7 1h1v1H7zM0 3h1v2H0zM7 3h1v2H7zM0 6h1v2H0zM7 6h1v2H7zM1 7h1v1H1zM3 7h2v1H3zM6 7h1v1H6z"/></g>"#,
    ),
    (
        "face-1",
        r#"<g transform="scale(3)" shape-rendering="crispEdges"><path fill="var(--mood-1)" d="M1 0h6v1H1zM0 1h4v1H0zM6 1h2v6H6zM0 2h2v5H0zM3 2h3v1H3zM3 3h2v3H3zM2 4h1v2H2zM5 5h1v1H5zM1 7h6v1H1z"/><path fill="var(--a-k)" d="M4 1h2v1H4zM2 2h1v2H2zM5 3h1v2H5zM2 6h4v1H2z"/></g>"#,
    ),
    (
        "face-2",
        r#"<g transform="scale(3)" shape-rendering="crispEdges"><path fill="var(--mood-2)" d="M1 0h6v1H1zM0 1h1v6H0zM2 1h4v1H2zM7 1h1v6H7zM1 2h1v4H1zM3 2h2v3H3zM6 2h1v4H6zM2 4h1v1H2zM5 4h1v1H5zM2 6h4v2H2zM1 7h1v1H1zM6 7h1v1H6z"/><path fill="var(--a-k)" d="M1 1h1v1H1zM6 1h1v1H6zM2 2h1v2H2zM5 2h1v2H5zM2 5h4v1H2zM1 6h1v1H1zM6 6h1v1H6z"/></g>"#,
    ),
    (
        "face-3",
        r#"<g transform="scale(3)" shape-rendering="crispEdges"><path fill="var(--mood-3)" d="M1 0h6v1H1zM0 1h1v6H0zM2 1h4v1H2zM7 1h1v6H7zM3 2h2v3H3zM1 3h1v2H1zM6 3h1v2H6zM2 4h1v1H2zM5 4h1v1H5zM1 7h6v1H1z"/><path fill="var(--a-k)" d="M1 1h1v2H1zM6 1h1v2H6zM2 2h1v2H2zM5 2h1v2H5zM1 5h6v1H1zM1 6h1v1H1zM3 6h1v1H3zM5 6h2v1H5z"/><path fill="var(--a-w)" d="M2 6h1v1H2zM4 6h1v1H4z"/></g>"#,
    ),
    (
        "face-4",
        r#"<g transform="scale(3)" shape-rendering="crispEdges"><path fill="var(--a-w)" d="M0 0h1v1H0zM7 0h1v1H7zM2 5h1v1H2zM5 5h1v1H5z"/><path fill="var(--mood-4)" d="M2 0h4v2H2zM0 1h1v6H0zM7 1h1v6H7zM3 2h2v2H3zM1 3h1v2H1zM6 3h1v2H6zM1 6h1v2H1zM6 6h1v2H6zM2 7h4v1H2z"/><path fill="var(--a-k)" d="M1 1h1v2H1zM6 1h1v2H6zM2 2h1v3H2zM5 2h1v3H5zM3 4h2v1H3zM1 5h1v1H1zM6 5h1v1H6zM2 6h4v1H2z"/><path fill="var(--a-k)" d="M3 5h2v1H3z"/></g>"#,
    ),
    (
        "die-1",
        r#"<g transform="scale(1.41176)" shape-rendering="crispEdges"><path fill="var(--a-k)" d="M1 0h15v1H1zM0 1h2v1H0zM15 1h2v1H15zM0 2h1v14H0zM16 2h1v14H16zM1 15h1v2H1zM15 15h1v2H15zM2 16h13v1H2z"/><path fill="var(--a-w)" d="M2 1h13v4H2zM1 2h1v13H1zM2 5h4v1H2zM11 5h4v1H11zM2 6h3v9H2zM12 6h3v9H12zM5 11h1v4H5zM11 11h1v4H11zM6 12h5v3H6z"/><path fill="var(--a-g)" d="M15 2h1v13H15zM2 15h13v1H2z"/><path fill="var(--a-r)" d="M6 5h5v7H6zM5 6h1v5H5zM11 6h1v5H11z"/></g>"#,
    ),
    (
        "die-2",
        r#"<g transform="scale(1.41176)" shape-rendering="crispEdges"><path fill="var(--a-k)" d="M1 0h15v1H1zM0 1h2v1H0zM15 1h2v1H15zM0 2h1v14H0zM16 2h1v14H16zM1 15h1v2H1zM15 15h1v2H15zM2 16h13v1H2z"/><path fill="var(--a-w)" d="M2 1h13v2H2zM1 2h1v13H1zM2 3h9v8H2zM14 3h1v12H14zM11 6h3v9H11zM2 11h1v4H2zM6 11h5v4H6zM3 14h3v1H3z"/><path fill="var(--a-g)" d="M15 2h1v13H15zM2 15h13v1H2z"/><path fill="var(--a-r)" d="M11 3h3v3H11zM3 11h3v3H3z"/></g>"#,
    ),
    (
        "die-3",
        r#"<g transform="scale(1.41176)" shape-rendering="crispEdges"><path fill="var(--a-k)" d="M1 0h15v1H1zM0 1h2v1H0zM15 1h2v1H15zM0 2h1v14H0zM16 2h1v14H16zM1 15h1v2H1zM15 15h1v2H15zM2 16h13v1H2z"/><path fill="var(--a-w)" d="M2 1h13v2H2zM1 2h1v13H1zM2 3h9v4H2zM14 3h1v12H14zM11 6h3v9H11zM2 7h5v4H2zM10 7h1v8H10zM7 10h3v5H7zM2 11h1v4H2zM6 11h1v4H6zM3 14h3v1H3z"/><path fill="var(--a-g)" d="M15 2h1v13H15zM2 15h13v1H2z"/><path fill="var(--a-r)" d="M11 3h3v3H11zM7 7h3v3H7zM3 11h3v3H3z"/></g>"#,
    ),
    (
        "die-4",
        r#"<g transform="scale(1.41176)" shape-rendering="crispEdges"><path fill="var(--a-k)" d="M1 0h15v1H1zM0 1h2v1H0zM15 1h2v1H15zM0 2h1v14H0zM16 2h1v14H16zM1 15h1v2H1zM15 15h1v2H15zM2 16h13v1H2z"/><path fill="var(--a-w)" d="M2 1h13v2H2zM1 2h1v13H1zM2 3h1v12H2zM6 3h5v12H6zM14 3h1v12H14zM3 6h3v5H3zM11 6h3v5H11zM3 14h3v1H3zM11 14h3v1H11z"/><path fill="var(--a-g)" d="M15 2h1v13H15zM2 15h13v1H2z"/><path fill="var(--a-r)" d="M3 3h3v3H3zM11 3h3v3H11zM3 11h3v3H3zM11 11h3v3H11z"/></g>"#,
    ),
    (
        "die-5",
        r#"<g transform="scale(1.41176)" shape-rendering="crispEdges"><path fill="var(--a-k)" d="M1 0h15v1H1zM0 1h2v1H0zM15 1h2v1H15zM0 2h1v14H0zM16 2h1v14H16zM1 15h1v2H1zM15 15h1v2H15zM2 16h13v1H2z"/><path fill="var(--a-w)" d="M2 1h13v2H2zM1 2h1v13H1zM2 3h1v12H2zM6 3h5v4H6zM14 3h1v12H14zM3 6h3v5H3zM11 6h3v5H11zM6 7h1v8H6zM10 7h1v8H10zM7 10h3v5H7zM3 14h3v1H3zM11 14h3v1H11z"/><path fill="var(--a-g)" d="M15 2h1v13H15zM2 15h13v1H2z"/><path fill="var(--a-r)" d="M3 3h3v3H3zM11 3h3v3H11zM7 7h3v3H7zM3 11h3v3H3zM11 11h3v3H11z"/></g>"#,
    ),
    (
        "die-6",
        r#"<g transform="scale(1.41176)" shape-rendering="crispEdges"><path fill="var(--a-k)" d="M1 0h15v1H1zM0 1h2v1H0zM15 1h2v1H15zM0 2h1v14H0zM16 2h1v14H16zM1 15h1v2H1zM15 15h1v2H15zM2 16h13v1H2z"/><path fill="var(--a-w)" d="M2 1h13v2H2zM1 2h1v13H1zM2 3h1v12H2zM6 3h5v12H6zM14 3h1v12H14zM3 6h3v1H3zM11 6h3v1H11zM3 10h3v1H3zM11 10h3v1H11zM3 14h3v1H3zM11 14h3v1H11z"/><path fill="var(--a-g)" d="M15 2h1v13H15zM2 15h13v1H2z"/><path fill="var(--a-r)" d="M3 3h3v3H3zM11 3h3v3H11zM3 7h3v3H3zM11 7h3v3H11zM3 11h3v3H3zM11 11h3v3H11z"/></g>"#,
    ),
    (
        "book",
        r#"<path fill-rule="evenodd" d="M5 2h13a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H5zm7.5 5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 17.5h9c0-2.6-1.9-4.2-4.5-4.2S8 14.9 8 17.5zM2 6h2v2H2zm0 5h2v2H2zm0 5h2v2H2z"/>"#,
    ),
    (
        "chip",
        r#"<path d="M7 7h10v10H7zM9 2h2v4H9zm4 0h2v4h-2zM9 18h2v4H9zm4 0h2v4h-2zM2 9h4v2H2zm0 4h4v2H2zm16-4h4v2h-4zm0 4h4v2h-4z"/>"#,
    ),
    (
        "lock",
        r#"<path transform="translate(1.5 1.5) scale(2.3333)" shape-rendering="crispEdges" d="M2 0h5v1h-5zM1 1h2v1h-2zM6 1h2v1h-2zM1 2h2v1h-2zM6 2h2v1h-2zM1 3h2v1h-2zM6 3h2v1h-2zM0 4h9v1h-9zM0 5h4v1h-4zM5 5h4v1h-4zM0 6h4v1h-4zM5 6h4v1h-4zM0 7h9v1h-9zM0 8h9v1h-9z"/>"#,
    ),
    (
        "door",
        r#"<path transform="translate(1.5 1.5) scale(2.3333)" shape-rendering="crispEdges" d="M1 0h6v1h-6zM1 1h1v1h-1zM6 1h2v1h-2zM1 2h1v1h-1zM6 2h2v1h-2zM1 3h1v1h-1zM4 3h1v1h-1zM6 3h2v1h-2zM1 4h1v1h-1zM4 4h5v1h-5zM1 5h1v1h-1zM4 5h1v1h-1zM6 5h2v1h-2zM1 6h1v1h-1zM6 6h2v1h-2zM1 7h1v1h-1zM6 7h2v1h-2zM1 8h6v1h-6z"/>"#,
    ),
    (
        "trash",
        r#"<path transform="translate(1.5 1.5) scale(2.3333)" shape-rendering="crispEdges" d="M3 0h3v1h-3zM1 1h7v1h-7zM1 3h7v1h-7zM1 4h1v1h-1zM3 4h1v1h-1zM5 4h1v1h-1zM7 4h1v1h-1zM1 5h1v1h-1zM3 5h1v1h-1zM5 5h1v1h-1zM7 5h1v1h-1zM1 6h1v1h-1zM3 6h1v1h-1zM5 6h1v1h-1zM7 6h1v1h-1zM1 7h1v1h-1zM3 7h1v1h-1zM5 7h1v1h-1zM7 7h1v1h-1zM2 8h5v1h-5z"/>"#,
    ),
    (
        "flag",
        r#"<path transform="translate(1.5 1.5) scale(2.3333)" shape-rendering="crispEdges" d="M0 0h2v1h-2zM0 1h7v1h-7zM0 2h9v1h-9zM0 3h9v1h-9zM0 4h7v1h-7zM0 5h2v1h-2zM0 6h2v1h-2zM0 7h2v1h-2zM0 8h2v1h-2z"/>"#,
    ),
    (
        "stack",
        r#"<path transform="translate(1.5 1.5) scale(2.3333)" shape-rendering="crispEdges" d="M1 0h7v1h-7zM1 1h1v1h-1zM7 1h1v1h-1zM1 2h1v1h-1zM7 2h1v1h-1zM1 3h7v1h-7zM1 5h7v1h-7zM0 7h9v1h-9z"/>"#,
    ),
    (
        "card",
        r#"<path transform="translate(1.5 1.5) scale(2.3333)" shape-rendering="crispEdges" d="M2 0h6v1h-6zM2 1h1v1h-1zM7 1h1v1h-1zM0 2h4v1h-4zM7 2h1v1h-1zM0 3h1v1h-1zM3 3h1v1h-1zM7 3h1v1h-1zM0 4h1v1h-1zM3 4h1v1h-1zM7 4h1v1h-1zM0 5h1v1h-1zM3 5h1v1h-1zM7 5h1v1h-1zM0 6h1v1h-1zM3 6h5v1h-5zM0 7h1v1h-1zM3 7h1v1h-1zM0 8h4v1h-4z"/>"#,
    ),
    (
        "cup",
        r#"<path transform="translate(1.5 1.5) scale(2.3333)" shape-rendering="crispEdges" d="M0 0h9v1h-9zM0 1h1v1h-1zM2 1h5v1h-5zM8 1h1v1h-1zM0 2h1v1h-1zM2 2h5v1h-5zM8 2h1v1h-1zM1 3h7v1h-7zM3 4h3v1h-3zM4 5h1v1h-1zM4 6h1v1h-1zM2 7h5v1h-5zM2 8h5v1h-5z"/>"#,
    ),
];

/// Glyphs of Spam-O-Rama: the twelve suits, by their names in notation, and the values of ports.
const SPAM_O_RAMA: &[(&str, &str)] = &[
    (
        "suns",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M5 0h1v2H5zM1 1h1v1H1zM9 1h1v1H9zM2 2h1v1H2zM8 2h1v1H8zM4 3h3v1H4zM3 4h5v3H3zM0 5h2v1H0zM9 5h2v1H9zM4 7h3v1H4zM2 8h1v1H2zM8 8h1v1H8zM1 9h1v1H1zM5 9h1v2H5zM9 9h1v1H9z"/>"#,
    ),
    (
        "moons",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M3 0h4v1H3zM2 1h3v1H2zM1 2h3v1H1zM0 3h4v3H0zM0 6h5v1H0zM9 6h1v1H9zM1 7h7v1H1zM9 7h2v1H9zM1 8h9v1H1zM2 9h7v1H2zM4 10h3v1H4z"/>"#,
    ),
    (
        "crowns",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M0 1h1v2H0zM5 1h1v1H5zM10 1h1v2H10zM4 2h3v3H4zM0 3h2v1H0zM9 3h2v1H9zM0 4h3v1H0zM8 4h3v1H8zM0 5h11v2H0zM1 7h9v1H1zM1 9h9v2H1z"/>"#,
    ),
    (
        "arms",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M5 0h1v1H5zM4 1h3v3H4zM1 3h2v1H1zM8 3h2v1H8zM0 4h4v1H0zM5 4h1v2H5zM7 4h4v1H7zM0 5h2v2H0zM3 5h1v1H3zM7 5h1v1H7zM9 5h2v2H9zM4 6h3v1H4zM2 7h7v1H2zM5 8h1v1H5zM4 9h3v1H4zM3 10h1v1H3zM5 10h1v1H5zM7 10h1v1H7z"/>"#,
    ),
    (
        "clubs",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M4 0h3v1H4zM3 1h5v2H3zM4 3h3v2H4zM1 4h2v1H1zM8 4h2v1H8zM0 5h4v1H0zM5 5h1v1H5zM7 5h4v1H7zM0 6h11v1H0zM0 7h4v1H0zM5 7h1v2H5zM7 7h4v1H7zM1 8h2v1H1zM8 8h2v1H8zM4 9h3v1H4zM3 10h5v1H3z"/>"#,
    ),
    (
        "diamonds",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M5 0h1v1H5zM4 1h3v1H4zM3 2h5v1H3zM2 3h7v1H2zM1 4h9v1H1zM0 5h11v1H0zM1 6h9v1H1zM2 7h7v1H2zM3 8h5v1H3zM4 9h3v1H4zM5 10h1v1H5z"/>"#,
    ),
    (
        "hearts",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M1 1h3v1H1zM7 1h3v1H7zM0 2h5v1H0zM6 2h5v1H6zM0 3h11v3H0zM1 6h9v1H1zM2 7h7v1H2zM3 8h5v1H3zM4 9h3v1H4zM5 10h1v1H5z"/>"#,
    ),
    (
        "spades",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M5 0h1v1H5zM4 1h3v1H4zM3 2h5v1H3zM2 3h7v1H2zM1 4h9v1H1zM0 5h11v2H0zM0 7h4v1H0zM5 7h1v2H5zM7 7h4v1H7zM1 8h2v1H1zM8 8h2v1H8zM4 9h3v1H4zM3 10h5v1H3z"/>"#,
    ),
    (
        "snowflakes",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M5 0h1v2H5zM3 1h1v1H3zM7 1h1v1H7zM1 2h1v1H1zM4 2h3v1H4zM9 2h1v1H9zM2 3h1v1H2zM5 3h1v1H5zM8 3h1v1H8zM1 4h2v1H1zM4 4h3v1H4zM8 4h2v1H8zM0 5h5v1H0zM6 5h5v1H6zM1 6h2v1H1zM4 6h3v1H4zM8 6h2v1H8zM2 7h1v1H2zM5 7h1v1H5zM8 7h1v1H8zM1 8h1v1H1zM4 8h3v1H4zM9 8h1v1H9zM3 9h1v1H3zM5 9h1v2H5zM7 9h1v1H7z"/>"#,
    ),
    (
        "flowers",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M4 0h3v1H4zM3 1h5v1H3zM1 2h2v1H1zM4 2h3v1H4zM8 2h2v1H8zM0 3h4v1H0zM5 3h1v1H5zM7 3h4v1H7zM0 4h5v1H0zM6 4h5v1H6zM1 5h3v1H1zM7 5h3v1H7zM2 6h1v1H2zM8 6h1v1H8zM2 7h3v1H2zM6 7h3v1H6zM1 8h4v2H1zM6 8h4v2H6zM2 10h2v1H2zM7 10h2v1H7z"/>"#,
    ),
    (
        "fish",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M4 1h4v1H4zM10 1h1v2H10zM2 2h7v1H2zM1 3h10v1H1zM0 4h2v1H0zM3 4h8v1H3zM0 5h11v1H0zM1 6h10v1H1zM2 7h7v1H2zM10 7h1v2H10zM4 8h4v1H4z"/>"#,
    ),
    (
        "leaves",
        r#"<path transform="scale(2.1818)" shape-rendering="crispEdges" d="M7 0h4v1H7zM4 1h6v1H4zM2 2h8v1H2zM1 3h6v1H1zM8 3h3v1H8zM1 4h5v1H1zM7 4h4v1H7zM0 5h5v1H0zM6 5h4v1H6zM0 6h4v1H0zM5 6h5v1H5zM0 7h3v1H0zM4 7h5v1H4zM0 8h2v1H0zM3 8h4v1H3zM1 9h1v1H1zM0 10h1v1H0z"/>"#,
    ),
    (
        "value-1",
        r#"<path transform="translate(4)scale(3)" shape-rendering="crispEdges" d="M2 0h2v1H2zM1 1h3v1H1zM0 2h4v1H0zM2 3h2v4H2zM0 7h6v1H0z"/>"#,
    ),
    (
        "value-2",
        r#"<path transform="translate(4)scale(3)" shape-rendering="crispEdges" d="M1 0h4v1H1zM0 1h2v1H0zM4 1h2v2H4zM3 3h2v1H3zM2 4h2v1H2zM1 5h2v1H1zM0 6h2v1H0zM0 7h6v1H0z"/>"#,
    ),
    (
        "value-3",
        r#"<path transform="translate(4)scale(3)" shape-rendering="crispEdges" d="M1 0h4v1H1zM0 1h2v1H0zM4 1h2v2H4zM2 3h3v1H2zM4 4h2v3H4zM0 6h2v1H0zM1 7h4v1H1z"/>"#,
    ),
    (
        "value-4",
        r#"<path transform="translate(4)scale(3)" shape-rendering="crispEdges" d="M3 0h3v1H3zM2 1h4v1H2zM1 2h2v1H1zM4 2h2v2H4zM0 3h2v1H0zM0 4h6v1H0zM4 5h2v3H4z"/>"#,
    ),
    (
        "value-5",
        r#"<path transform="translate(4)scale(3)" shape-rendering="crispEdges" d="M0 0h6v1H0zM0 1h2v2H0zM0 3h5v1H0zM4 4h2v3H4zM0 6h2v1H0zM1 7h4v1H1z"/>"#,
    ),
];

/// All glyphs a table of this game may use, as symbols; once in a page, before anything that uses them.
#[must_use]
pub fn sprite(game: GameName) -> Markup {
    let (own, more) = match game {
        GameName::Spammers => (SPAMMERS, shapes()),
        GameName::SpamORama => (SPAM_O_RAMA, html! {}),
    };
    html! {
        svg.sprite aria-hidden="true" width="0" height="0" {
            (more)
            @for (name, shape) in ALWAYS.iter().chain(own) {
                symbol id={ "g-" (name) } viewBox="0 0 24 24" { (PreEscaped(*shape)) }
            }
        }
    }
}

/// The drawings that a page of each game begins with, the same for everybody.
#[must_use]
pub fn drawings() -> Vec<String> {
    GameName::ALL.map(|game| sprite(game).into_string()).to_vec()
}

/// The glyph of this name. It says nothing to a screen reader: words stand beside it.
#[must_use]
pub const fn glyph(name: &str) -> Glyph<'_> {
    Glyph(name)
}

/// A glyph in its place. Pages have hundreds, so it is written without detours.
#[derive(Debug, Clone, Copy)]
pub struct Glyph<'a>(&'a str);

impl Render for Glyph<'_> {
    fn render_to(&self, page: &mut String) {
        page.push_str(r##"<svg class="g" aria-hidden="true"><use href="#g-"##);
        ink(self.0, page);
        page.push_str(r#""></use></svg>"#);
    }
}

/// The letter of a category, for readers who cannot tell it by shape or colour.
#[must_use]
pub const fn category_letter(category: Category) -> char {
    match category {
        Category::Adult => 'A',
        Category::InternetServices => 'I',
        Category::GetRichQuick => 'G',
        Category::FreeStuff => 'F',
        Category::Miscellaneous => 'M',
    }
}

/// The glyph of a suit.
#[must_use]
pub const fn suit(suit: Suit) -> Glyph<'static> {
    glyph(suit.name())
}

/// A corner, and how wide and how high.
type Run = ((usize, usize), usize, usize);

/// The rectangles of which the glyph of a suit is made, on a square of eleven.
pub(crate) fn suit_runs(suit: Suit) -> impl Iterator<Item = Run> {
    let shape = SPAM_O_RAMA.iter().find(|(name, _)| *name == suit.name()).map_or("", |(_, shape)| shape);
    let path = shape.split(" d=\"").nth(1).unwrap_or("");
    path.split('M').filter_map(|run| {
        let (corner, rest) = run.split_once('h')?;
        let (x, y) = corner.split_once(' ')?;
        let (width, rest) = rest.split_once('v')?;
        let (height, _) = rest.split_once('H')?;
        let number = |text: &str| text.parse().ok();
        Some(((number(x)?, number(y)?), number(width)?, number(height)?))
    })
}

/// A client as it is called everywhere: the suit first, which everybody plays by, then who pays.
pub(crate) const fn client(suit: Suit) -> Client {
    Client(suit)
}

/// A client in words.
pub(crate) struct Client(Suit);

impl Render for Client {
    fn render_to(&self, page: &mut String) {
        for part in [self.0.title(), " · ", self.0.client()] {
            page.push_str(part);
        }
    }
}

/// The glyph of a port's suit with the port's value after it.
pub(crate) const fn port(suit: Suit, value: Option<Value>) -> PortGlyph {
    PortGlyph(suit, value)
}

/// Suit and value of a port in one picture.
pub(crate) struct PortGlyph(Suit, Option<Value>);

impl Render for PortGlyph {
    fn render_to(&self, page: &mut String) {
        let Self(suit, value) = self;
        for part in [r##"<svg class="g" aria-hidden="true"><use href="#g-"##, suit.name(), r#""></use>"#] {
            page.push_str(part);
        }
        if let Some(value) = value {
            page.push_str(r##"<use href="#g-value-"##);
            value.points().render_to(page);
            page.push_str(r#"" x="100%"></use>"#);
        }
        page.push_str("</svg>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suit_and_category_has_a_glyph() {
        let drawn: String = GameName::ALL.map(|game| sprite(game).into_string()).concat();
        let suits = Suit::ALL.map(Suit::name);
        let categories = Category::ALL.map(Category::slug);
        for name in suits.iter().chain(&categories) {
            assert!(drawn.contains(&format!("id=\"g-{name}\"")), "{name}");
        }
        for number in 1..=6 {
            assert!(drawn.contains(&format!("g-die-{number}")));
        }
    }

    #[test]
    fn every_rectangle_of_a_suit_is_read() {
        for suit in Suit::ALL {
            let (_, shape) = SPAM_O_RAMA.iter().find(|(name, _)| *name == suit.name()).unwrap();
            let runs: Vec<Run> = suit_runs(suit).collect();
            assert_eq!(runs.len(), shape.matches('M').count(), "{suit:?}");
            assert!(
                runs.iter().all(|((x, y), width, height)| x + width <= 11 && y + height <= 11),
                "{suit:?}"
            );
        }
    }
}
