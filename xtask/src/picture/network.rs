//! The left window: a game of Spam-O-Rama as seat A sees it.

use std::ops::RangeInclusive;

use spamorama::{Action, BuiltIn, Memory, Port, PortSet, SeenCoin, SpamORama, Suit, View};
use table::{Awaits, Choice, Game, Input, Luck, NoEvents, Purpose, SeatCount, SeatSet, Seed, Viewer};

use super::desktop::{group, window};
use super::glyph::{colour, tint};
use super::paper::{ACCENT, Anchor, DEEP_TEAL, FAINT, INK, LIGHT, Paper, Pen, WHITE};
use crate::Trouble;

/// A game is worth showing while this many ports hold spam.
const PILES: RangeInclusive<usize> = 16..=26;
/// A pile is worth opening if it is so high and could go to so many ports.
const COINS: RangeInclusive<usize> = 5..=9;
const WAYS: usize = 3;
/// What a relay would do must fill the lines under the pile, and fit.
const SENTENCES: RangeInclusive<usize> = 150..=200;

/// The side of a port.
const CELL: f64 = 55.0;
const BOARD: (f64, f64) = (46.0, 70.0);

/// A moment of a game as seat A sees it, with the relay it thinks of.
struct Scene {
    game: SpamORama,
    view: View,
    choices: Vec<Choice<Action>>,
    from: Port,
    to: Port,
    says: String,
}

/// The first moment worth showing, of many games played at random.
fn scene() -> Option<Scene> {
    let seats = SeatCount::new(3).ok()?;
    let game = SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY);
    (0..1000).find_map(|number| play(&game, Seed::new(2004, number)))
}

fn play(game: &SpamORama, seed: Seed) -> Option<Scene> {
    let mut state = game.set_up();
    let mut luck = seed.luck(Purpose::Table);
    let mut choices = Vec::new();
    loop {
        let input = match game.awaits(&state) {
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck)?),
            Awaits::Choice(seat) => {
                let viewer = Viewer::Seat(seat);
                if seat == game.seats().first() && PILES.contains(&game.view(&state, viewer).occupied().len())
                {
                    let scene =
                        worth_showing(game, game.view(&state, viewer), game.prompt(&state, viewer).choices);
                    if scene.is_some() {
                        return scene;
                    }
                }
                game.choices(&state, seat, &mut choices);
                Input::Act(seat, luck.pick(&choices)?)
            }
            Awaits::Sealed(_) | Awaits::Nothing => return None,
        };
        game.apply(&mut state, input, &mut NoEvents).ok()?;
    }
}

/// The scene, if one of A's clients is the lowest and there is a relay of a high pile with several ways to go, after which something stands alone.
fn worth_showing(game: &SpamORama, view: View, choices: Vec<Choice<Action>>) -> Option<Scene> {
    let mut scores: Vec<u8> = own_clients(game, &view).map(|suit| view.scores[suit.index()]).collect();
    scores.sort_unstable();
    if scores.first() == scores.get(1) {
        return None;
    }
    let (from, to, says) = choices.iter().find_map(|choice| match choice.action {
        Action::Relay { from, to } => {
            let says = choice.says.to_string();
            (COINS.contains(&view.stack(from).len())
                && targets(&choices, from).len() >= WAYS
                && says.contains("would stand alone and score")
                && SENTENCES.contains(&says.len()))
            .then_some((from, to, says))
        }
        Action::Take(_) | Action::Place(_) => None,
    })?;
    Some(Scene { game: game.clone(), view, choices, from, to, says })
}

pub(crate) fn draw(paper: &mut Paper) -> Result<(), Trouble> {
    let scene = scene().ok_or_else(|| {
        Trouble::Refused("no game of the picture's seed has a moment worth showing; take another".to_owned())
    })?;
    let (game, view) = (&scene.game, &scene.view);
    window(paper, (22.0, 18.0, 616.0, 644.0), "nodes", &format!("Spam-O-Rama — {}", game.network().name()));
    paper.sunken((BOARD.0 - 2.0, BOARD.1 - 2.0, CELL * 8.0 + 4.0, CELL * 8.0 + 4.0), DEEP_TEAL);
    draw_names(paper, game);
    for port in Port::all() {
        draw_port(paper, game, view, port);
    }
    outline_regions(paper, game);
    for port in targets(&scene.choices, scene.from).iter() {
        light_up(paper, game, port, "4 4");
    }
    light_up(paper, game, scene.from, "none");
    light_up(paper, game, scene.to, "none");
    arrow(paper, middle(game, scene.from), middle(game, scene.to));
    draw_middle(paper, view);
    draw_clients(paper, game, view);
    draw_pile(paper, &scene);
    Ok(())
}

