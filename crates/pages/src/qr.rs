//! Links as squares for a camera. Which are dark is reckoned by `qrcodegen`; the drawing is ours.

use maud::{Markup, html};
use qrcodegen::{QrCode, QrCodeEcc};

/// The quiet edge around a code, in squares, without which cameras do not find it.
const EDGE: i32 = 4;

/// A link as a code; nothing if it is too long for one. Dark on light in either theme: cameras expect it so.
#[must_use]
pub fn qr(link: &str) -> Markup {
    let Ok(code) = QrCode::encode_text(link, QrCodeEcc::Medium) else { return html! {} };
    let side = code.size() + 2 * EDGE;
    html! {
        svg.qr viewBox={ "0 0 " (side) " " (side) } role="img" aria-label="The same link as a code for the camera of a telephone" {
            rect.light width=(side) height=(side) {}
            path.dark d=(squares(&code)) {}
        }
    }
}

/// The dark squares as a path: every run in a row is one rectangle.
fn squares(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|&x| code.get_module(x, y)).count() as i32;
            if run > 0 {
                path += &format!("M{} {}h{run}v1h-{run}z", x + EDGE, y + EDGE);
            }
            x += run.max(1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_corners_are_those_of_a_code() {
        let code = QrCode::encode_text("http://localhost:1998/t/k3f9q2xw", QrCodeEcc::Medium).unwrap();
        let path = squares(&code);
        let right = code.size() - 7 + EDGE;
        for corner in
            [format!("M{EDGE} {EDGE}h7v1"), format!("M{right} {EDGE}h7v1"), format!("M{EDGE} {right}h7v1")]
        {
            assert!(path.contains(&corner), "{corner}: {path}");
        }
    }

    #[test]
    fn what_is_too_long_is_no_code() {
        assert!(qr(&"x".repeat(5_000)).0.is_empty());
    }
}
