//! `cargo xtask picture`: both games on one desktop, drawn from the real network, a real game and real cards.

mod desktop;
mod glyph;
mod mailing;
mod network;
mod paper;

use std::fs;
use std::path::Path;

use desktop::{HEIGHT, WIDTH};
use paper::Paper;

use crate::Trouble;

/// Fonts that somebody has, of the kind that was on every desktop.
const FONTS: &str = "Tahoma, 'DejaVu Sans', Verdana, Geneva, 'Segoe UI', sans-serif";

/// Draws the picture into this file.
pub(crate) fn draw(path: &Path) -> Result<String, Trouble> {
    let svg = picture()?;
    fs::write(path, svg)
        .map_err(|wrong| Trouble::Refused(format!("cannot write '{}': {wrong}", path.display())))?;
    Ok(format!("drew {}", path.display()))
}

fn picture() -> Result<String, Trouble> {
    let mut paper = Paper::default();
    desktop::background(&mut paper);
    network::draw(&mut paper)?;
    mailing::draw(&mut paper)?;
    mailing::draw_prompt(&mut paper);
    desktop::task_bar(
        &mut paper,
        [("nodes", "Spam-O-Rama"), ("envelope", "SPAMMERS")],
        "Send the Mailing, or take it back?",
        "Your turn, 2 Actions left",
    );
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-labelledby=\"name what\" font-family=\"{FONTS}\">\n<title id=\"name\">Two games on a desktop of 1998</title>\n<desc id=\"what\">Left, a network of Spam-O-Rama with piles of coins. Right, a Mailing of SPAMMERS about to be sent. {}.</desc>\n{}{}</svg>\n",
        mailing::odds(),
        glyph::definitions(),
        paper.into_svg()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_the_same_every_time_and_has_sixty_ports() {
        let svg = picture().unwrap();
        assert_eq!(svg, picture().unwrap());
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("<image"));
    }
}
