//! The icons of the site for home screens, in their sizes, and the manifest by which the site is installed.

use std::iter;

use serde_json::json;
use spammers::Drawing;

use super::address;
use crate::raster::{Canvas, Rgb};

/// Theme colours around the sign, and of a page before it is drawn; by day and by night that of the desk.
pub(crate) const BY_DAY: &str = "#17686b";
pub(crate) const BY_NIGHT: &str = "#07110e";
const GROUND: Rgb = [0x17, 0x68, 0x6b];

/// An icon file: its name, its width, and the size of the drawing's pixels on it. A maskable one has room around the
/// drawing: home screens cut off a fifth at most on either side.
struct Icon {
    name: &'static str,
    side: usize,
    scale: usize,
    purpose: &'static str,
}

const LISTED: [Icon; 3] = [
    Icon { name: "icon-192.png", side: 192, scale: 8, purpose: "any" },
    Icon { name: "icon-512.png", side: 512, scale: 21, purpose: "any" },
    Icon { name: "icon-maskable.png", side: 512, scale: 13, purpose: "maskable" },
];
/// The one that telephones of Apple ask for, outside of the manifest.
pub(crate) const TOUCH: &str = "apple-touch-icon.png";

/// The name of the manifest.
pub(crate) const MANIFEST: &str = "manifest.webmanifest";

fn drawn(side: usize, scale: usize) -> Vec<u8> {
    let mut canvas = Canvas::new(side, side, GROUND);
    let edge = (side - 24 * scale) / 2;
    match Drawing::read(include_str!("icon.txt")) {
        Ok(drawing) => canvas.draw(&drawing, (edge, edge), scale),
        Err(wrong) => unreachable!("a test reads it: {wrong}"),
    }
    canvas.png(1)
}

/// Every icon: name and bytes.
pub(super) fn icons() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let listed = LISTED.iter().map(|icon| (icon.name, drawn(icon.side, icon.scale)));
    listed.chain(iter::once_with(|| (TOUCH, drawn(180, 7))))
}

/// The web manifest, which a browser reads before it installs the site.
pub(super) fn manifest() -> String {
    let icon = |icon: &Icon| {
        json!({
            "src": address(icon.name),
            "sizes": format!("{0}x{0}", icon.side),
            "type": "image/png",
            "purpose": icon.purpose,
        })
    };
    json!({
        "id": "/",
        "name": "Gruntle: two games about spam",
        "short_name": "Gruntle",
        "description": "Two tabletop games about e-mail spam, against bots or friends.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BY_DAY,
        "theme_color": BY_DAY,
        "categories": ["games"],
        "icons": LISTED.iter().map(icon).collect::<Vec<_>>(),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_names_files_that_are_there_and_of_their_size() {
        let manifest: serde_json::Value = serde_json::from_str(&manifest()).unwrap();
        let icons = manifest["icons"].as_array().unwrap();
        assert_eq!(icons.len(), LISTED.len());
        for (listed, icon) in icons.iter().zip(&LISTED) {
            assert_eq!(listed["src"], super::super::address(icon.name));
            let (kind, bytes, _) = super::super::asset(icon.name).unwrap();
            assert_eq!(kind, "image/png");
            let side = u32::try_from(icon.side).unwrap().to_be_bytes();
            assert_eq!(bytes[16..24], [side, side].concat(), "{}", icon.name);
        }
        assert!(super::super::asset(TOUCH).is_some() && super::super::asset(MANIFEST).is_some());
    }

    #[test]
    fn what_stays_of_a_sign_that_is_cut_round_is_all_of_it() {
        let rows: Vec<_> = Drawing::read(include_str!("icon.txt")).unwrap().rows().copied().collect();
        let cut = LISTED.iter().find(|icon| icon.purpose == "maskable").unwrap();
        let far = |place: usize| (place as f64 - 11.5).abs() + 0.5;
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, pixel)| **pixel != b'.') {
                let from_middle = far(x).hypot(far(y)) * cut.scale as f64;
                assert!(from_middle < 0.4 * cut.side as f64, "{x} {y}");
            }
        }
    }

    #[test]
    fn the_ground_is_the_desk_by_day_and_by_night() {
        let style = include_str!("../../assets/site.css");
        assert!(style.contains(&format!("--desk: light-dark({BY_DAY}, {BY_NIGHT})")));
        let [red, green, blue] = GROUND;
        assert_eq!(BY_DAY, format!("#{red:02x}{green:02x}{blue:02x}"));
    }
}
