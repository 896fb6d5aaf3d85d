//! R2.3 to R2.5: networks.
use crate::script::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use spamorama::{ALL_PORTS, BuiltIn, Network, NetworkError, Place, Port, Suit};

const RING: &str = "VVVIIIII/VFNNLLLL/VFFNNNXL/FFZ..XXX/ZZZ..TXY/ZWWTTTYY/WWPPUTUY/WPPPUUUY";

fn wrong(map: &str) -> NetworkError {
    Network::of_map("wrong", map).unwrap_err()
}

/// Whether the five ports of every suit hang together, and no two suits have the same shape.
fn is_of_pentominoes(network: &Network) -> bool {
    let mut shapes = std::collections::BTreeSet::new();
    for suit in Suit::ALL {
        let ports = network.ports_of(suit);
        let mut reached = vec![ports[0]];
        while let Some(next) = ports.into_iter().find(|port| {
            !reached.contains(port) && reached.iter().any(|from| network.adjacent(*from).contains(*port))
        }) {
            reached.push(next);
        }
        if reached.len() < 5 {
            return false;
        }
        // How far apart its squares are, pair by pair, is the same however a pentomino is turned, and tells all twelve.
        let square = |port: Port| (network.place(port).column() as i32, network.place(port).row() as i32);
        let mut distances = Vec::new();
        for one in ports.map(square) {
            let mut from: Vec<i32> =
                ports.map(square).map(|two| (one.0 - two.0).pow(2) + (one.1 - two.1).pow(2)).to_vec();
            from.sort_unstable();
            distances.push(from);
        }
        distances.sort_unstable();
        shapes.insert(distances);
    }
    shapes.len() == 12
}

#[test]
fn r2_3_the_place_of_each_suit_is_fixed_by_the_template() {
    let network = BuiltIn::Ring.network();
    let hearts = network.ports_of(Suit::Hearts).map(|port| network.place(port).to_string());
    assert_eq!(hearts, ["a1", "b1", "c1", "a2", "a3"]);
    assert_eq!(network.map(), RING);
}

#[test]
fn r2_4_the_four_networks_are_sound_and_made_of_pentominoes() {
    for built_in in BuiltIn::ALL {
        let network = built_in.network();
        assert_eq!(network.name(), built_in.name());
        assert!(is_of_pentominoes(&network), "{}", network.name());
        for suit in Suit::ALL {
            assert_eq!(Port::all().filter(|&port| network.suit(port) == suit).count(), 5);
        }
        assert_eq!(Network::read(network.name(), &network.to_string()), Ok((*network).clone()));
        assert_eq!(Network::of_map(network.name(), &network.map()), Ok((*network).clone()));
    }
}

#[test]
fn r2_4_two_hundred_fresh_tilings_are_sound() {
    let started = std::time::Instant::now();
    let mut maps = std::collections::BTreeSet::new();
    for number in 0..200 {
        let outline = BuiltIn::ALL[number as usize % 4];
        let network = Network::generate(outline, &mut luck(number));
        assert!(is_of_pentominoes(&network), "{network}");
        assert_eq!(network, Network::generate(outline, &mut luck(number)), "same luck, same network");
        let gaps = |map: &str| map.split(|c: char| c.is_ascii_uppercase()).collect::<Vec<_>>().join("*");
        assert_eq!(gaps(&network.map()), gaps(&outline.network().map()), "same outline");
        assert_eq!(network.name(), "generated");
        maps.insert(network.map());
    }
    assert!(maps.len() > 150, "only {} different ones", maps.len());
    println!("{:?} for each tiling", started.elapsed() / 400);
}

