//! `gruntle network`.

use std::io::Write;
use std::path::Path;

use games::{BuiltIn, Network, NetworkChoice, Suit, network_name_of, read_network_file};

use crate::Trouble;
use crate::arguments::{Network as NetworkArguments, NetworkCommand};
use crate::files::write_new;
use crate::listed;
use crate::resolve::{find_network, find_seed};
use crate::terminal::{clean, strong};

/// The template of a network file.
const TEMPLATE: &str = include_str!("../../../networks/template.txt");
/// How many suits stand on a line below a map.
const SUITS_A_LINE: usize = 4;

pub(crate) fn run(asked: &NetworkArguments, out: &mut impl Write) -> Result<(), Trouble> {
    match &asked.command {
        NetworkCommand::List { json: true } => listed::write(&listed::networks(), out),
        NetworkCommand::List { json: false } => list(out),
        NetworkCommand::Show { network, seed, json } => {
            let seed = find_seed(*seed);
            let network = find_network(network, seed)?.of_game(0);
            if *json { listed::write(&listed::network(&network), out) } else { show(&network, out) }
        }
        NetworkCommand::Check { file } => check(file, out),
        NetworkCommand::New { file, from, seed } => new(file, from.as_deref(), *seed, out),
    }
}

/// A network in numbers.
fn in_numbers(network: &Network) -> String {
    format!(
        "{} × {}, {} connections, {} ports with two neighbours or fewer",
        network.columns(),
        network.rows(),
        network.connections(),
        network.ports_with_at_most(2)
    )
}

fn list(out: &mut impl Write) -> Result<(), Trouble> {
    for network in BuiltIn::ALL.map(BuiltIn::network) {
        writeln!(out, "{:<10} {}  {}", network.name(), in_numbers(&network), network.digest())?;
    }
    Ok(())
}

fn check(file: &Path, out: &mut impl Write) -> Result<(), Trouble> {
    let shown = file.display();
    let text =
        read_network_file(file).map_err(|why| Trouble::Refused(format!("cannot read '{shown}': {why}")))?;
    match Network::check(&network_name_of(file), &text) {
        Ok(network) => {
            let (name, numbers, digest) = (network.name(), in_numbers(&network), network.digest());
            writeln!(out, "{shown}: sound. '{name}': {numbers}, digest {digest}")?;
            Ok(())
        }
        Err(faults) => {
            for fault in &faults {
                writeln!(out, "{shown}: {}", clean(&fault.to_string()))?;
            }
            Err(Trouble::Wrong(match faults.len() {
                1 => "one fault".to_owned(),
                count => format!("{count} faults"),
            }))
        }
    }
}

fn new(file: &Path, from: Option<&str>, seed: Option<u64>, out: &mut impl Write) -> Result<(), Trouble> {
    let (text, what) = match from {
        None => (TEMPLATE.to_owned(), "a template".to_owned()),
        Some(name) => {
            let seed = find_seed(seed);
            let network = find_network(name, seed)?;
            let origin = match &network {
                NetworkChoice::One(network) => format!("'{}'", network.name()),
                NetworkChoice::Generated(seed) => format!("a network drawn from seed {seed}"),
            };
            let text = format!("# Begun from {origin}. docs/networks.md tells more.\n{}", network.of_game(0));
            (text, format!("the squares of {origin}"))
        }
    };
    if let Err(faults) = Network::check(&network_name_of(file), &text) {
        let why: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(Trouble::Refused(format!("{}: {}", file.display(), why.join("; "))));
    }
    write_new(file, &text)?;
    writeln!(out, "{}: {what}. Change it, then: gruntle network check {0}", file.display())?;
    Ok(())
}

fn show(network: &Network, out: &mut impl Write) -> Result<(), Trouble> {
    writeln!(out, "{}: {}\n", strong(network.name()), in_numbers(network))?;
    for line in drawn(network) {
        writeln!(out, "{line}")?;
    }
    let suits = Suit::ALL.map(|suit| format!("{} {suit}", suit.letter()));
    writeln!(out)?;
    for some in suits.chunks(SUITS_A_LINE) {
        writeln!(out, "   {}", some.join(", "))?;
    }
    Ok(())
}

/// The network as a map: columns above, rows at the side, and a line wherever one suit ends.
fn drawn(network: &Network) -> Vec<String> {
    let map = network.map();
    let squares: Vec<Vec<char>> = map.split('/').map(|row| row.chars().collect()).collect();
    let (rows, columns) = (network.rows(), network.columns());
    let at = |row: Option<usize>, column: Option<usize>| {
        squares.get(row?).and_then(|row| row.get(column?)).copied().filter(|letter| *letter != '.')
    };
    // Above this square, and to the left of it.
    let above = |row: usize, column| {
        at(row.checked_sub(1), Some(column)) != at(Some(row), Some(column)) && column < columns
    };
    let left = |row, column: usize| {
        at(Some(row), column.checked_sub(1)) != at(Some(row), Some(column)) && row < rows
    };
    let corner = |row: usize, column: usize| {
        let up = row > 0 && left(row - 1, column);
        let back = column > 0 && above(row, column - 1);
        crossing([up, above(row, column), left(row, column), back])
    };
    let letters: String = ('a'..='z').take(columns).map(|letter| format!("   {letter}")).collect();
    let mut lines = vec![format!("  {letters}")];
    for row in 0..=rows {
        let edge = |column| if above(row, column) { "───" } else { "   " };
        let rule: String =
            (0..=columns).map(|column| format!("{}{}", corner(row, column), edge(column))).collect();
        lines.push(format!("   {rule}").trim_end().to_owned());
        if row < rows {
            let square = |column| {
                let letter = at(Some(row), Some(column)).unwrap_or(' ');
                format!("{} {letter} ", if left(row, column) { '│' } else { ' ' })
            };
            let squares: String = (0..=columns).map(square).collect();
            lines.push(format!("{:>2} {squares}", row + 1).trim_end().to_owned());
        }
    }
    lines
}

/// Where lines meet that go up, on, down and back.
const fn crossing(goes: [bool; 4]) -> char {
    match goes {
        [false, false, false, false] => ' ',
        [true, false, false, false] | [false, false, true, false] | [true, false, true, false] => '│',
        [false, true, false, false] | [false, false, false, true] | [false, true, false, true] => '─',
        [true, true, false, false] => '└',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        [true, false, false, true] => '┘',
        [true, true, true, false] => '├',
        [true, false, true, true] => '┤',
        [false, true, true, true] => '┬',
        [true, true, false, true] => '┴',
        [true, true, true, true] => '┼',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_sound() {
        let network = Network::check("template", TEMPLATE).unwrap();
        assert_eq!((network.columns(), network.rows()), (11, 6));
    }

    #[test]
    fn a_network_is_drawn_with_a_line_wherever_one_suit_ends() {
        let network = Network::check("template", TEMPLATE).unwrap();
        let lines = drawn(&network);
        assert_eq!(lines[0], "     a   b   c   d   e   f   g   h   i   j   k");
        assert_eq!(lines[1], "   ┌───────────┬───┬───┐   ┌───────────────┬───┐");
        assert_eq!(lines[2], " 1 │ V   V   V │ Z │ Y │   │ L   L   L   L │ T │");
        assert_eq!(lines[3], "   │   ┌───────┘   │   │   │   ┌───┬───────┘   │");
        assert_eq!(lines.len(), 14);
    }
}
