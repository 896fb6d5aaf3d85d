//! Views and positions as data with the rulebook's names. `docs/records.md` describes it.

use serde_json::{Map, Value, json};
use table::Viewer;

use crate::Spammers;
use crate::card::{CardId, ListCard};
use crate::phase::{Chance, Fate, Mailing, Pending, Phase, Pick, Question, Victory};
use crate::state::State;
use crate::view::{Secrets, SeenList, View};

impl Fate {
    const fn word(self) -> &'static str {
        match self {
            Self::Stands => "stands",
            Self::Averted => "averted",
        }
    }
}

impl Spammers {
    /// The view as data: the open table, and the viewer's own secrets.
    pub(crate) fn view_data(&self, view: &View) -> Value {
        let secrets =
            view.secrets.iter().map(|secrets| (secrets.seat.to_string(), self.secrets_data(secrets)));
        let declined =
            self.seats.iter().zip(&view.seats).map(|(seat, seen)| (seat.to_string(), seen.declined.into()));
        json!({
            "table": self.table_data(view),
            "declined": declined.collect::<Map<_, Value>>(),
            "secrets": secrets.collect::<Map<_, _>>(),
        })
    }

    /// The whole table as data: what lies open, and every seat's secrets.
    pub(crate) fn position_data(&self, state: &State) -> Value {
        let table = self.view_of(state, Viewer::Bystander);
        let secrets = self
            .seats
            .iter()
            .map(|seat| (seat.to_string(), self.secrets_data(&self.secrets_of(state, seat))));
        json!({ "table": self.table_data(&table), "secrets": secrets.collect::<Map<_, _>>() })
    }

    fn table_data(&self, view: &View) -> Value {
        let seats = self.seats.iter().zip(&view.seats).map(|(seat, seen)| {
            let scams =
                seen.scams.iter().map(|seen| json!({ "scam": self.slug(seen.scam), "rating": seen.rating }));
            let data = json!({
                "hand": seen.hand,
                "dealt": seen.dealt,
                "scams": scams.collect::<Vec<_>>(),
                "hardware": self.slugs(&seen.hardware),
                "shown": self.slugs(&seen.shown),
                "lists": seen.lists.iter().map(|list| self.list_data(list)).collect::<Vec<_>>(),
            });
            (seat.to_string(), data)
        });
        json!({
            "phase": self.phase_data(view.phase),
            "turn": view.turn.to_string(),
            "turns": view.turns,
            "actions_taken": view.actions_taken,
            "extra_actions": view.extra_actions,
            "mailings": view.mailings,
            "extra_mailings": view.extra_mailings,
            "resolving": view.resolving.map(|title| self.slug(title)),
            "seats": seats.collect::<Map<_, _>>(),
            "masses": view.masses.iter().map(|list| self.list_data(list)).collect::<Vec<_>>(),
            "deck": view.deck,
            "discards": self.slugs(&view.discards),
            "list_deck": view.list_deck,
            "list_discards": self.list_slugs(&view.list_discards),
        })
    }

    fn secrets_data(&self, secrets: &Secrets) -> Value {
        let known = self.seats.iter().zip(&secrets.known).filter(|(_, known)| !known.is_empty());
        let known = known.map(|(seat, known)| (seat.to_string(), json!(self.slugs(known))));
        json!({
            "hand": self.slugs(&secrets.hand),
            "dealt": self.list_slugs(&secrets.dealt),
            "chosen": secrets.chosen.map(|list| self.list_slug(list)),
            "known": known.collect::<Map<_, _>>(),
        })
    }

    fn list_data(&self, seen: &SeenList) -> Value {
        json!({
            "cards": seen.cards.iter().map(|card| self.list_slug(card)).collect::<Vec<_>>(),
            "size": seen.size,
            "gruntles": seen.gruntles,
            "specialties": seen.specialties.iter().map(crate::Specialty::slug).collect::<Vec<_>>(),
        })
    }

    fn slugs(&self, titles: &[CardId]) -> Vec<&str> {
        titles.iter().map(|&title| self.slug(title)).collect()
    }

    fn list_slugs(&self, lists: &[ListCard]) -> Vec<&str> {
        lists.iter().map(|&list| self.list_slug(list)).collect()
    }

    fn phase_data(&self, phase: Phase) -> Value {
        let mailing_data = |mailing: Mailing| {
            json!({
                "card": self.slug(mailing.card),
                "scam": self.slug(mailing.scam),
                "list": self.list_slug(mailing.list),
                "target": mailing.target,
            })
        };
        match phase {
            Phase::Luck(Chance::DealingLists(seat, left)) => {
                json!({ "dealing_lists": seat.to_string(), "left": left })
            }
            Phase::Luck(Chance::DealingActions(seat, left)) => {
                json!({ "dealing_actions": seat.to_string(), "left": left })
            }
            Phase::Ask(Question::Choosing(owing)) => json!({ "choosing": owing.to_string() }),
            Phase::Luck(Chance::DealingMasses(left)) => json!({ "dealing_masses": left }),
            Phase::Luck(Chance::DrawingFirst) => json!("drawing_first"),
            Phase::Ask(Question::Acting) => json!("acting"),
            Phase::Luck(Chance::DrawingAction) => json!("drawing_action"),
            Phase::Luck(Chance::DrawingCards(left)) => json!({ "drawing_cards": left }),
            Phase::Luck(Chance::Picking(from, Pick::Steal)) => json!({ "stealing_from": from.to_string() }),
            Phase::Luck(Chance::Picking(from, Pick::Discard)) => {
                json!({ "discarding_from": from.to_string() })
            }
            Phase::Luck(Chance::DrawingList) => json!("drawing_list"),
            Phase::Ask(Question::Offered(list)) => json!({ "offered": self.list_slug(list) }),
            Phase::Luck(Chance::Rolling(mailing)) => json!({ "rolling": mailing_data(mailing) }),
            Phase::Ask(Question::Reacting { pending, asked, passes }) => {
                let (about, data) = match pending {
                    Pending::Roll(mailing, roll) => {
                        let mut data = mailing_data(mailing);
                        data["roll"] = json!(roll);
                        ("roll", data)
                    }
                    Pending::Special(title, aim, fate) => {
                        let special = format!("{} {}", self.slug(title), self.aim_text(aim));
                        ("special", json!({ "special": special.trim_end(), "fate": fate.word() }))
                    }
                    Pending::Lower { scam, by, gainer, fate } => (
                        "lower",
                        json!({
                            "scam": self.slug(scam),
                            "by": by,
                            "gainer": gainer.map(|scam| self.slug(scam)),
                            "fate": fate.word(),
                        }),
                    ),
                    Pending::Move { list, to, then, fate } => (
                        "move",
                        json!({
                            "list": self.list_slug(list),
                            "to": to.map(|seat| seat.to_string()),
                            "then": then.map(|list| self.list_slug(list)),
                            "fate": fate.word(),
                        }),
                    ),
                };
                json!({ "reacting": about, "pending": data, "asked": asked.to_string(), "passes": passes })
            }
            Phase::Over(Victory::OneScam) => json!({ "over": "one Scam" }),
            Phase::Over(Victory::Sum) => json!({ "over": "sum" }),
        }
    }
}
