//! PNG files of few colours: a palette, and rows of numbers in it.

use std::collections::BTreeMap;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// How a row is written: as it is, or as what differs from the row above.
const PLAIN: u8 = 0;
const UP: u8 = 2;

/// A file in which every pixel of these rows is a square of so many pixels. There are no more than 256 colours.
pub(super) fn png(width: usize, pixels: &[Rgb], scale: usize) -> Vec<u8> {
    let colours: BTreeMap<Rgb, u8> =
        pixels.iter().map(|&colour| (colour, 0)).collect::<BTreeMap<_, _>>().into_keys().zip(0..).collect();
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing into memory cannot fail.
    let _ = write_rows(&mut rows, width, pixels, scale, &colours);
    let side = |pixels: usize| u32::try_from(pixels * scale).unwrap_or(u32::MAX).to_be_bytes();
    let height = pixels.len() / width.max(1);
    let palette: Vec<u8> = colours.keys().flatten().copied().collect();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits a pixel, each the number of a colour.
    chunk(&mut file, b"IHDR", &[&side(width)[..], &side(height), &[8, 3, 0, 0, 0]].concat());
    chunk(&mut file, b"PLTE", &palette);
    chunk(&mut file, b"IDAT", &rows.finish().unwrap_or_default());
    chunk(&mut file, b"IEND", &[]);
    file
}

fn write_rows(
    rows: &mut impl std::io::Write,
    width: usize,
    pixels: &[Rgb],
    scale: usize,
    colours: &BTreeMap<Rgb, u8>,
) -> std::io::Result<()> {
    let same = vec![0; width * scale];
    for row in pixels.chunks_exact(width.max(1)) {
        let wide = row
            .iter()
            .flat_map(|colour| std::iter::repeat_n(colours.get(colour).copied().unwrap_or(0), scale));
        let wide: Vec<u8> = wide.collect();
        rows.write_all(&[PLAIN])?;
        rows.write_all(&wide)?;
        for _ in 1..scale {
            rows.write_all(&[UP])?;
            rows.write_all(&same)?;
        }
    }
    Ok(())
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
