//! Chips: consequences of an answer in signs, on the piece that leads to it; the answer's sentence says the same.

use maud::Render as _;
use spammers::{
    Action, Aim, CardId, Consequence, Deck, Effect, Kind, ListCard, Spammers, Specialty, View, gain,
};

use crate::figures::odds;
use crate::glyph::glyph;

/// About so long are the chips of an answer on the page.
const CHIPS: usize = 192;

/// The chips of an answer, if anything is certain of it. There may be hundreds, so they are written without detours.
pub(super) fn chips(game: &Spammers, view: &View, action: Action, page: &mut String) {
    let mut drawn = String::with_capacity(CHIPS);
    let mut rank = 0;
    game.consequences(view, action, |consequence| {
        rank = rank.max(chip(game, (view, action), consequence, &mut drawn));
    });
    if let (true, Action::Special(card, aim) | Action::React(card, aim)) = (drawn.is_empty(), action)
        && let Kind::Mailing { effect, .. } = game.set().face(card).kind
        && effect_chip(effect, aim, &mut drawn)
    {
        rank = EFFECT_RANK;
    }
    if action == Action::Draw(Deck::List) && !may_pay(game, view) {
        drawn.push_str("<b class=\"bad\">can't pay</b>");
    }
    if !drawn.is_empty() {
        page.push_str("<span class=\"chips\" aria-hidden=\"true\" data-rank=\"");
        rank.render_to(page);
        page.push_str("\">");
        page.push_str(&drawn);
        page.push_str("</span>");
    }
}

/// S3.3: whether the viewer could pay for a List that is turned up, or might keep it without.
fn may_pay(game: &Spammers, view: &View) -> bool {
    let own = view.viewer.seat().and_then(|seat| view.seats.get(seat.index()));
    let initial = |scam| match game.set().face(scam).kind {
        Kind::Scam { initial, .. } => initial,
        Kind::Mailing { .. } | Kind::Hardware(_) => 0,
    };
    own.is_none_or(|own| {
        !own.hardware.is_empty() || own.scams.iter().any(|one| one.rating > initial(one.scam))
    })
}

/// The rank of an effect's chip, for every aim.
const EFFECT_RANK: u32 = 2;

/// The chip of an effect that changes no number on the table, as far as it is certain; `false` if there is none.
fn effect_chip(effect: Effect, aim: Aim, page: &mut String) -> bool {
    let mut draw = |class: &str, parts: &[&str]| {
        ["<b class=\"", class, "\">"].iter().chain(parts).for_each(|part| page.push_str(part));
        page.push_str("</b>");
        true
    };
    let count = |count: u8| count.to_string();
    let counter = |sign: &str, specialty: Specialty| {
        let drawn = glyph(specialty.slug()).render().into_string();
        format!("{sign}{drawn}<i>{specialty}</i>")
    };
    match (effect, aim) {
        (Effect::AddSpecialty(specialty), _) => draw("counter", &[&counter("+", specialty)]),
        (Effect::RemoveSpecialty, Aim::Counter(_, specialty)) => draw("counter", &[&counter("−", specialty)]),
        (Effect::DrawCards(most), _) => draw("good", &["+", &count(most), " cards"]),
        (Effect::StealCard, _) => draw("good", &["a card <i>of theirs </i>is yours"]),
        (Effect::PeekAtHand, _) => draw("good", &["you see <i>the </i>hand"]),
        (Effect::ForceDiscard, _) => draw("good", &["−1 card"]),
        (Effect::TakeDiscard, _) => draw("good", &["to your hand"]),
        (Effect::DestroyHardware, _) => draw("good", &["gone"]),
        (Effect::StealHardware, _) => draw("good", &["yours"]),
        (Effect::ExtraActions(more), _) => draw("good", &["+", &count(more), " Actions"]),
        (Effect::ExtraMailing, _) => draw("good", &["+1 Mailing"]),
        (Effect::CancelSpecial, _) => draw("good", &["cancels it"]),
        // These change numbers on the table, which have chips of their own; or the roll, which has its odds.
        (
            Effect::AdjustRating(_)
            | Effect::RaiseRating(_)
            | Effect::LowerRating(_)
            | Effect::StealRating(_)
            | Effect::AddGruntles(_)
            | Effect::RemoveGruntles(_)
            | Effect::MoveGruntles(_)
            | Effect::RemoveSpecialty
            | Effect::TakeUnwashedList(_)
            | Effect::StealList(_)
            | Effect::ReleaseList
            | Effect::SplitList
            | Effect::DisbandList
            | Effect::ShiftTarget(_)
            | Effect::ShiftRoll(_)
            | Effect::Reroll
            | Effect::ShieldScam
            | Effect::HoldList,
            _,
        ) => false,
    }
}