#[test]
fn r2_5_ports_that_share_an_edge_are_adjacent() {
    let network = BuiltIn::Ring.network();
    let around = |name: &str| {
        let port = network.port_named(name).unwrap();
        let names = network.adjacent(port).iter().map(|port| network.place(port).to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(around("a1"), "b1 a2");
    assert_eq!(around("c4"), "c3 b4 c5", "the middle is no port");
    assert_eq!(around("d3"), "d2 c3 e3");
    for port in Port::all() {
        assert!(!network.adjacent(port).contains(port));
        for other in Port::all() {
            assert_eq!(network.adjacent(port).contains(other), network.adjacent(other).contains(port));
            assert_eq!(
                network.adjacent(port).contains(other),
                network.place(port).touches(network.place(other))
            );
        }
    }
}

#[test]
fn r2_4_fifty_nine_ports_are_not_enough() {
    let error = wrong(&RING.replacen('V', ".", 1));
    assert_eq!(error, NetworkError::SuitCount { suit: Suit::Hearts, found: 4 });
}

#[test]
fn r2_4_a_suit_of_six_ports_is_named() {
    let error = wrong(&RING.replacen('V', "F", 1));
    assert_eq!(error.to_string(), "Hearts (V) has 4 ports in this network; every suit needs 5");
    let error = wrong(&RING.replacen('F', "V", 1));
    assert_eq!(error.to_string(), "Hearts (V) has 6 ports in this network; every suit needs 5");
}

#[test]
fn r2_4_islands_are_named() {
    let error = wrong("FFFFFIIIIILLLLL.TTTTTUUUUU/NNNNNPPPPPVVVVV.WWWWWXXXXX/YYYYY...........ZZZZZ.....");
    assert_eq!(
        error.to_string(),
        "this network falls apart into 2 islands, with a1, q1 on one each; every port must be reachable from every other over shared edges"
    );
}

#[test]
fn r2_4_every_suit_forms_the_pentomino_of_its_letter() {
    // Hearts and Fish give each other a square; then Suns and Moons their names.
    let error = wrong(&RING.replace("VVVIIIII/V", "VVIVIIII/V"));
    assert_eq!(error, NetworkError::Shape(Suit::Hearts));
    assert_eq!(error.to_string(), "the ports of Hearts do not form its pentomino, the one like the letter V");
    let swapped: String = RING
        .chars()
        .map(|c| {
            if c == 'P' {
                'U'
            } else if c == 'U' {
                'P'
            } else {
                c
            }
        })
        .collect();
    assert_eq!(wrong(&swapped), NetworkError::Shape(Suit::Suns));
    // Turned and flipped it is another network, and a sound one.
    let upside_down: Vec<&str> = RING.split('/').rev().collect();
    let network = Network::of_map("upside-down", &upside_down.join("/")).unwrap();
    assert!(is_of_pentominoes(&network));
}

#[test]
fn r2_4_the_names_of_the_four_networks_are_taken() {
    let long = BuiltIn::Long.network().map();
    for name in ["ring", "RING"] {
        assert_eq!(Network::of_map(name, &long), Err(NetworkError::NameTaken(BuiltIn::Ring)));
    }
    assert_eq!(
        Network::of_map("ring", &long).unwrap_err().to_string(),
        "a network 'ring' comes with the program, and this is another one; give it a name of its own"
    );
    assert!(Network::of_map("longer", &long).is_ok());
}

#[test]
fn r2_4_other_faults_of_a_template_are_told_in_a_sentence() {
    assert_eq!(wrong(""), NetworkError::Empty);
    assert_eq!(Network::read("x", "# nothing\n\n"), Err(NetworkError::Empty));
    assert_eq!(wrong("..../...."), NetworkError::Empty);
    assert_eq!(wrong("VVV/V").to_string().split(';').next(), Some("row 2 has 1 squares and row 1 has 3"));
    let unknown = NetworkError::UnknownLetter { letter: 'Q', row: 2, column: 3 };
    assert_eq!(Network::read("x", "V V V\nV . Q # why"), Err(unknown));
    assert_eq!(wrong(&".".repeat(27)), NetworkError::TooWide { row: 1 });
    assert_eq!(wrong(&["."; 27].join("/")), NetworkError::TooHigh);
}

#[test]
fn r2_4_a_check_tells_all_faults_of_a_template_at_once() {
    let told = |map: &str| -> Vec<String> {
        let faults = Network::check("wrong", &map.replace('/', "\n")).unwrap_err();
        faults.iter().map(NetworkError::to_string).collect()
    };
    let letters = told("VQV/VVRV/V.V");
    assert_eq!(letters.len(), 3, "{letters:?}");
    assert!(letters[0].starts_with("row 1, column 2: 'Q'") && letters[1].starts_with("row 2, column 3: 'R'"));
    assert!(letters[2].starts_with("row 2 has 4 squares and row 1 has 3"));
    let counts = told(&RING.replacen('V', "F", 1));
    assert_eq!(counts.len(), 2, "{counts:?}");
    assert!(
        counts[0].starts_with("Hearts (V) has 4 ports") && counts[1].starts_with("Flowers (F) has 6 ports")
    );
    let shapes = told(&RING.replace("VVVIIIII/V", "VVIVIIII/V"));
    assert_eq!(shapes.len(), 2, "{shapes:?}");
    for built_in in BuiltIn::ALL {
        let network = Network::check(built_in.name(), built_in.template()).unwrap();
        assert_eq!(network, *built_in.network());
    }
    let ring = BuiltIn::Ring.network();
    assert_eq!((ring.connections(), ring.ports_with_at_most(2), ring.ports_with_at_most(4)), (100, 4, 60));
}

#[test]
fn names_are_tidied() {
    assert_eq!(Network::tidy_name("My Net_1.txt"), "my-net-1-txt");
    assert_eq!(Network::tidy_name("ÄÖ / "), "unnamed");
    assert_eq!(Network::tidy_name(&"a".repeat(50)).len(), 40);
}

#[test]
fn places_read_what_they_write() {
    for column in 0..26 {
        for row in 0..26 {
            let place = Place::new(column, row).unwrap();
            assert_eq!(Place::of_notation(&place.to_string()), Some(place));
        }
    }
    for text in ["", "a", "a0", "a01", "a27", "A1", "1a", "a+1", "é1", "a1 "] {
        assert_eq!(Place::of_notation(text), None, "{text}");
    }
    assert_eq!(ALL_PORTS.iter().count(), 60);
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1998), ..ProptestConfig::default() })]

    #[test]
    fn the_network_reader_never_panics(name in any::<String>(), text in any::<String>()) {
        let _ = Network::read(&name, &text);
        let _ = Network::of_map(&name, &text);
    }

    #[test]
    fn the_network_reader_never_panics_on_something_like_a_template(text in "[FILNPTUVWXYZ. #/\n]{0,400}") {
        if let Ok(network) = Network::read("x", &text) {
            prop_assert_eq!(Network::read("x", &network.to_string()), Ok(network));
        }
    }
}
