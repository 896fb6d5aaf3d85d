//! Decisions as they travel: what was chosen, and what a search thought of it. With the seed that is all that a game
//! was; what a seat saw and could do is found again where rows are made of it.

use bots::Bot;
use games::{Player, Study};
use serde_json::{Value, json};
use table::{Observer, Purpose, Seed};

use crate::play::{AskedSeat, Watcher, play_watched};
use crate::sim::Plan;

/// One decision of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The place of the choice that was made.
    pub(crate) taken: usize,
    /// A search's statistics, by the place of the choice; `None` where nobody searched.
    pub(crate) tried: Option<Vec<Tried>>,
}

/// The decisions of some games, by number.
pub type Games = Vec<Vec<Decision>>;

/// A choice that a search tried at least once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Tried {
    /// Its place among the choices.
    pub(crate) choice: usize,
    /// How often.
    pub(crate) visits: i32,
    /// Its mean result.
    pub(crate) value: f32,
}

impl Decision {
    /// The decision as data. Values are written by their bits, so that they are read back exactly.
    pub(crate) fn written(&self) -> Value {
        let tried = |tried: &Tried| [tried.choice as u64, tried.visits as u64, tried.value.to_bits().into()];
        json!([self.taken, self.tried.as_ref().map(|all| all.iter().map(tried).collect::<Vec<_>>())])
    }

    /// Reads what [`Decision::written`] wrote.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        let number = |value: &Value, place: usize| value.get(place)?.as_u64();
        let tried = |value: &Value| {
            let bits = u32::try_from(number(value, 2)?).ok()?;
            Some(Tried {
                choice: usize::try_from(number(value, 0)?).ok()?,
                visits: i32::try_from(number(value, 1)?).ok()?,
                value: f32::from_bits(bits),
            })
        };
        let tried = match value.get(1)? {
            all if all.is_null() => None,
            all => Some(all.as_array()?.iter().map(tried).collect::<Option<_>>()?),
        };
        Some(Self { taken: usize::try_from(number(value, 0)?).ok()?, tried })
    }
}

/// Plays the game of this number; gives its decisions.
pub(crate) fn decide<G: Study>(game: &G, plan: &Plan, number: u64) -> Vec<Decision> {
    let mut luck = Seed::new(plan.seed, number).luck(Purpose::Table);
    let mut bots = plan.bots_at::<G>(game.seats(), number);
    let mut decided = Decided(Vec::new());
    play_watched(game, &mut bots, &mut luck, &mut Vec::new(), &mut decided);
    decided.0
}

/// Somebody who remembers each decision.
struct Decided(Vec<Decision>);

impl<G: Study> Watcher<G, Player<G>> for Decided {
    fn choose(
        &mut self,
        bot: &mut Player<G>,
        observer: &Observer<'_, G>,
        choices: &[G::Action],
        _asked: AskedSeat,
    ) -> Option<G::Action> {
        let action = bot.choose(observer, choices);
        let place = |wanted: G::Action| choices.iter().position(|choice| *choice == wanted);
        let tried = bot.tried();
        let options = tried.iter().filter(|option| option.visits > 0).filter_map(|option| {
            let value = (option.reward / f64::from(option.visits)) as f32;
            Some(Tried { choice: place(option.action)?, visits: option.visits as i32, value })
        });
        let tried = (!tried.is_empty()).then(|| options.collect());
        self.0.push(Decision { taken: place(action)?, tried });
        Some(action)
    }
}
