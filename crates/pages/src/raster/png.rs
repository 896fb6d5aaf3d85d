//! PNG files of few colours: a palette, and rows of numbers in it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// How a row is written: as it is, or as what differs from the row above.
const PLAIN: u8 = 0;
const UP: u8 = 2;

/// A file in which every pixel of these rows is a square of so many pixels. There are no more than 256 colours.
pub(super) fn png(width: usize, pixels: &[Rgb], scale: usize) -> Vec<u8> {
    // Neighbours are mostly alike, so that runs are looked up and not pixels.
    let found: BTreeSet<Rgb> = pixels.chunk_by(|one, next| one == next).map(|run| run[0]).collect();
    let colours: BTreeMap<Rgb, u8> = found.into_iter().zip(0..).collect();
    // The encoder gets all rows at once: each write would clear its buffer anew. Writing into memory cannot fail.
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let _ = encoder.write_all(&rows(width, pixels, scale, &colours));
    let side = |pixels: usize| u32::try_from(pixels * scale).unwrap_or(u32::MAX).to_be_bytes();
    let height = pixels.len() / width.max(1);
    let palette: Vec<u8> = colours.keys().flatten().copied().collect();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits a pixel, each the number of a colour.
    chunk(&mut file, b"IHDR", &[&side(width)[..], &side(height), &[8, 3, 0, 0, 0]].concat());
    chunk(&mut file, b"PLTE", &palette);
    chunk(&mut file, b"IDAT", &encoder.finish().unwrap_or_default());
    chunk(&mut file, b"IEND", &[]);
    file
}

fn rows(width: usize, pixels: &[Rgb], scale: usize, colours: &BTreeMap<Rgb, u8>) -> Vec<u8> {
    let mut rows = Vec::with_capacity((width * scale + 1) * pixels.len() / width.max(1) * scale);
    for row in pixels.chunks_exact(width.max(1)) {
        rows.push(PLAIN);
        for run in row.chunk_by(|one, next| one == next) {
            let colour = colours.get(&run[0]).copied().unwrap_or(0);
            rows.extend(std::iter::repeat_n(colour, run.len() * scale));
        }
        for _ in 1..scale {
            rows.push(UP);
            rows.extend(std::iter::repeat_n(0, width * scale));
        }
    }
    rows
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    let mut sum = Crc::new();
    sum.update(kind);
    sum.update(data);
    file.extend(length.to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::ZlibDecoder;

    use super::*;

    /// The chunks of a file, each with its sum looked at.
    fn chunks(file: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut rest = file.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
            let mut sum = Crc::new();
            sum.update(&rest[4..8 + length]);
            assert_eq!(rest[8 + length..12 + length], sum.sum().to_be_bytes());
            chunks.push((rest[4..8].to_vec(), rest[8..8 + length].to_vec()));
            rest = &rest[12 + length..];
        }
        chunks
    }

    #[test]
    fn a_file_says_its_size_its_colours_and_every_row() {
        let (black, red) = ([0; 3], [200, 0, 0]);
        let file = png(2, &[black, red, red, red], 3);
        let chunks = chunks(&file);
        let named = |name: &[u8]| &chunks.iter().find(|(kind, _)| kind == name).unwrap().1;
        assert_eq!(named(b"IHDR")[..8], [0, 0, 0, 6, 0, 0, 0, 6]);
        assert_eq!(named(b"PLTE")[..], [0, 0, 0, 200, 0, 0]);
        let mut rows = Vec::new();
        ZlibDecoder::new(&named(b"IDAT")[..]).read_to_end(&mut rows).unwrap();
        let row = |filter: u8, colours: [u8; 6]| [&[filter][..], &colours].concat();
        let up = row(UP, [0; 6]);
        let first = row(PLAIN, [0, 0, 0, 1, 1, 1]);
        let second = row(PLAIN, [1; 6]);
        assert_eq!(rows, [&first, &up, &up, &second, &up, &up].map(Vec::as_slice).concat());
    }
}
