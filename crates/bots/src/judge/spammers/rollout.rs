//! The rollout policy of SPAMMERS: a hasty player, quick and not stupid. Searches try it first and finish their
//! imagined games by it.

use spammers::{
    Action, CardId, Chance, Deck, Effect, Kind, ListCard, Moment, Pending, Phase, Question, Spammers, State,
    gain,
};
use table::{Game as _, Input, Luck, NoEvents, Seat};

use super::features::sixfold_gain;

/// Scams in play that are enough.
const ENOUGH_SCAMS: usize = 2;
/// The most Special Effects that are tried out before something else is done.
const TRIED: usize = 20;
/// Weight of one Rating of the Scam against one of the sixty that six rolls may promise.
const FURTHEST_FIRST: i32 = 6;

/// A hasty player's choice; `scratch` is working memory. `None` where the seat is asked nothing.
pub(super) fn choose(
    game: &Spammers,
    state: &State,
    seat: Seat,
    scratch: &mut Vec<Action>,
    luck: &mut impl Luck,
) -> Option<Action> {
    match game.phase(state) {
        Phase::Ask(Question::Acting) => Some(act(game, state, seat, scratch, luck)),
        Phase::Ask(Question::Offered(_)) if game.keeps_for_nothing(state, seat) => Some(Action::KeepFree),
        Phase::Ask(Question::Offered(_)) => Some(Action::Release),
        Phase::Ask(Question::Reacting { pending: Pending::Roll(mailing, roll), .. })
            if seat == game.turn(state) =>
        {
            Some(help_roll(game, state, seat, gain(roll, mailing.target), scratch))
        }
        Phase::Ask(Question::Reacting { .. }) => Some(Action::Pass),
        Phase::Ask(Question::Choosing(_)) => {
            game.choices(state, seat, scratch);
            luck.pick(scratch)
        }
        Phase::Luck(_) | Phase::Over(_) => None,
    }
}

fn is_mailing(game: &Spammers, card: CardId) -> bool {
    matches!(game.set().face(card).kind, Kind::Mailing { .. })
}

fn is_scam(game: &Spammers, card: CardId) -> bool {
    matches!(game.set().face(card).kind, Kind::Scam { .. })
}

/// Stops who is about to win; opens a Scam; then machines, merging, Special Effects and new cards, and the Mailing
/// last, with the best card that came.
fn act(
    game: &Spammers,
    state: &State,
    seat: Seat,
    scratch: &mut Vec<Action>,
    luck: &mut impl Luck,
) -> Action {
    let danger = game.seats().iter().any(|other| other != seat && game.would_win(state, other));
    if danger && let Some(rescue) = useful_special(game, state, seat, scratch, luck) {
        return rescue;
    }
    let scams = game.scams(state, seat).len();
    let last = game.actions_left(state) <= 1;
    if scams > 0
        && last
        && let Some(mailing) = best_mailing(game, state, seat)
    {
        return mailing;
    }
    let play = game.card_ids_in_hand(state, seat).find(|&title| {
        let wanted = !is_mailing(game, title) && (!is_scam(game, title) || scams < ENOUGH_SCAMS);
        wanted && game.allows(state, seat, Action::Play(title))
    });
    if let Some(title) = play {
        return Action::Play(title);
    }
    if let Some(merge) = useful_merge(game, state, seat) {
        return merge;
    }
    let may_draw = game.allows(state, seat, Action::Draw(Deck::Action));
    if (!may_draw || luck.below(2) == 0)
        && let Some(special) = useful_special(game, state, seat, scratch, luck)
    {
        return special;
    }
    if may_draw {
        return Action::Draw(Deck::Action);
    }
    if let Some(mailing) = best_mailing(game, state, seat) {
        return mailing;
    }
    if game.allows(state, seat, Action::Draw(Deck::List)) && luck.below(2) == 0 {
        Action::Draw(Deck::List)
    } else {
        Action::Stop
    }
}

/// A reaction that makes the seat's own roll gain more than it does, if there is one.
fn help_roll(game: &Spammers, state: &State, seat: Seat, gained: u8, scratch: &mut Vec<Action>) -> Action {
    game.choices(state, seat, scratch);
    let helps = |action: Action| {
        let mut after = *state;
        if game.apply(&mut after, Input::Act(seat, action), &mut NoEvents).is_err() {
            return false;
        }
        match game.phase(&after) {
            Phase::Ask(Question::Reacting { pending: Pending::Roll(mailing, roll), .. }) => {
                gain(roll, mailing.target) > gained
            }
            Phase::Luck(Chance::Rolling(_)) => gained == 0,
            Phase::Luck(_) | Phase::Ask(_) | Phase::Over(_) => false,
        }
    };
    let reactions = scratch.iter().copied().filter(|&action| action != Action::Pass);
    reactions.into_iter().find(|&action| helps(action)).unwrap_or(Action::Pass)
}

