//! R2.3 to R2.5: networks, the templates the ports are laid after.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use table::short_digest;
use thiserror::Error;

use crate::Action;
use crate::pentomino::is_pentomino_of;
use crate::port::{ALL_PORTS, PORTS, Place, Port, PortSet};
use crate::suit::{SUITS, Suit};

/// The networks that come with the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BuiltIn {
    /// The default: an 8×8 square less its 2×2 middle.
    Ring,
    /// An 8×8 square less its four corners.
    Corners,
    /// A 6×10 rectangle.
    Long,
    /// A 5×12 rectangle.
    Strip,
}

impl BuiltIn {
    /// Every one of them, the default first.
    pub const ALL: [Self; 4] = [Self::Ring, Self::Corners, Self::Long, Self::Strip];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Corners => "corners",
            Self::Long => "long",
            Self::Strip => "strip",
        }
    }

    /// The one of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Its template.
    #[must_use]
    pub const fn template(self) -> &'static str {
        match self {
            Self::Ring => include_str!("../../../networks/ring.txt"),
            Self::Corners => include_str!("../../../networks/corners.txt"),
            Self::Long => include_str!("../../../networks/long.txt"),
            Self::Strip => include_str!("../../../networks/strip.txt"),
        }
    }

    /// Its template on one line, as [`Network::map`] writes it.
    fn map(self) -> String {
        let rows = template_rows(self.template());
        let rows: Vec<String> = rows.map(|row| row.split_whitespace().collect()).collect();
        rows.join("/")
    }

    /// The network itself, one for all who play on it.
    #[must_use]
    pub fn network(self) -> Arc<Network> {
        static NETWORKS: LazyLock<[Arc<Network>; 4]> = LazyLock::new(|| {
            BuiltIn::ALL.map(|one| {
                let read = Network::read(one.name(), one.template());
                Arc::new(read.expect("the networks that come with the game are sound"))
            })
        });
        Arc::clone(&NETWORKS[self as usize])
    }
}

/// A template of sixty ports, five of each suit, and which of them are adjacent (R2.4, R2.5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    name: String,
    columns: usize,
    rows: usize,
    suits: [Suit; PORTS],
    places: [Place; PORTS],
    /// The columns and rows of all ports by themselves.
    port_columns: [u8; PORTS],
    port_rows: [u8; PORTS],
    /// Four entries longer than it needs to be, so that no number of six bits lies outside it.
    adjacent: [PortSet; PORTS + 4],
    of_suit: [[Port; 5]; SUITS],
    lanes: Vec<Lane>,
}

/// All neighbours whose numbers differ by the same step, each pair by its lower port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lane {
    step: u8,
    lower: PortSet,
    /// Those of them whose neighbours lie in the same row.
    level: PortSet,
    /// The relays both ways between a port and the one a step higher; as long as a set of ports has bits.
    relays: [[Action; 2]; 64],
}

impl Lane {
    fn new(step: u8, lower: PortSet, level: PortSet) -> Self {
        let port =
            |number: usize| Port::new(number).or_else(|| Port::all().next_back()).expect("there are ports");
        let relays = std::array::from_fn(|number| {
            let (low, high) = (port(number), port(number + usize::from(step)));
            [Action::Relay { from: low, to: high }, Action::Relay { from: high, to: low }]
        });
        Self { step, lower, level, relays }
    }

    /// The relays over this step that are possible now: both ports hold spam.
    #[inline]
    pub(crate) fn open(&self, occupied: PortSet) -> impl Iterator<Item = Action> {
        self.open_pairs(occupied).indices().flat_map(|port| self.relays[port])
    }

    /// The pairs over this step of which both ports hold spam, by the lower ones.
    #[inline]
    pub(crate) fn open_pairs(&self, occupied: PortSet) -> PortSet {
        self.lower.intersection(occupied).intersection(occupied.shifted_down(self.step.into()))
    }

    /// Those that lie side by side: the lower ports, and the higher ones.
    #[inline]
    pub(crate) fn open_level(&self, occupied: PortSet) -> [PortSet; 2] {
        self.both_ends(self.open_pairs(occupied).intersection(self.level))
    }

    /// Those of which one lies below the other: the lower numbers, and the higher ones.
    #[inline]
    pub(crate) fn open_upright(&self, occupied: PortSet) -> [PortSet; 2] {
        self.both_ends(self.open_pairs(occupied).difference(self.level))
    }