/// Letters of the columns and numbers of the rows, where the network is an even square.
fn draw_names(paper: &mut Paper, game: &SpamORama) {
    let pen = Pen::new(11.0).fill(FAINT).anchor(Anchor::Middle);
    let network = game.network();
    for port in Port::all() {
        let place = network.place(port);
        let (x, y) = middle(game, port);
        let name = place.to_string();
        let (letter, number) = name.split_at(1);
        if place.row() == 0 {
            paper.text((x, BOARD.1 - 6.0), pen, letter);
        }
        if place.column() == 0 {
            paper.text((BOARD.0 - 9.0, y + 4.0), pen, number);
        }
    }
}

/// Where this pile could go.
fn targets(choices: &[Choice<Action>], chosen: Port) -> PortSet {
    choices
        .iter()
        .filter_map(|choice| match choice.action {
            Action::Relay { from, to } if from == chosen => Some(to),
            Action::Relay { .. } | Action::Take(_) | Action::Place(_) => None,
        })
        .collect()
}

/// The upper left corner of a port.
fn corner(game: &SpamORama, port: Port) -> (f64, f64) {
    let place = game.network().place(port);
    (BOARD.0 + CELL * place.column() as f64, BOARD.1 + CELL * place.row() as f64)
}

fn middle(game: &SpamORama, port: Port) -> (f64, f64) {
    let (x, y) = corner(game, port);
    (x + CELL / 2.0, y + CELL / 2.0)
}

fn draw_port(paper: &mut Paper, game: &SpamORama, view: &View, port: Port) {
    let suit = game.network().suit(port);
    let (x, y) = corner(game, port);
    paper.raised((x + 0.5, y + 0.5, CELL - 1.0, CELL - 1.0), tint(suit));
    let value = view.port_values[port.index()].map_or(String::new(), |value| value.to_string());
    paper.text(
        (x + CELL - 7.0, y + 18.0),
        Pen::new(15.0).bold().fill(colour(suit)).anchor(Anchor::End),
        &value,
    );
    let stack = view.stack(port);
    let (size, at) =
        if stack.is_empty() { (26.0, (x + 23.0, y + 31.0)) } else { (17.0, (x + 14.0, y + 14.0)) };
    paper.glyph(suit.name(), at, size, colour(suit));
    pile(paper, (x + 35.0, y + 38.0), stack);
}

/// A pile of coins: its edge shows the suits in order, its top the last one.
fn pile(paper: &mut Paper, (x, y): (f64, f64), stack: &[SeenCoin]) {
    let shown = stack.len().min(6);
    let base = y + 3.0;
    for (place, coin) in stack[stack.len() - shown..].iter().enumerate() {
        let Some(suit) = coin.suit else { continue };
        let up = base - 3.6 * place as f64;
        let fill = colour(suit);
        paper.put(format_args!(
            r#"<path d="M{} {up}v3.6a13 7 0 0 0 26 0v-3.6Z" fill="{fill}" stroke="{LIGHT}" stroke-width="0.8"/>"#,
            x - 13.0
        ));
        if place + 1 == shown {
            paper.put(format_args!(
                r#"<ellipse cx="{x}" cy="{up}" rx="13" ry="7.6" fill="{WHITE}" stroke="{fill}" stroke-width="1.6"/>"#
            ));
            paper.glyph(suit.name(), (x, up), 11.0, fill);
        }
    }
    if stack.len() > 1 {
        paper.text(
            (x - 17.0, base + 8.0),
            Pen::new(12.0).bold().anchor(Anchor::End),
            &stack.len().to_string(),
        );
    }
}

/// A line wherever two suits meet.
fn outline_regions(paper: &mut Paper, game: &SpamORama) {
    let network = game.network();
    let mut path = String::new();
    for port in Port::all() {
        let (x, y) = corner(game, port);
        for other in network.adjacent(port).iter().filter(|&other| other > port) {
            if network.suit(other) == network.suit(port) {
                continue;
            }
            let below = network.place(other).row() > network.place(port).row();
            path += &if below {
                format!("M{x} {}h{CELL}", y + CELL)
            } else {
                format!("M{} {y}v{CELL}", x + CELL)
            };
        }
    }
    paper.put(format_args!(
        r#"<path d="{path}" stroke="{DEEP_TEAL}" stroke-width="2" stroke-linecap="square" fill="none"/>"#
    ));
}