/// The Mailing that promises most, if any is possible: what it gains, and on the Scam that is furthest; with the card
/// that is least worth keeping among those that do as well.
fn best_mailing(game: &Spammers, state: &State, seat: Seat) -> Option<Action> {
    if game.mailings_left(state) == 0 {
        return None;
    }
    let cards = || game.card_ids_in_hand(state, seat).filter(|&card| is_mailing(game, card));
    let highest = cards().map(|card| game.modifier(card)).max()?;
    let lists = game.mailable(state, seat);
    let mut best = None;
    let mut most = 0;
    for scam in game.scams(state, seat) {
        let rating = i32::from(game.rating(state, scam));
        for list in lists {
            let target = game.bare_target(state, seat, scam, list) + highest;
            let promise = 8 * sixfold_gain(target)
                + FURTHEST_FIRST * rating
                + i32::from(game.masses(state).contains(list));
            if target > 0 && promise > most {
                most = promise;
                best = Some((scam, list));
            }
        }
    }
    let (scam, list) = best?;
    let bare = game.bare_target(state, seat, scam, list);
    let gains = |card| 8 * sixfold_gain(bare + game.modifier(card)) - worth_keeping(game, card);
    let card = cards().max_by_key(|&card| gains(card))?;
    Some(Action::Mail { card, scam, list })
}

/// The worth of a Mailing card in the hand, on the scale of its prospects.
fn worth_keeping(game: &Spammers, card: CardId) -> i32 {
    let Kind::Mailing { modifier, effect } = game.set().face(card).kind else { return 0 };
    let special = if effect.moment() == Moment::AfterRoll {
        6
    } else if effect == Effect::ExtraMailing {
        10
    } else {
        let swing = effect.swing();
        (6 * i32::from(swing.raises)).max(4 * i32::from(swing.lowers))
    };
    special + i32::from(modifier)
}

/// The two largest of the seat's own Lists, if together they promise more than the best Mailing now.
fn useful_merge(game: &Spammers, state: &State, seat: Seat) -> Option<Action> {
    let size = |list: ListCard| game.effective_size(state, list);
    let own = game.lists(state, seat);
    let first = own.iter().max_by_key(|&list| size(list))?;
    let second = own.without(first).iter().max_by_key(|&list| size(list))?;
    let now = game.mailable(state, seat).iter().map(size).max()?;
    let better = sixfold_gain(size(first) + size(second) + 2) > sixfold_gain(now + 2);
    better.then_some(Action::Merge(first.min(second), first.max(second)))
}

/// The best of some Special Effects of the hand, if it brings its player forward or the foremost other back.
fn useful_special(
    game: &Spammers,
    state: &State,
    seat: Seat,
    scratch: &mut Vec<Action>,
    luck: &mut impl Luck,
) -> Option<Action> {
    scratch.clear();
    game.special_choices(state, seat, scratch);
    let mut best = None;
    let mut most = lead(game, state, seat);
    for place in 0..scratch.len().min(TRIED) {
        let action = if scratch.len() <= TRIED { scratch[place] } else { luck.pick(scratch)? };
        let Some(after) = let_happen(game, state, seat, action) else { continue };
        let lead = lead(game, &after, seat);
        if lead > most {
            most = lead;
            best = Some(action);
        }
    }
    best
}

/// The table after a choice to which nobody reacts; luck has not fallen yet. `None` if it is not possible.
fn let_happen(game: &Spammers, state: &State, seat: Seat, action: Action) -> Option<State> {
    let mut after = *state;
    game.apply(&mut after, Input::Act(seat, action), &mut NoEvents).ok()?;
    while let Phase::Ask(Question::Reacting { asked, .. }) = game.phase(&after) {
        game.apply(&mut after, Input::Act(asked, Action::Pass), &mut NoEvents).ok()?;
    }
    Some(after)
}

/// How far a seat is ahead of the foremost other: sixtieths of the way to the nearer threshold of S6 twice, and to the
/// other once.
fn lead(game: &Spammers, state: &State, seat: Seat) -> i32 {
    let (one, sum) = game.variant().victory_thresholds();
    let progress = |seat: Seat| {
        let has = game.holdings(state, seat);
        let by_one = i32::from(has.best) * 60 / i32::from(one);
        let by_sum = has.sum as i32 * 60 / sum as i32;
        2 * by_one.max(by_sum) + by_one.min(by_sum)
    };
    let rivals = game.seats().iter().filter(|&other| other != seat).map(progress);
    progress(seat) - rivals.max().unwrap_or(0)
}