    #[inline]
    fn both_ends(&self, lower: PortSet) -> [PortSet; 2] {
        [lower, PortSet::from_bits(lower.bits() << self.step)]
    }

    /// The relays both ways between this port and the one a step higher.
    #[inline]
    pub(crate) fn relays_over(&self, lower: Port) -> [Action; 2] {
        self.relays[lower.index()]
    }
}

/// An error in a template, with what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// There is no square in it.
    #[error("this network is empty; it needs {PORTS} ports, drawn as rows of letters")]
    Empty,
    /// A square is neither a suit nor a gap.
    #[error(
        "row {row}, column {column}: '{letter}' is not a suit; a square is one of F I L N P T U V W X Y Z, or '.' for no port"
    )]
    UnknownLetter {
        /// The letter there.
        letter: char,
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
    },
    /// A row is longer or shorter than the first.
    #[error(
        "row {row} has {found} squares and row 1 has {wanted}; all rows need the same number, with '.' where there is no port"
    )]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// How many squares it has.
        found: usize,
        /// How many the first row has.
        wanted: usize,
    },
    /// It is wider than the notation of ports can name.
    #[error("row {row} is more than {most} squares wide; a network is at most {most} wide", most = Place::MOST)]
    TooWide {
        /// The row, counted from 1.
        row: usize,
    },
    /// It is higher than the notation of ports allows.
    #[error("this network has more than {most} rows; it may have at most {most}", most = Place::MOST)]
    TooHigh,
    /// A suit has too few or too many ports.
    #[error("{suit} ({letter}) has {found} ports in this network; every suit needs 5", letter = suit.letter())]
    SuitCount {
        /// The suit.
        suit: Suit,
        /// How many ports it has.
        found: usize,
    },
    /// Some ports cannot be reached from others.
    #[error(
        "this network falls apart into {count} islands, with {ports} on one each; every port must be reachable from every other over shared edges",
        count = .0.len(), ports = listed(.0)
    )]
    Islands(Vec<Place>),
    /// A suit's ports have another shape than its letter says (R2.4).
    #[error("the ports of {0} do not form its pentomino, the one like the letter {letter}", letter = .0.letter())]
    Shape(Suit),
    /// Another network has this name already.
    #[error("a network '{name}' comes with the program, and this is another one; give it a name of its own", name = .0.name())]
    NameTaken(BuiltIn),
}

/// The rows of a template, without comments.
fn template_rows(template: &str) -> impl Iterator<Item = &str> {
    let lines = template.lines().map(|line| line.split('#').next().unwrap_or(""));
    lines.filter(|line| !line.trim().is_empty())
}

/// The fault to report.
fn first(faults: Vec<NetworkError>) -> NetworkError {
    faults.into_iter().next().unwrap_or(NetworkError::Empty)
}

fn listed(places: &[Place]) -> String {
    let names: Vec<String> = places.iter().map(Place::to_string).collect();
    names.join(", ")
}

impl Network {
    /// Reads a template: rows of suit letters and `.` for no port, with or without spaces between; `#` begins a
    /// comment. The name is kept as [`Network::tidy_name`] has it. Of several faults it reports the first.
    pub fn read(name: &str, template: &str) -> Result<Self, NetworkError> {
        Self::check(name, template).map_err(first)
    }

    /// Reads a template as [`Network::read`] does; tells all its faults, of which there is at least one.
    pub fn check(name: &str, template: &str) -> Result<Self, Vec<NetworkError>> {
        Self::of_rows(name, template_rows(template))
    }

    /// Reads a map as [`Network::map`] writes it: rows without spaces, `/` between them.
    pub fn of_map(name: &str, map: &str) -> Result<Self, NetworkError> {
        Self::of_rows(name, map.split('/')).map_err(first)
    }

