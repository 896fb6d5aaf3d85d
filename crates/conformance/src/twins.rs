//! Twins: two games that went differently, and one viewer who cannot tell.

use table::{Awaits, Game, Input, InputOf, Luck, Observer, Probe, Purpose, ScopedEvent, Seat, Seed, Viewer};

/// Inputs that are tried before twins go no further.
const MOST_TRIED: usize = 40;

/// Two games, input by input.
pub struct Twins {
    /// Who cannot tell them apart.
    pub viewer: Viewer,
    /// The inputs of one.
    pub left: Vec<String>,
    /// The inputs of the other.
    pub right: Vec<String>,
    /// The moments at which the games wait for people, and differ.
    pub moments: Vec<Moment>,
}

/// A moment of both.
#[derive(Debug, Clone)]
pub struct Moment {
    /// After so many inputs.
    pub inputs: usize,
    /// Whether reactions are asked for.
    pub window: bool,
    /// In a window, whether some other seat holds an answer in one game and none in the other.
    pub uneven: bool,
    /// In a window, whether everybody can see that who is asked has no say: a table may go on by itself.
    pub passes_by_itself: bool,
    /// The viewer's illegal actions now, in notation.
    pub refused: Vec<String>,
    /// The viewer's legal actions.
    pub allowed: Vec<String>,
}

struct Side<G: Game> {
    state: G::State,
    lines: Vec<String>,
}

fn line<G: Game>(game: &G, input: InputOf<G>) -> String {
    match input {
        Input::Act(seat, action) => format!("{seat} {}", game.write_action(action)),
        Input::Luck(outcome) => format!("* {}", game.write_outcome(outcome)),
    }
}

fn choices<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut choices = Vec::new();
    game.choices(state, seat, &mut choices);
    choices
}

fn answers<G: Game>(game: &G, state: &G::State, seat: Seat) -> usize {
    Observer::new(game, state, Viewer::Seat(seat)).asked_in_window().map_or(0, |prompt| prompt.choices.len())
}

/// Whether this viewer sees, is asked and waits alike.
fn alike<G: Game>(game: &G, left: &G::State, right: &G::State, viewer: Viewer) -> bool {
    game.awaits(left) == game.awaits(right)
        && game.turns(left) == game.turns(right)
        && game.ending(left) == game.ending(right)
        && game.view(left, viewer) == game.view(right, viewer)
        && game.prompt(left, viewer) == game.prompt(right, viewer)
        && game.pass(left).is_some() == game.pass(right).is_some()
}

/// Something that happens next at this table.
fn some_input<G: Game>(game: &G, state: &G::State, luck: &mut impl Luck) -> Option<InputOf<G>> {
    match game.awaits(state) {
        Awaits::Luck(_) => game.chance(state, luck).map(Input::Luck),
        Awaits::Choice(_) | Awaits::Sealed(_) => {
            let seats: Vec<Seat> = game.awaits(state).seats().iter().collect();
            let seat = luck.pick(&seats)?;
            luck.pick(&choices(game, state, seat)).map(|action| Input::Act(seat, action))
        }
        Awaits::Nothing => None,
    }
}

/// Inputs at the other table that may look the same to the viewer, the likeliest first.
fn others<G: Game>(
    game: &G,
    state: &G::State,
    viewer: Viewer,
    input: InputOf<G>,
    luck: &mut impl Luck,
) -> Vec<InputOf<G>> {
    match (input, game.awaits(state)) {
        (Input::Luck(_), Awaits::Luck(audience)) if !audience.includes(viewer) => {
            // Cards dealt before the first turn come out with it, except those in hand.
            let stays = |drawn: &G::Outcome| {
                game.turns(state) > 0 || !game.write_outcome(*drawn).starts_with("list ")
            };
            let drawn = (0..3).filter_map(|_| game.chance(state, luck)).filter(stays).map(Input::Luck);
            drawn.chain([input]).collect()
        }
        // The same choice under seal; now and then another, to see how it stays sealed.
        (Input::Act(..), Awaits::Sealed(_)) if luck.below(5) > 0 => vec![input],
        (Input::Act(seat, _), _) if !viewer.is(seat) => {
            let mut tried = vec![input];
            tried.extend(choices(game, state, seat).into_iter().map(|action| Input::Act(seat, action)));
            let first = luck.below(tried.len() as u32) as usize;
            tried.rotate_left(first);
            tried
        }
        (Input::Luck(_) | Input::Act(..), _) => vec![input],
    }
}

