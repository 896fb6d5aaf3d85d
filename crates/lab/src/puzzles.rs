//! Puzzles: positions of games among bots in which one choice is far better than all others, and is not the obvious
//! one. A quick look finds candidates; two deeper ones, with luck of their own, must agree.

use bots::{Assessed, Bot, Budget, Effort, Greedy, Judge, Search, assess, remark};
use games::Player;
use table::{ChaCha8, Game, InputOf, Luck, Observer, Purpose, Seat, SeatCount, Seed, write_input};

use crate::play::{AskedSeat, Watcher, play_watched};
use crate::sim::Plan;

/// The first look at a position.
const GLANCE: Effort = Effort { explore: 300, widest: 4, each: 96 };
/// The deeper looks.
const STUDY: Effort = Effort { explore: 6_000, widest: 5, each: 2_400 };
/// How much better the best choice is than the next, as a chance to win.
const LEAD: f64 = 0.08;
/// The same less two standard errors.
const SURE_LEAD: f64 = 0.05;
/// Between these chances of the best choice there is something to play for.
const OPEN: std::ops::RangeInclusive<f64> = 0.2..=0.97;
/// The fewest choices worth asking about.
const FEWEST: usize = 3;
/// Of so many positions one is looked at.
const ONE_OF: u32 = 3;
/// Searches of so many iterations are tried one after the other to see how hard a puzzle is.
const HARDNESS: [u32; 2] = [15, 60];
/// Difficulty by the number of choices.
const MANY: [usize; 2] = [15, 60];
/// And by a lead that is less than this.
const NARROW: f64 = 0.15;
/// The most choices a puzzle offers.
const OFFERED: usize = 4;

/// Answers that are not looked for, in notation; those that end in a star stand for all that begin so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Except(pub Vec<String>);

impl Except {
    /// Whether a puzzle with this answer is passed over.
    fn names(&self, answer: &str) -> bool {
        self.0.iter().any(|form| match form.strip_suffix('*') {
            Some(beginning) => answer.starts_with(beginning),
            None => answer == form,
        })
    }
}

/// A position to solve.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPuzzle {
    /// In which game of the hunt it was found.
    pub number: u64,
    /// The set-up, as a record has it.
    pub setting: Vec<(String, String)>,
    /// How many sit there.
    pub seats: SeatCount,
    /// Everything that happened before, as lines of a record.
    pub inputs: Vec<String>,
    /// Who is to choose.
    pub seat: Seat,
    /// The choices, the best first.
    pub options: Vec<FoundOption>,
    /// The choice that looks best at first sight, in notation.
    pub obvious: String,
    /// Its theme, where puzzles have themes.
    pub theme: Option<String>,
    /// From 1 to 5.
    pub difficulty: usize,
}

/// A choice of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundOption {
    /// The choice in notation.
    pub action: String,
    /// The chance to win after it, and the standard error.
    pub chance: f64,
    /// The standard error of the chance.
    pub error: f64,
    /// The remark on it.
    pub remark: Option<String>,
}

/// Plays a game until it comes to a puzzle with any other answer than these.
pub(crate) fn look_through<G: Judge>(
    game: &G,
    plan: &Plan,
    except: &Except,
    number: u64,
) -> Option<FoundPuzzle> {
    let seed = Seed::new(plan.seed, number);
    let mut bots = plan.bots_at::<G>(game.seats(), number);
    let trial = seed.luck(Purpose::Trial);
    let mut seeker = Seeker { seed, except, moments: 0, trial, inputs: Vec::new(), found: None };
    play_watched(game, &mut bots, &mut seed.luck(Purpose::Table), &mut Vec::new(), &mut seeker);
    let Found { seat, obvious, options, theme, difficulty } = seeker.found?;
    Some(FoundPuzzle {
        number,
        setting: game.setting().into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        seats: game.seats(),
        inputs: seeker.inputs.into_iter().map(|input| write_input(game, input)).collect(),
        seat,
        options,
        obvious,
        theme,
        difficulty,
    })
}