    fn of_rows<'a>(name: &str, lines: impl Iterator<Item = &'a str>) -> Result<Self, Vec<NetworkError>> {
        let mut squares: Vec<(Place, Suit)> = Vec::new();
        let mut faults = Vec::new();
        let mut columns = None;
        let mut rows = 0;
        for line in lines {
            if rows >= Place::MOST {
                faults.push(NetworkError::TooHigh);
                break;
            }
            let row = rows + 1;
            let mut found = 0;
            for letter in line.chars().filter(|c| !c.is_whitespace()) {
                let Some(place) = Place::new(found, rows) else {
                    faults.push(NetworkError::TooWide { row });
                    return Err(faults);
                };
                found += 1;
                match Suit::of_letter(letter) {
                    Some(suit) => squares.push((place, suit)),
                    None if letter == '.' => {}
                    None => faults.push(NetworkError::UnknownLetter { letter, row, column: found }),
                }
            }
            let wanted = *columns.get_or_insert(found);
            rows += 1;
            if found != wanted {
                faults.push(NetworkError::Ragged { row, found, wanted });
            }
        }
        match columns {
            _ if !faults.is_empty() => Err(faults),
            None | Some(0) => Err(vec![NetworkError::Empty]),
            Some(columns) => Self::of_squares(name, columns, rows, &squares),
        }
    }

    fn of_squares(
        name: &str,
        columns: usize,
        rows: usize,
        squares: &[(Place, Suit)],
    ) -> Result<Self, Vec<NetworkError>> {
        if squares.is_empty() {
            return Err(vec![NetworkError::Empty]);
        }
        let count = |suit| squares.iter().filter(|(_, of)| *of == suit).count();
        let counts = Suit::ALL.map(|suit| (suit, count(suit))).into_iter().filter(|(_, found)| *found != 5);
        let mut faults: Vec<NetworkError> =
            counts.map(|(suit, found)| NetworkError::SuitCount { suit, found }).collect();
        let squares: &[(Place, Suit); PORTS] = match squares.try_into() {
            Ok(squares) if faults.is_empty() => squares,
            // Where each of the twelve suits has five ports there are sixty.
            Ok(_) | Err(_) => return Err(faults),
        };
        let mut of_suit = [[Port::all().next().expect("there are ports"); 5]; SUITS];
        for suit in Suit::ALL {
            let ports = Port::all().filter(|port| squares[port.index()].1 == suit);
            of_suit[suit.index()].iter_mut().zip(ports).for_each(|(entry, port)| *entry = port);
        }
        let places = squares.map(|(place, _)| place);
        let mut network = Self {
            name: Self::tidy_name(name),
            columns,
            rows,
            suits: squares.map(|(_, suit)| suit),
            places,
            port_columns: places.map(|place| place.column() as u8),
            port_rows: places.map(|place| place.row() as u8),
            adjacent: std::array::from_fn(|index| {
                let touches = |port: &Port| index < PORTS && places[port.index()].touches(places[index]);
                Port::all().filter(touches).collect()
            }),
            of_suit,
            lanes: Vec::new(),
        };
        let islands = network.islands();
        if islands.len() > 1 {
            faults.push(NetworkError::Islands(islands));
        }
        let misshapen = Suit::ALL.into_iter().filter(|&suit| !network.has_shape_of(suit));
        faults.extend(misshapen.map(NetworkError::Shape));
        let other = BuiltIn::of_name(&network.name).filter(|other| other.map() != network.map());
        faults.extend(other.map(NetworkError::NameTaken));
        if !faults.is_empty() {
            return Err(faults);
        }
        network.lanes = network.find_lanes();
        Ok(network)
    }

    /// Whether the ports of a suit form the pentomino of its letter (R2.4).
    fn has_shape_of(&self, suit: Suit) -> bool {
        let square = |port: Port| {
            let place = self.place(port);
            (place.column() as i8, place.row() as i8)
        };
        is_pentomino_of(suit, self.ports_of(suit).map(square))
    }

    fn find_lanes(&self) -> Vec<Lane> {
        let mut lanes: BTreeMap<u8, PortSet> = BTreeMap::new();
        for low in Port::all() {
            for high in self.adjacent(low).iter().filter(|&port| port > low) {
                let lane = lanes.entry(low.step_to(high)).or_default();
                *lane = lane.with(low);
            }
        }
        let is_level = |low: Port, step: u8| {
            let high = Port::new(low.index() + usize::from(step));
            high.is_some_and(|high| self.place(high).row() == self.place(low).row())
        };
        let lane = |(step, lower): (u8, PortSet)| {
            let level = lower.iter().filter(|&low| is_level(low, step)).collect();
            Lane::new(step, lower, level)
        };
        lanes.into_iter().map(lane).collect()
    }

    /// Every relay the network could have, grouped by step, in order.
    pub(crate) fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The first place of each part that cannot be reached from the others.
    fn islands(&self) -> Vec<Place> {
        let mut islands = Vec::new();
        let mut left = ALL_PORTS;
        while let Some(first) = left.first() {
            islands.push(self.place(first));
            let mut shore = PortSet::only(first);
            while let Some(port) = shore.first() {
                left = left.without(port);
                shore = shore.without(port).union(self.adjacent(port).intersection(left));
            }
        }
        islands
    }

    /// A name that fits a record: lower-case letters, digits and `-`, at most 40 of them.
    #[must_use]
    pub fn tidy_name(name: &str) -> String {
        let tidy = |c: char| {
            let c = c.to_ascii_lowercase();
            if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' }
        };
        let clean: String = name.trim().chars().take(40).map(tidy).collect();
        match clean.trim_matches('-') {
            "" => "unnamed".to_owned(),
            trimmed => trimmed.to_owned(),
        }
    }

    /// The name of the network.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many columns it has.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// How many rows it has.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The suits of all ports in reading order.
    #[must_use]
    pub const fn suits(&self) -> &[Suit; PORTS] {
        &self.suits
    }

    /// Where all ports lie, in reading order.
    #[must_use]
    pub const fn places(&self) -> &[Place; PORTS] {
        &self.places
    }

    /// The columns of all ports, counted from 0 at the left.
    #[must_use]
    pub const fn port_columns(&self) -> &[u8; PORTS] {
        &self.port_columns
    }

    /// The rows of all ports, counted from 0 at the top.
    #[must_use]
    pub const fn port_rows(&self) -> &[u8; PORTS] {
        &self.port_rows
    }

    /// The suit of a port.
    #[must_use]
    pub const fn suit(&self, port: Port) -> Suit {
        self.suits[port.index()]
    }

    /// The five ports of a suit in reading order.
    #[must_use]
    pub const fn ports_of(&self, suit: Suit) -> [Port; 5] {
        self.of_suit[suit.index()]
    }

    /// Where a port lies.
    #[must_use]
    pub const fn place(&self, port: Port) -> Place {
        self.places[port.index()]
    }

    /// The port that lies there.
    #[must_use]
    pub fn port_at(&self, place: Place) -> Option<Port> {
        Port::all().find(|&port| self.place(port) == place)
    }

    /// The port of this name, such as `c4`.
    #[must_use]
    pub fn port_named(&self, name: &str) -> Option<Port> {
        self.port_at(Place::of_notation(name)?)
    }

    /// The ports adjacent to this one (R2.5).
    #[must_use]
    pub const fn adjacent(&self, port: Port) -> PortSet {
        self.adjacent[port.index() & 63]
    }

    /// The template on one line: rows without spaces, `/` between them, `.` for no port.
    #[must_use]
    pub fn map(&self) -> String {
        let rows: Vec<String> = self.letters().map(|row| row.into_iter().collect()).collect();
        rows.join("/")
    }

    /// The digest of the map, by which two networks of one name can be told apart.
    #[must_use]
    pub fn digest(&self) -> String {
        short_digest(&self.map())
    }

    /// How many pairs of ports are adjacent.
    #[must_use]
    pub fn connections(&self) -> usize {
        Port::all().map(|port| self.adjacent(port).len()).sum::<usize>() / 2
    }

    /// How many ports are adjacent to so few others, or fewer.
    #[must_use]
    pub fn ports_with_at_most(&self, neighbours: usize) -> usize {
        Port::all().filter(|&port| self.adjacent(port).len() <= neighbours).count()
    }

    fn letters(&self) -> impl Iterator<Item = Vec<char>> {
        (0..self.rows).map(|row| {
            let letter = |column| {
                let port = self.port_at(Place::new(column, row)?)?;
                Some(self.suit(port).letter())
            };
            (0..self.columns).map(|column| letter(column).unwrap_or('.')).collect()
        })
    }
}

impl fmt::Display for Network {
    /// The template as a file has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.letters() {
            let squares: Vec<String> = row.into_iter().map(String::from).collect();
            writeln!(f, "{}", squares.join(" "))?;
        }
        Ok(())
    }
}