fn taken<G: Game>(
    game: &G,
    state: &G::State,
    input: InputOf<G>,
    viewer: Viewer,
) -> Option<(G::State, Vec<G::Event>)>
where
    G::Event: Clone,
{
    let mut next = state.clone();
    let mut events: Vec<ScopedEvent<G::Event>> = Vec::new();
    game.apply(&mut next, input, &mut events).ok()?;
    Some((next, events.iter().filter_map(|scoped| scoped.heard_by(viewer).cloned()).collect()))
}

/// Walks two games side by side, as far as the viewer cannot tell them apart.
pub fn twins<G: Probe>(game: &G, viewer: Viewer, seed: u64, length: usize) -> Twins
where
    G::Event: Clone + PartialEq,
{
    let mut luck = Seed::new(seed, viewer.seat().map_or(9, |seat| seat.index() as u64)).luck(Purpose::Trial);
    let side = || Side::<G> { state: game.set_up(), lines: Vec::new() };
    let (mut left, mut right) = (side(), side());
    let mut moments = Vec::new();
    'walk: while left.lines.len() < length {
        let step = 'step: {
            for _ in 0..MOST_TRIED {
                let Some(input) = some_input(game, &left.state, &mut luck) else { break };
                let Some((here, heard)) = taken(game, &left.state, input, viewer) else { break };
                for other in others(game, &right.state, viewer, input, &mut luck) {
                    match taken(game, &right.state, other, viewer) {
                        Some((there, also)) if heard == also && alike(game, &here, &there, viewer) => {
                            break 'step Some(((here, input), (there, other)));
                        }
                        Some(_) | None => {}
                    }
                }
            }
            None
        };
        let Some(((here, input), (there, other))) = step else { break 'walk };
        left.lines.push(line(game, input));
        right.lines.push(line(game, other));
        (left.state, right.state) = (here, there);
        let waits = matches!(game.awaits(&left.state), Awaits::Choice(_) | Awaits::Sealed(_));
        if waits && left.lines != right.lines {
            moments.push(moment(game, (&left, &right), viewer, &mut luck));
        }
    }
    Twins { viewer, left: left.lines, right: right.lines, moments }
}

fn moment<G: Probe>(
    game: &G,
    (left, right): (&Side<G>, &Side<G>),
    viewer: Viewer,
    luck: &mut impl Luck,
) -> Moment {
    let is_window = game.pass(&left.state).is_some();
    let own = viewer.seat().map_or_else(Vec::new, |seat| choices(game, &left.state, seat));
    let asked = Observer::new(game, &left.state, viewer).asked_in_window().filter(|_| is_window);
    let allowed: Vec<String> = match asked {
        Some(prompt) => prompt.choices.into_iter().map(|choice| choice.notation).collect(),
        None => own.into_iter().map(|action| game.write_action(action)).collect(),
    };
    let made_up = (0..12).map(|_| game.write_action(game.any_action(luck)));
    let refused = made_up.filter(|action| !allowed.contains(action)).collect();
    let uneven = |seat: Seat| {
        !viewer.is(seat) && (answers(game, &left.state, seat) > 1) != (answers(game, &right.state, seat) > 1)
    };
    Moment {
        inputs: left.lines.len(),
        window: is_window,
        uneven: is_window && game.seats().iter().any(uneven),
        passes_by_itself: is_window
            && !game.awaits(&left.state).seats().is_disjoint(game.without_a_say(&left.state)),
        refused,
        allowed,
    }
}