/// A candidate for a puzzle.
struct Found {
    seat: Seat,
    obvious: String,
    options: Vec<FoundOption>,
    theme: Option<String>,
    difficulty: usize,
}

/// Somebody who watches a game and stops it at a puzzle.
struct Seeker<'a, G: Game> {
    seed: Seed,
    except: &'a Except,
    moments: u64,
    trial: ChaCha8,
    inputs: Vec<InputOf<G>>,
    found: Option<Found>,
}

impl<G: Judge> Watcher<G, Player<G>> for Seeker<'_, G> {
    fn choose(
        &mut self,
        bot: &mut Player<G>,
        observer: &Observer<'_, G>,
        choices: &[G::Action],
        asked: AskedSeat,
    ) -> Option<G::Action> {
        self.moments += 1;
        if let AskedSeat::Openly(seat) = asked
            && choices.len() >= FEWEST
            && self.trial.below(ONE_OF) == 0
        {
            let position = Position { game: observer.game(), view: &observer.view(), seat, choices };
            let seed = Seed::new(self.seed.number ^ self.seed.game << 32, self.moments);
            self.found = position.puzzle(observer, self.except, seed);
            if self.found.is_some() {
                return None;
            }
        }
        Some(bot.choose(observer, choices))
    }

    fn applied(&mut self, input: InputOf<G>) {
        self.inputs.push(input);
    }
}

/// A seat with a choice.
struct Position<'a, G: Game> {
    game: &'a G,
    view: &'a G::View,
    seat: Seat,
    choices: &'a [G::Action],
}

impl<G: Judge> Position<'_, G> {
    fn puzzle(&self, observer: &Observer<'_, G>, except: &Except, seed: Seed) -> Option<Found> {
        let another = |number: u64| Seed::new(seed.number.wrapping_add(number << 48), seed.game);
        let obvious = Greedy::new(seed, self.seat).choose(observer, self.choices);
        let glance = self.ranked(&[obvious], GLANCE, seed);
        let best = glance.first().filter(|best| best.action != obvious)?.action;
        if !stands_out(&glance, LEAD, 0.0) || except.names(&self.game.write_action(best)) {
            return None;
        }
        // The printed odds give the answer away.
        if self.game.is_printed(self.view, self.seat, self.choices, (best, obvious)) {
            return None;
        }
        let studies: [Vec<Assessed<G::Action>>; 2] =
            [1, 2].map(|number| self.ranked(&[best, obvious], STUDY, another(number)));
        if !studies.iter().all(|study| confirms(study, best)) {
            return None;
        }
        let mut offered: Vec<&Assessed<G::Action>> = studies[0].iter().take(OFFERED).collect();
        if !offered.iter().any(|option| option.action == obvious) {
            offered.pop();
            offered.extend(studies[0].iter().find(|option| option.action == obvious));
        }
        let option = |option: &&Assessed<G::Action>| FoundOption {
            action: self.game.write_action(option.action),
            chance: option.chance.mean,
            error: option.chance.error,
            remark: remark(observer, option.action),
        };
        let options: Vec<FoundOption> = offered.iter().map(option).collect();
        let difficulty = self.difficulty((best, options[0].chance - options[1].chance), another(3));
        let theme = self.game.theme(self.view, self.seat, best, obvious).map(str::to_owned);
        Some(Found { seat: self.seat, obvious: self.game.write_action(obvious), options, theme, difficulty })
    }

    /// Choices compared, the best first.
    fn ranked(&self, also: &[G::Action], effort: Effort, seed: Seed) -> Vec<Assessed<G::Action>> {
        let mut all = assess(self.game, self.view, self.seat, (self.choices, also), effort, seed);
        all.sort_by(|one, other| other.chance.mean.total_cmp(&one.chance.mean));
        all
    }

    /// How hard it is to find this choice, from 1 to 5: how long a search must think until two of three do, among how
    /// many choices it stands, and by how much it is better.
    fn difficulty(&self, (best, lead): (G::Action, f64), seed: Seed) -> usize {
        let finds = |iterations: u32| {
            let found = (0..3).filter(|&number| {
                let seed = Seed::new(seed.number, seed.game.wrapping_add(number << 40));
                let mut search = Search::new(Budget::Iterations(iterations), seed, self.seat);
                let stats = search.think(self.game, self.view, self.seat, self.choices);
                stats.iter().max_by_key(|option| option.visits).is_some_and(|most| most.action == best)
            });
            found.count() >= 2
        };
        let thought = HARDNESS.iter().position(|&iterations| finds(iterations)).unwrap_or(HARDNESS.len());
        let crowd = MANY.iter().filter(|&&many| self.choices.len() >= many).count();
        (1 + thought + crowd + usize::from(lead < NARROW)).min(5)
    }
}

