//! Themes of puzzles of SPAMMERS, and answers that the printed odds give away.

use spammers::{Action, Consequence, Effect, Kind, Power};

use super::remarks::Remarks;

/// From this Target on every roll gains two: a higher one is no better (S4.7).
const CERTAIN: i16 = 10;

impl Remarks<'_> {
    /// The theme of a position with this answer and this obvious choice.
    pub(super) fn theme(&self, answer: Action, obvious: Action) -> &'static str {
        match (answer, obvious) {
            (Action::Choose(_) | Action::Keep(_) | Action::KeepFree | Action::Release, _) => "Keep or give",
            (Action::Stop, _) => "Enough for today",
            (Action::Draw(_), _) => "Cards before deeds",
            (Action::Play(card), _) => match self.kind(card) {
                Kind::Scam { .. } if self.mine().scams.is_empty() => "Something to sell",
                Kind::Scam { .. } => "A second business",
                Kind::Hardware(
                    Power::ProtectScams | Power::ProtectLists | Power::ProtectHardware | Power::ProtectHand,
                ) => "A locked door",
                Kind::Hardware(Power::MailingsPerTurn(_) | Power::ActionsPerTurn(_)) => "More in a turn",
                Kind::Hardware(_) | Kind::Mailing { .. } => "Machines",
            },
            (Action::Mail { card, scam, .. }, Action::Mail { card: other, scam: own, .. })
                if (card, scam) == (other, own) =>
            {
                "Which List?"
            }
            (Action::Mail { list, .. }, Action::Mail { list: other, .. }) if list == other => "Which card?",
            (Action::Mail { .. }, Action::Mail { .. }) => "Which Mailing?",
            (Action::Mail { .. }, _) => "Mail it, or use it?",
            (Action::Special(card, _), _) => match self.kind(card) {
                Kind::Mailing { effect: Effect::DestroyHardware | Effect::StealHardware, .. } => {
                    "Somebody else's machine"
                }
                Kind::Mailing { .. } if self.takes_down(answer) => "Down with them",
                Kind::Mailing { .. } | Kind::Scam { .. } | Kind::Hardware(_) => "Special Effects",
            },
            (Action::Merge(..) | Action::Recycle(..), _) => "Two into one",
            (Action::Pass, _) => "Let it pass",
            (Action::React(..), _) => "The right moment",
        }
    }

    /// Whether it lowers a Rating of somebody else.
    fn takes_down(&self, action: Action) -> bool {
        let mut lowers = false;
        self.game.consequences(self.view, action, |consequence| {
            if let Consequence::Rating { scam, from, to } = consequence {
                lowers |= to < from && self.view.owner_of_scam(scam) != Some(self.seat);
            }
        });
        lowers
    }

    /// Whether the printed odds give the answer away: those of this Mailing are better than those of the obvious choice
    /// and all others, and nothing speaks against it.
    pub(super) fn is_printed(&self, choices: &[Action], (answer, obvious): (Action, Action)) -> bool {
        let target = |action: Action| match action {
            Action::Mail { card, scam, list } => self.game.seen_target(self.view, card, scam, list),
            Action::Choose(_)
            | Action::Stop
            | Action::Draw(_)
            | Action::Play(_)
            | Action::Special(..)
            | Action::Merge(..)
            | Action::Recycle(..)
            | Action::Keep(_)
            | Action::KeepFree
            | Action::Release
            | Action::Pass
            | Action::React(..) => None,
        };
        let printed = |action: Action| target(action).map(|target| target.min(CERTAIN));
        let others = choices.iter().filter(|&&other| other != answer);
        let best_of_others = others.filter_map(|&other| printed(other)).max();
        target(obvious).is_some()
            && printed(answer).is_some_and(|own| best_of_others.is_none_or(|other| other < own))
            && !self.costs_a_list(answer)
    }

    /// Whether a List of the seat's own leaves it then (S5.1).
    fn costs_a_list(&self, action: Action) -> bool {
        let mut leaves = false;
        self.game.consequences(self.view, action, |consequence| {
            leaves |= matches!(consequence, Consequence::Falls(_, owner) if owner == self.seat);
        });
        leaves
    }
}
