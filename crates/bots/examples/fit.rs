//! Fits what the search judges SPAMMERS by: games among greedy players, how the game looked for each seat on the
//! way, and who won.
use bots::{Bot, Greedy, TRAITS, traits};
use spammers::{CardSet, Spammers, Variant};
use table::*;
fn main() {
    let mut args = std::env::args().skip(1);
    let games: u64 = args.next().unwrap().parse().unwrap();
    let deck = args.next();
    let set =
        deck.map_or_else(CardSet::standard, |d| CardSet::read(&std::fs::read_to_string(d).unwrap()).unwrap());
    let mut rows: Vec<(Vec<[f64; TRAITS]>, usize, usize)> = Vec::new();
    for n in 0..games {
        let seats = SeatCount::new([3, 3, 2, 4, 3, 5][n as usize % 6]).unwrap();
        let game = Spammers::new(set.clone(), seats, Variant::Standard);
        let seed = Seed::new(4242, n);
        let mut luck = seed.luck(Purpose::Table);
        let mut bots: Vec<Greedy<Spammers>> = seats.iter().map(|s| Greedy::new(seed, s)).collect();
        let mut state = game.set_up();
        let mut choices = Vec::new();
        let mut seen = Vec::new();
        let mut k = 0;
        loop {
            let input = match game.awaits(&state) {
                Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
                Awaits::Nothing => break,
                w => {
                    let seat = w.seats().iter().next().unwrap();
                    game.choices(&state, seat, &mut choices);
                    if choices[0] == spammers::Action::Stop {
                        k += 1;
                        if k % 2 == 0 {
                            seen.push(seats.iter().map(|s| traits(&game, &state, s)).collect::<Vec<_>>());
                        }
                    }
                    Input::Act(
                        seat,
                        bots[seat.index()].choose(&Vantage::new(&game, &state, Viewer::Seat(seat)), &choices),
                    )
                }
            };
            game.apply(&mut state, input, &mut Deaf).unwrap();
        }
        let winner = game.ending(&state).unwrap().winners.iter().next().unwrap().index();
        rows.extend(seen.into_iter().map(|f| (f, winner, n as usize)));
    }
    let mut w = [0.0; TRAITS];
    let (mut m, mut v) = ([0.0; TRAITS], [0.0; TRAITS]);
    let test = |w: &[f64; TRAITS], part: bool| {
        let (mut loss, mut n) = (0.0, 0);
        for (f, win, g) in &rows {
            if (g % 10 == 0) != part {
                continue;
            }
            let e: Vec<f64> =
                f.iter().map(|f| f.iter().zip(w).map(|(a, b)| a * b).sum::<f64>().exp()).collect();
            loss -= (e[*win] / e.iter().sum::<f64>()).ln();
            n += 1;
        }
        loss / n as f64
    };
    eprintln!("{} rows; loss {:.4}", rows.len(), test(&w, true));
    for step in 1..=600 {
        let mut g = [0.0; TRAITS];
        let mut count = 0.0;
        for (f, win, no) in &rows {
            if no % 10 == 0 {
                continue;
            }
            let e: Vec<f64> =
                f.iter().map(|f| f.iter().zip(&w).map(|(a, b)| a * b).sum::<f64>().exp()).collect();
            let s: f64 = e.iter().sum();
            for (i, f) in f.iter().enumerate() {
                let d = e[i] / s - f64::from(i == *win);
                for j in 0..TRAITS {
                    g[j] += d * f[j];
                }
            }
            count += 1.0;
        }
        for j in 0..TRAITS {
            let gj = g[j] / count + 1e-4 * w[j];
            m[j] = 0.9 * m[j] + 0.1 * gj;
            v[j] = 0.99 * v[j] + 0.01 * gj * gj;
            let (mh, vh) = (m[j] / (1.0 - 0.9f64.powi(step)), v[j] / (1.0 - 0.99f64.powi(step)));
            w[j] -= 0.05 * mh / (vh.sqrt() + 1e-8);
        }
        if step % 100 == 0 {
            eprintln!("{step}: train {:.4} held out {:.4}", test(&w, false), test(&w, true));
        }
    }
    println!("{:.3?}", w);
}
