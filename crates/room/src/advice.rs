//! Advice: a strong search's choice in a seat's place, out of the seat's knowledge.

use bots::{Effort, Estimate, Judge, assess, head, remark, said_to_you};
use table::{OwnedObserver, Prose, Seat, Seed};

/// How much thought goes into advice: 7,800 iterations where the strongest bot gives a decision 3,000.
const EFFORT: Effort = Effort { explore: 3_000, widest: 3, each: 1_600 };
/// Where tables are played to their end each time, an iteration takes longer: 5,200 where the strongest bot has 5,000.
const LONG_EFFORT: Effort = Effort { explore: 1_600, widest: 3, each: 1_200 };

/// A coach's advice.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The choices that are worth most, the one that is preferred first.
    pub best: Vec<Advised>,
    /// Why, in a sentence.
    pub why: Prose,
}

impl Advice {
    /// The heading above the choices and their chances.
    pub const SCALE: &'static str =
        "How often each would win, and the range in which that lies in 19 cases of 20:";
}

/// A choice and what it is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Advised {
    /// The choice in notation.
    pub action: String,
    /// The same in words.
    pub says: Prose,
    /// The chance to win after it.
    pub chance: Estimate,
    /// The pieces to point at, one after the other.
    pub pieces: Vec<String>,
}

impl Advised {
    /// Between which shares of a win its chance lies in 95 of 100 cases.
    #[must_use]
    pub fn between(&self) -> (f64, f64) {
        let (least, most) = self.chance.interval();
        (least.max(0.0), most.min(1.0))
    }
}

/// A strong search's estimates of a seat's choices.
pub(crate) fn advise<G: Judge>(owned: &OwnedObserver<G>, seat: Seat, seed: Seed) -> Advice {
    let observer = owned.observer();
    let (choices, prompt) = (owned.choices(), observer.prompt());
    let effort = if G::HORIZON == 0 { EFFORT } else { LONG_EFFORT };
    let mut found = assess(observer.game(), &observer.view(), seat, (&choices, &[]), effort, seed);
    // Ordered by the comparison, which knows more than the search that chose its candidates.
    found.sort_by(|one, other| {
        other.chance.mean.total_cmp(&one.chance.mean).then(one.action.cmp(&other.action))
    });
    let advised = |action: G::Action, chance: Estimate| Advised {
        action: observer.game().write_action(action),
        says: prompt.choice(&action).map_or_else(Prose::default, |choice| choice.says.clone()),
        chance,
        pieces: prompt.pieces_of(&action),
    };
    let best: Vec<Advised> = found.iter().map(|option| advised(option.action, option.chance)).collect();
    let said = found.first().and_then(|first| remark(&observer, first.action)).map(|said| said_to_you(&said));
    let why = why(&best, said);
    Advice { best, why }
}

/// The choice, a remark on it, and its lead.
fn why(best: &[Advised], remark: Option<String>) -> Prose {
    let Some(first) = best.first() else { return Prose::from("There is nothing to choose.") };
    let percent = |option: &Advised| 100.0 * option.chance.mean;
    let words = format!("{:#}", first.says);
    // By the whole numbers that are shown, unless they may as well be the same.
    let is_alike = |next: &Advised| first.between().0 <= next.between().1;
    let ahead = best.get(1).map(|next| match percent(first).round() as i64 - percent(next).round() as i64 {
        _ if is_alike(next) => "about as good as the next best".to_owned(),
        ..1 => "about as good as the next best".to_owned(),
        1 => "a point ahead of the next best".to_owned(),
        points => format!("{points} points ahead of the next best"),
    });
    let said = [remark, Some(format!("I make it {:.0} % to win", percent(first))), ahead];
    let said: Vec<String> = said.into_iter().flatten().collect();
    Prose::from(format!("{}: {}.", head(&words), said.join("; ")))
}