/// Whether a study finds this choice far better than all others, and something to play for.
fn confirms<A: PartialEq>(study: &[Assessed<A>], best: A) -> bool {
    study.first().is_some_and(|first| first.action == best && OPEN.contains(&first.chance.mean))
        && stands_out(study, LEAD, SURE_LEAD)
}

/// Whether the first of these is so much better than all others, and surely by this much.
fn stands_out<A>(ranked: &[Assessed<A>], lead: f64, sure: f64) -> bool {
    let [first, others @ ..] = ranked else { return false };
    // Both are compared with the same choice, at the same tables.
    !others.is_empty()
        && others.iter().all(|other| {
            let ahead = first.chance.mean - other.chance.mean;
            let error = first.behind.error.hypot(other.behind.error);
            ahead >= lead && ahead - 2.0 * error >= sure
        })
}

#[cfg(test)]
mod tests {
    use bots::{BotName, Estimate};
    use games::PlayerName;
    use spammers::{CardSet, Spammers, Variant};
    use table::{Match, Viewer};

    use super::*;

    fn assessed(mean: f64, (behind, error): (f64, f64)) -> Assessed<u8> {
        Assessed {
            action: 0,
            chance: Estimate { mean, error: 0.0 },
            behind: Estimate { mean: behind, error },
        }
    }

    #[test]
    fn the_best_stands_out_by_its_lead_over_all_others_less_two_errors() {
        let first = assessed(0.60, (0.0, 0.0));
        let others = |next: f64, error: f64| {
            [first, assessed(0.60 - next, (next, error)), assessed(0.30, (0.3, error))]
        };
        assert!(stands_out(&others(0.0801, 0.0), LEAD, SURE_LEAD));
        assert!(!stands_out(&others(0.0799, 0.0), LEAD, SURE_LEAD), "the next is too near");
        assert!(stands_out(&others(0.10, 0.024), LEAD, SURE_LEAD));
        assert!(!stands_out(&others(0.10, 0.026), LEAD, SURE_LEAD), "it may be an error of the estimate");
        // Every other counts, the last as well; and alone nothing stands out.
        let last = [first, assessed(0.30, (0.3, 0.0)), assessed(0.55, (0.05, 0.0))];
        assert!(!stands_out(&last, LEAD, 0.0));
        assert!(!stands_out(&[first], LEAD, 0.0) && !stands_out::<u8>(&[], LEAD, 0.0));
    }

    #[test]
    fn the_error_of_the_first_counts_where_it_is_not_the_favourite() {
        let ranked = [assessed(0.60, (-0.1, 0.03)), assessed(0.50, (0.0, 0.0))];
        assert!(!stands_out(&ranked, LEAD, SURE_LEAD));
        assert!(stands_out(&ranked, LEAD, 0.03));
    }

