//! The wire: the action under way, with the die.

use maud::{Markup, html};
use spammers::{Chance, Fate, Mailing, Pending, Phase, Pick, Question, Spammers, Victory, View, gain};
use table::{Game as _, Seat};

use crate::art;
use crate::glyph::glyph;
use crate::ink::Letter;
use crate::table::faces::list_card;
use crate::table::{letter, short_name};
use room::Sitter;

/// All of a view that the wire shows. Who of several is being asked for a reaction is none of it.
pub(super) fn key(view: &View) -> impl PartialEq + use<> {
    let phase = match view.phase {
        Phase::Ask(Question::Reacting { pending, .. }) => Err(pending),
        phase @ (Phase::Luck(_)
        | Phase::Ask(Question::Choosing(_) | Question::Acting | Question::Offered(_))
        | Phase::Over(_)) => Ok(phase),
    };
    (phase, view.turn, view.turns, view.actions_left, view.mailings)
}

pub(super) fn wire(game: &Spammers, view: &View, sitters: &[Sitter]) -> Markup {
    let round = view.turns.saturating_sub(1) / game.seats().get() as u32 + 1;
    html! {
        div #wire.wire {
            @if view.turns > 0 { p.round { "Round " (round) } }
            (moment(game, view, sitters))
        }
    }
}

fn moment(game: &Spammers, view: &View, sitters: &[Sitter]) -> Markup {
    let name = |seat: Seat| who(sitters, seat);
    let turn = || name(view.turn);
    html! {
        @match view.phase {
            Phase::Luck(Chance::DealingLists(..) | Chance::DealingActions(..) | Chance::DealingMasses(_)) => {
                p.big-line { "The cards are about to be dealt." }
            }
            Phase::Ask(Question::Choosing(_)) => { p.big-line { "Everybody gives one List to the Unwashed Masses." } }
            Phase::Luck(Chance::DrawingFirst) => { p.big-line { "Lots are drawn for the first turn." } }
            Phase::Ask(Question::Acting) => { (acting(view, turn())) }
            Phase::Luck(Chance::DrawingAction | Chance::DrawingCards(_) | Chance::DrawingList) => {
                p.big-line { "A card is drawn by " (turn()) "." }
            }
            Phase::Ask(Question::Offered(list)) => {
                p.big-line { "Turned up by " (turn()) ":" }
                ul.turned { (list_card(game.set().list(list), None)) }
            }
            Phase::Luck(Chance::Picking(seat, Pick::Steal)) => { p.big-line { "A card goes from " (name(seat)) " to " (turn()) "." } }
            Phase::Luck(Chance::Picking(seat, Pick::Discard)) => { p.big-line { "A card is lost by " (name(seat)) "." } }
            Phase::Luck(Chance::Rolling(mailing)) => { (mailing_line(game, mailing)) p.roll { (die(None)) (target(mailing)) } }
            Phase::Ask(Question::Reacting { pending, .. }) => { (pending_line(game, pending, turn(), sitters)) }
            Phase::Over(how) => {
                p.big-line.won { (glyph("crown")) span {
                    @match how { Victory::OneScam => "One Scam alone has come to the mark." Victory::Sum => "All Scams together have come to the mark." }
                } }
            }
        }
    }
}

/// Somebody by name; the style calls the viewer you, since all are sent the same.
pub(super) fn who(sitters: &[Sitter], seat: Seat) -> Markup {
    html! { b.who.{ "at-" (Letter(letter(seat))) } { span { (short_name(sitters, seat).0) } } }
}

fn acting(view: &View, turn: Markup) -> Markup {
    html! {
        p.big-line { "At the keyboard: " (turn) "." }
        p.pips {
            span.unseen { (view.actions_left) @if view.actions_left == 1 { " Action left, " } @else { " Actions left, " } }
            @for _ in 0..view.actions_taken { span.pip.spent aria-hidden="true" {} }
            @for _ in 0..view.actions_left { span.pip aria-hidden="true" {} }
            span.note {
                (view.actions_left) @if view.actions_left == 1 { " Action left" } @else { " Actions left" }
                @if view.mailings > 0 { " · " (view.mailings) @if view.mailings == 1 { " Mailing sent" } @else { " Mailings sent" } }
            }
        }
    }
}

fn mailing_line(game: &Spammers, mailing: Mailing) -> Markup {
    let set = game.set();
    html! {
        p.envelope data-from={ "scam-" (set.face(mailing.scam).slug) } data-to={ "list-" (set.list(mailing.list).slug) } {
            (art::card(&set.face(mailing.scam).picture)) b { (set.face(mailing.scam).name) } " → "
            (art::card(&set.list(mailing.list).picture)) b { (set.list(mailing.list).name) }
            span.note { "sent with '" (set.face(mailing.card).name) "'" }
        }
    }
}

/// The die as it lies, or not yet.
fn die(roll: Option<u8>) -> Markup {
    html! {
        @match roll {
            Some(roll) => { span.die data-roll=(roll) { (glyph(&format!("die-{roll}"))) span.unseen { "Roll " (roll) } } }
            None => { span.die.rolling { (glyph("die-5")) } }
        }
    }
}

fn target(mailing: Mailing) -> Markup {
    html! { span.target { span.note { "Target" } b { (mailing.target) } } }
}

fn pending_line(game: &Spammers, pending: Pending, turn: Markup, sitters: &[Sitter]) -> Markup {
    let set = game.set();
    html! {
        @match pending {
            Pending::Roll(mailing, roll) => {
                (mailing_line(game, mailing))
                p.roll {
                    (die(Some(roll))) (target(mailing))
                    span.target { span.note { "Gains" } b { (gain(roll, mailing.target)) } }
                }
            }
            Pending::Special(title, _, fate) => {
                p.big-line { "Announced by " (turn) ":" }
                p.envelope { (art::card(&set.face(title).picture)) b { (set.face(title).name) } span.note { (set.face(title).text()) } }
                @if fate == Fate::Averted { p.averted { "Cancelled, unless that is cancelled too." } }
            }
            Pending::Lower { scam, by, fate, .. } => {
                p.big-line { "'" (set.face(scam).name) "'" @match fate {
                    Fate::Stands => { " is about to fall by " (by) "." }
                    Fate::Averted => " will not be lowered.",
                } }
            }
            Pending::Move { list, to, fate, .. } => {
                p.big-line { "'" (set.list(list).name) "'" @match (fate, to) {
                    (Fate::Averted, _) => " stays where it is.",
                    (Fate::Stands, Some(to)) => { " is about to go to " (who(sitters, to)) "." }
                    (Fate::Stands, None) => " is about to fall to the Unwashed Masses.",
                } }
            }
        }
    }
}