/// The beginning of a chip. Where an answer needs two pieces of a kind, each chip names the one it is about.
fn begin(action: Action, class: &str, (kind, slug): (&str, &str), page: &mut String) {
    ["<b class=\"", class].into_iter().for_each(|part| page.push_str(part));
    if matches!(action, Action::Special(_, Aim::Lists(..) | Aim::Scams(..))) {
        ["\" data-of=\"", kind, "-", slug].into_iter().for_each(|part| page.push_str(part));
    }
    page.push_str("\">");
}

/// Draws one; says how telling it is among those of several answers.
fn chip(
    game: &Spammers,
    (view, action): (&View, Action),
    consequence: Consequence,
    page: &mut String,
) -> u32 {
    let of_list = |list: ListCard| ("list", game.set().list(list).slug.as_str());
    let of_scam = |scam: CardId| ("scam", game.set().face(scam).slug.as_str());
    match consequence {
        Consequence::Odds(target) => {
            let sum = if let Action::Mail { card, scam, list } = action {
                game.seen_sum(view, card, scam, list)
            } else {
                None
            };
            odds(target, sum, page);
            20 + (1..=6).map(|roll| u32::from(gain(roll, target))).sum::<u32>()
        }
        Consequence::Gain { from, to } => {
            page.push_str(if from == to { "<b>still +" } else { "<b>+" });
            from.render_to(page);
            if from != to {
                page.push_str("→+");
                to.render_to(page);
            }
            page.push_str("</b>");
            1
        }
        Consequence::Rating { scam, from, to } => {
            let pays = matches!(action, Action::Keep(_));
            let own = view.owner_of_scam(scam).is_some_and(|owner| view.viewer.is(owner));
            let good = own == (to > from);
            let looks_good = !pays && (from == to || good);
            begin(action, if looks_good { "good" } else { "bad" }, of_scam(scam), page);
            if pays {
                page.push_str("<i>keep it: </i>falls to ");
            } else if from == to {
                page.push_str("stays ");
            } else {
                from.render_to(page);
                page.push('→');
            }
            to.render_to(page);
            page.push_str("</b>");
            if good { 3 } else { 2 }
        }
        Consequence::Size { list, size, .. } => {
            // The Gruntle that every Mailing leaves is no news.
            if !matches!(action, Action::Mail { .. }) {
                begin(action, "of-size", of_list(list), page);
                page.push_str("<i>Size </i>");
                size.render_to(page);
                page.push_str("</b>");
            }
            0
        }
        Consequence::Falls(list, owner) => {
            let own = view.viewer.is(owner);
            begin(action, if own { "bad fate" } else { "good fate" }, of_list(list), page);
            glyph("door").render_to(page);
            if matches!(action, Action::Mail { .. }) {
                page.push_str("<i>last Gruntle: </i>");
            }
            page.push_str(if own { "<u>you lose it</u></b>" } else { "<u>they lose it</u></b>" });
            4
        }
        Consequence::Gone(list) => {
            begin(action, "bad fate", of_list(list), page);
            glyph("trash").render_to(page);
            if matches!(action, Action::Mail { .. }) {
                page.push_str("<i>last Gruntle: </i>");
            }
            page.push_str("<i>the </i><u>List is gone</u></b>");
            4
        }
        // The keeper of a List has it already.
        Consequence::Comes(..) if matches!(action, Action::Keep(_) | Action::KeepFree) => 0,
        Consequence::Comes(_, to) => {
            page.push_str(if view.viewer.is(to) {
                "<b class=\"good\">yours</b>"
            } else {
                "<b class=\"bad\">yours</b>"
            });
            3
        }
        Consequence::Stays(_) => {
            page.push_str("<b class=\"good\">stays</b>");
            3
        }
    }
}