    #[test]
    fn a_study_confirms_the_same_choice_where_there_is_something_to_play_for() {
        let study = |mean: f64| [assessed(mean, (0.0, 0.0)), assessed(mean - 0.1, (0.1, 0.0))];
        assert!(confirms(&study(0.5), 0));
        assert!(!confirms(&study(0.5), 1), "it prefers another");
        assert!(!confirms(&study(0.19), 0) && !confirms(&study(0.98), 0), "it is lost, or won");
        assert!(!confirms(&[assessed(0.5, (0.0, 0.0)), assessed(0.43, (0.07, 0.0))], 0));
        assert!(!confirms::<u8>(&[], 0));
    }

    #[test]
    fn answers_that_are_not_looked_for_are_named_whole_or_by_their_beginning() {
        let except = Except(vec!["draw action".to_owned(), "play *".to_owned()]);
        for (answer, named) in [
            ("draw action", true),
            ("draw list", false),
            ("draw action again", false),
            ("play coin-of-the-month-club", true),
            ("played", false),
        ] {
            assert_eq!(except.names(answer), named, "{answer}");
        }
        assert!(!Except::default().names("pass"));
    }

    fn game() -> Spammers {
        Spammers::new(CardSet::standard(), SeatCount::new(2).unwrap(), Variant::Standard)
    }

    /// The first of these games in which there is a puzzle with none of these answers.
    fn first(except: &Except, games: std::ops::Range<u64>) -> FoundPuzzle {
        let plan = Plan { seed: SEED, bots: vec![PlayerName::Bot(BotName::Greedy); 2], workers: 1 };
        games
            .clone()
            .find_map(|number| look_through(&game(), &plan, except, number))
            .unwrap_or_else(|| panic!("{games:?}"))
    }
    const SEED: u64 = 4;

    /// The estimates of a study of this position, the best first.
    fn studied(puzzle: &FoundPuzzle, seed: Seed) -> Vec<Assessed<spammers::Action>> {
        let mut live = Match::new(game());
        for line in &puzzle.inputs {
            live.take(live.read_input(line).unwrap()).unwrap();
        }
        let mut choices = Vec::new();
        live.choices(puzzle.seat, &mut choices);
        assert!(choices.len() >= FEWEST);
        let view = live.view(Viewer::Seat(puzzle.seat));
        let position = Position { game: live.game(), view: &view, seat: puzzle.seat, choices: &choices };
        let obvious = live.game().read_action(&puzzle.obvious).unwrap();
        position.ranked(&[obvious], STUDY, seed)
    }

    #[test]
    #[ignore = "long; .ci/run has it"]
    fn what_is_found_in_a_game_holds_in_a_study_of_its_own() {
        let puzzle = first(&Except::default(), 0..60);
        let [best, others @ ..] = &puzzle.options[..] else { panic!("{puzzle:?}") };
        assert!(others.iter().all(|other| best.chance - other.chance >= LEAD));
        assert!(OPEN.contains(&best.chance) && (2..=OFFERED).contains(&puzzle.options.len()));
        assert!(others.iter().any(|other| other.action == puzzle.obvious), "{puzzle:?}");
        assert!(
            puzzle.options.iter().all(|option| option.remark.is_some())
                && (1..=5).contains(&puzzle.difficulty)
        );
        // Luck that neither study of the hunt had.
        let study = studied(&puzzle, Seed::new(1998, 7));
        assert_eq!(game().write_action(study[0].action), best.action);
        assert!(stands_out(&study, SURE_LEAD, 0.0), "{study:?}");
        // With its answer passed over, the same games go on to another one.
        let other = first(&Except(vec![best.action.clone()]), puzzle.number..puzzle.number + 60);
        assert_ne!(other.options[0].action, best.action);
        if other.number == puzzle.number {
            assert!(other.inputs.len() > puzzle.inputs.len() && other.inputs.starts_with(&puzzle.inputs));
        }
    }
}