fn light_up(paper: &mut Paper, game: &SpamORama, port: Port, dashes: &str) {
    let (x, y) = corner(game, port);
    paper.put(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="2" fill="none" stroke="{ACCENT}" stroke-width="3" stroke-dasharray="{dashes}"/>"#,
        x + 2.0,
        y + 2.0,
        CELL - 4.0,
        CELL - 4.0
    ));
}

fn arrow(paper: &mut Paper, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let (across, down) = ((x2 - x1) / CELL, (y2 - y1) / CELL);
    let (x, y) = (x1 + (x2 - x1) / 2.0, y1 + (y2 - y1) / 2.0);
    let turn = down.atan2(across).to_degrees();
    paper.put(format_args!(
        r#"<path transform="translate({x} {y}) rotate({turn:.0})" d="M-10 -3H0V-8L11 0 0 8V3H-10Z" fill="{ACCENT}" stroke="{WHITE}" stroke-width="1.5"/>"#
    ));
}

/// The hole in the ring tells how far the game is.
fn draw_middle(paper: &mut Paper, view: &View) {
    let (x, y) = (BOARD.0 + CELL * 4.0, BOARD.1 + CELL * 4.0);
    let pen = Pen::new(13.0).fill(WHITE).anchor(Anchor::Middle);
    let coins: usize = view.heights.iter().map(|&height| usize::from(height)).sum();
    paper.text((x, y - 20.0), pen.bold(), "Relay spam");
    paper.text((x, y + 2.0), pen, &format!("{} piles", view.occupied().len()));
    paper.text((x, y + 20.0), pen, &format!("{coins} coins"));
}

fn own_clients(game: &SpamORama, view: &View) -> impl Iterator<Item = Suit> {
    view.clients_of(game.seats().first())
}

/// The twelve clients with their markers; which are A's own is for A alone to see.
fn draw_clients(paper: &mut Paper, game: &SpamORama, view: &View) {
    let (x, top) = (BOARD.0 + CELL * 8.0 + 14.0, BOARD.1 - 2.0);
    let mine: Vec<Suit> = own_clients(game, view).collect();
    let lowest = mine.iter().map(|suit| view.scores[suit.index()]).min();
    let row = (CELL * 8.0 + 4.0) / 12.0;
    paper.text((x, BOARD.1 - 8.0), Pen::new(12.0).fill(FAINT), "Clients");
    for suit in Suit::ALL {
        let y = top + row * suit.index() as f64;
        let score = view.scores[suit.index()];
        let is_mine = mine.contains(&suit);
        let fill = if is_mine { WHITE } else { "#c6c6c0" };
        paper.sunken((x, y, 118.0, row - 3.0), fill);
        let across = y + (row - 3.0) / 2.0;
        paper.glyph(suit.name(), (x + 17.0, across), 21.0, colour(suit));
        let pen = Pen::new(12.0).bold();
        if is_mine && Some(score) == lowest {
            paper.text((x + 33.0, across - 2.5), pen, "yours,");
            paper.text((x + 33.0, across + 11.5), pen.fill(ACCENT), "lowest");
        } else if is_mine {
            paper.text((x + 33.0, across + 4.5), pen, "yours");
        }
        paper.text((x + 110.0, across + 6.0), Pen::new(16.0).bold().anchor(Anchor::End), &score.to_string());
    }
}

/// The chosen pile, opened, and what relaying it would do.
fn draw_pile(paper: &mut Paper, scene: &Scene) {
    let (x, y) = (36.0, 530.0);
    group(
        paper,
        (x, y, 588.0, 122.0),
        &format!("Pile on {}, bottom to top", scene.game.network().place(scene.from)),
    );
    for (place, coin) in scene.view.stack(scene.from).iter().enumerate() {
        let Some(suit) = coin.suit else { continue };
        let (at, down) = (x + 38.0 + 52.0 * place as f64, y + 35.0);
        paper.put(format_args!(
            r#"<rect x="{}" y="{}" width="46" height="36" rx="18" fill="{WHITE}" stroke="{}" stroke-width="2.5"/>"#,
            at - 23.0,
            down - 18.0,
            colour(suit)
        ));
        paper.glyph(suit.name(), (at - 7.0, down), 19.0, colour(suit));
        let value = coin.value.map_or("?".to_owned(), |value| value.to_string());
        let ink = if coin.value.is_some() { INK } else { FAINT };
        paper.text((at + 12.0, down + 6.0), Pen::new(16.0).bold().fill(ink).anchor(Anchor::Middle), &value);
    }
    paper.paragraph((x + 14.0, y + 73.0), Pen::new(13.5), 562.0, &scene.says);
}
