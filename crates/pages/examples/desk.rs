//! Writes sample pages of real games in mid-play to a folder, for looking at them:
//! `cargo run -p pages --example desk -- FOLDER`, then serve the folder.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use bots::{Bot, Greedy, Level};
use games::{GameName, Study};
use maud::{DOCTYPE, Markup, html};
use pages::{Frame, RenderGame, table as desk};
use room::{Absence, Plays, Presence, Sitter, Status, TakeBack, Window};
use spammers::{CardSet, Phase, Question, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama, Stage};
use table::{Awaits, Clause, Match, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).unwrap_or_else(|| "desk".to_owned());
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let assets = folder.join("assets");
    fs::create_dir_all(&assets)?;
    for asset in pages::assets::assets() {
        fs::write(assets.join(asset.name), asset.bytes)?;
    }
    let a = SeatCount::new(2)?.first();
    let card_game = |seats| {
        Ok::<_, Box<dyn Error>>(Spammers::new(CardSet::standard(), SeatCount::new(seats)?, Variant::Standard))
    };
    let asked = |game: &Match<Spammers>| game.awaits().seats().contains(a);
    let phase = |game: &Match<Spammers>| game.view(Viewer::Seat(a)).phase;
    let pages = [
        ("choosing", 3, 5),
        ("acting", 3, 20),
        ("late", 4, 60),
        ("six", 6, 40),
        ("reacting", 3, 22),
        ("offered", 3, 14),
        ("alarm", 3, 10),
        ("won", 3, 0),
    ];
    for (name, seats, turns) in pages {
        let game = card_game(seats)?;
        let marks = game.variant().victory_thresholds();
        let page = play(game, GameName::Spammers, |live| {
            let view = live.view(Viewer::Seat(a));
            let at_mark = view.seats.iter().any(|seat| {
                let sum: u32 = seat.scams.iter().map(|scam| u32::from(scam.rating)).sum();
                sum >= marks.1 || seat.scams.iter().any(|scam| scam.rating >= marks.0)
            });
            match name {
                "choosing" => asked(live),
                "reacting" => {
                    asked(live)
                        && view.turns >= turns
                        && matches!(phase(live), Phase::Ask(Question::Reacting { .. }))
                }
                "offered" => {
                    asked(live)
                        && view.turns >= turns
                        && matches!(phase(live), Phase::Ask(Question::Offered(_)))
                }
                "alarm" => asked(live) && at_mark && matches!(phase(live), Phase::Ask(Question::Acting)),
                "won" => false,
                "acting" | "late" => {
                    let mails = |choice: &table::Choice<_>| choice.steps.len() > 3;
                    asked(live)
                        && view.turns >= turns
                        && live.prompt(Viewer::Seat(a)).choices.iter().any(mails)
                }
                _ => {
                    asked(live) && view.turns >= turns && matches!(phase(live), Phase::Ask(Question::Acting))
                }
            }
        });
        fs::write(folder.join(format!("spammers-{name}.html")), page.into_string())?;
    }
    let pages = [
        ("taking", 3, 25, Memory::On, BuiltIn::Ring),
        ("placing", 2, 40, Memory::On, BuiltIn::Strip),
        ("strip", 2, 80, Memory::On, BuiltIn::Strip),
        ("long", 6, 78, Memory::On, BuiltIn::Long),
        ("corners", 4, 90, Memory::On, BuiltIn::Corners),
        ("relaying", 3, 75, Memory::On, BuiltIn::Ring),
        ("forgetful", 3, 85, Memory::Off, BuiltIn::Ring),
        ("busted", 3, 999, Memory::On, BuiltIn::Ring),
    ];
    for (name, seats, turns, memory, network) in pages {
        let game = SpamORama::new(network.network(), SeatCount::new(seats)?, memory, SeatSet::EMPTY);
        let page = play(game, GameName::SpamORama, |live| {
            let view = live.view(Viewer::Seat(a));
            live.awaits().seats().contains(a)
                && view.turns >= turns
                && (name != "placing" || matches!(view.stage, Stage::Placing(..)))
        });
        fs::write(folder.join(format!("spamorama-{name}.html")), page.into_string())?;
    }
    Ok(())
}

/// Plays with quick bots until the moment has come, and draws the table as A sees it.
fn play<G: RenderGame + Study>(game: G, name: GameName, mut now: impl FnMut(&Match<G>) -> bool) -> Markup {
    let seed = Seed::new(1998, 3);
    let mut luck = seed.luck(Purpose::Table);
    let seats: Vec<Seat> = game.seats().iter().collect();
    let mut bots: Vec<Greedy<G>> = seats.iter().map(|&seat| Greedy::new(seed, seat)).collect();
    let mut live = Match::new(game);
    let mut choices = Vec::new();
    while !now(&live) {
        match live.awaits() {
            Awaits::Luck(_) => {
                live.draw(&mut luck);
            }
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let Some(seat) = live.awaits().seats().iter().next() else { break };
                live.choices(seat, &mut choices);
                let action = bots[seat.index()].choose(&live.observer(Viewer::Seat(seat)), &choices);
                if live.act(seat, action).is_err() {
                    break;
                }
            }
            Awaits::Nothing => break,
        }
    }
    page(&live, name, &seats)
}

fn page<G: RenderGame>(live: &Match<G>, name: GameName, seats: &[Seat]) -> Markup {
    let viewer = Viewer::Seat(seats[0]);
    let view = live.view(viewer);
    let names = ["Ann", "Bartholomew the Relentless", "Cy", "Dee", "Eve <script>", "Flo"];
    let sitters: Vec<Sitter> = seats
        .iter()
        .map(|&seat| Sitter {
            presence: if seat.index() == 2 { Presence::Away(Absence::Left) } else { Presence::Here },
            ..Sitter::here(
                seat,
                names[seat.index()].to_owned(),
                if seat.index() % 2 == 1 { Plays::Bot(Level::Operator) } else { Plays::Person },
            )
        })
        .collect();
    let prompt = live.prompt(viewer);
    let window = (prompt.clause == Clause("S7.3")).then_some(Window {
        left: Some(5_000),
        whole: Some(8_000),
        answered: None,
        closes_itself: false,
        no_say: false,
    });
    let status = Status {
        window,
        clock: Some(43_000),
        may_take_back: Some(TakeBack { to: 3, inputs: 1 }),
        own: SeatSet::only(seats[0]),
        over: live.ending(),
        ..Status::default()
    };
    let version = live.version() as u64;
    let frame = Frame { code: "demo", game: name, viewer, version, sitters: &sitters, status: &status };
    let lines = html! {
        @for (version, event) in live.heard(viewer, live.version().saturating_sub(60)) {
            (desk::log_line(live.game(), version as u64, event, &sitters))
        }
    };
    let body = desk::table_page(
        &frame,
        G::TABS,
        live.game().desktop(&view, &sitters),
        desk::prompt(&frame, (live.game(), &view), &prompt, None),
        desk::log(lines),
    );
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (name.title()) }
                link rel="stylesheet" href="/assets/site.css";
                link rel="stylesheet" href="/assets/table.css";
                script type="module" src="/assets/app.js" {}
            }
            body { (body) }
        }
    }
}
