//! The desktop of 1998: windows with title bars, and a task bar.

use super::paper::{ACCENT, Anchor, DEEP_TEAL, FACE, INK, LIGHT, Paper, Pen, SHADE, TEAL, WHITE, width};

/// How large the picture is.
pub(crate) const WIDTH: f64 = 1280.0;
pub(crate) const HEIGHT: f64 = 720.0;
/// How high the task bar is.
const BAR: f64 = 40.0;

/// The bare desktop, with the faintest weave.
pub(crate) fn background(paper: &mut Paper) {
    paper.put(format_args!(
        r#"<defs><pattern id="weave" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="{TEAL}"/><path d="M0 0h1v1H0ZM2 2h1v1H2Z" fill="{DEEP_TEAL}" opacity="0.18"/></pattern></defs>"#
    ));
    paper.rect((0.0, 0.0, WIDTH, HEIGHT), "url(#weave)");
}

/// A window with its title bar and three square buttons.
pub(crate) fn window(paper: &mut Paper, (x, y, w, h): (f64, f64, f64, f64), icon: &str, title: &str) {
    paper.put(format_args!(
        r#"<rect x="{}" y="{}" width="{w}" height="{h}" fill="black" opacity="0.22"/>"#,
        x + 5.0,
        y + 5.0
    ));
    paper.frame((x - 0.5, y - 0.5, w + 1.0, h + 1.0), INK, 1.0);
    paper.raised((x, y, w, h), FACE);
    paper.rect((x + 4.0, y + 4.0, w - 8.0, 28.0), DEEP_TEAL);
    paper.glyph(icon, (x + 20.0, y + 18.0), 18.0, WHITE);
    paper.text((x + 36.0, y + 23.5), Pen::new(15.0).bold().fill(WHITE), title);
    let buttons = ["M-4 4H3", "M-4.5 -4.5H4.5V4.5H-4.5ZM-4.5 -3H4.5", "M-4 -4L4 4M4 -4L-4 4"];
    for (place, mark) in buttons.into_iter().enumerate() {
        let left = x + w - 76.0 + 23.0 * place as f64;
        paper.raised((left, y + 8.0, 20.0, 20.0), FACE);
        paper.put(format_args!(
            r#"<path transform="translate({} {})" d="{mark}" stroke="{INK}" stroke-width="1.5" fill="none"/>"#,
            left + 10.0,
            y + 18.0
        ));
    }
}

/// A box with its name set into the upper edge.
pub(crate) fn group(paper: &mut Paper, (x, y, w, h): (f64, f64, f64, f64), name: &str) {
    paper.frame((x + 1.5, y + 1.5, w - 1.0, h - 1.0), LIGHT, 1.0);
    paper.frame((x + 0.5, y + 0.5, w - 1.0, h - 1.0), SHADE, 1.0);
    let pen = Pen::new(13.0).bold();
    paper.rect((x + 10.0, y - 3.0, width(name, pen) + 8.0, 8.0), FACE);
    paper.text((x + 14.0, y + 5.0), pen, name);
}

/// The task bar: where to start, the windows, what is asked, whose turn it is, the clock.
pub(crate) fn task_bar(paper: &mut Paper, windows: [(&str, &str); 2], prompt: &str, turn: &str) {
    let top = HEIGHT - BAR;
    paper.rect((0.0, top, WIDTH, BAR), FACE);
    paper.rect((0.0, top, WIDTH, 1.0), LIGHT);
    paper.raised((6.0, top + 6.0, 112.0, 28.0), FACE);
    paper.glyph("envelope", (25.0, top + 20.0), 21.0, DEEP_TEAL);
    paper.text((42.0, top + 25.5), Pen::new(15.0).bold(), "Gruntle");
    for (place, (icon, name)) in windows.into_iter().enumerate() {
        let left = 126.0 + 150.0 * place as f64;
        if place == 0 {
            paper.raised((left, top + 6.0, 144.0, 28.0), FACE);
        } else {
            paper.sunken((left, top + 6.0, 144.0, 28.0), LIGHT);
        }
        paper.glyph(icon, (left + 18.0, top + 20.0), 17.0, DEEP_TEAL);
        paper.text((left + 34.0, top + 25.0), Pen::new(14.0), name);
    }
    paper.sunken((426.0, top + 6.0, 500.0, 28.0), LIGHT);
    paper.rect((427.0, top + 7.0, 5.0, 26.0), ACCENT);
    paper.text((442.0, top + 25.0), Pen::new(14.0).bold(), prompt);
    paper.sunken((934.0, top + 6.0, 248.0, 28.0), FACE);
    paper.text((1058.0, top + 25.0), Pen::new(14.0).anchor(Anchor::Middle), turn);
    paper.sunken((1190.0, top + 6.0, 84.0, 28.0), FACE);
    paper.text((1232.0, top + 25.0), Pen::new(14.0).anchor(Anchor::Middle), "23:58");
}
