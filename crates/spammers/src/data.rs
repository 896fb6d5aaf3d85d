//! Views and positions as data with the rulebook's names. `docs/records.md` describes it.

use serde_json::{Value, json};
use table::{JsonWriter, Viewer};

use crate::Spammers;
use crate::card::{CardId, ListCard};
use crate::look::SeenList;
use crate::phase::{Chance, Fate, Mailing, Pending, Phase, Pick, Question, Victory};
use crate::state::State;
use crate::view::{Secrets, SeenSeat, View};

impl Fate {
    const fn word(self) -> &'static str {
        match self {
            Self::Stands => "stands",
            Self::Averted => "averted",
        }
    }
}

impl Spammers {
    /// The view as JSON: the open table, and the viewer's own secrets.
    pub(crate) fn write_view_data(&self, view: &View, into: &mut String) {
        JsonWriter::new(into).object(|it| {
            self.table_data(view, it.key("table"));
            it.key("declined").object(|it| {
                let seats = self.seats.iter().zip(&view.seats);
                seats.for_each(|(seat, seen)| it.seat_key(seat).number(seen.declined));
            });
            it.key("secrets").object(|it| {
                let secrets = view.secrets.iter();
                secrets.for_each(|secrets| self.secrets_data(secrets, it.seat_key(secrets.seat)));
            });
        });
    }

    /// The whole table as data: what lies open, and every seat's secrets.
    pub(crate) fn position_data(&self, state: &State) -> Value {
        let table = self.view_of(state, Viewer::Bystander);
        let mut text = String::new();
        JsonWriter::new(&mut text).object(|it| {
            self.table_data(&table, it.key("table"));
            it.key("secrets").object(|it| {
                let secrets = self.seats.iter().filter_map(|seat| self.secrets_of(state, Viewer::Seat(seat)));
                secrets.for_each(|secrets| self.secrets_data(&secrets, it.seat_key(secrets.seat)));
            });
        });
        // Text written as JSON reads as JSON.
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn table_data(&self, view: &View, into: &mut JsonWriter<'_>) {
        into.object(|it| {
            it.key("phase").value(&self.phase_data(view.phase));
            it.key("turn").seat(Some(view.turn));
            it.key("turns").number(view.turns);
            it.key("actions_taken").number(view.actions_taken);
            it.key("extra_actions").number(view.extra_actions);
            it.key("mailings").number(view.mailings);
            it.key("extra_mailings").number(view.extra_mailings);
            it.key("resolving").optional_text(view.resolving.map(|title| self.slug(title)));
            it.key("seats").object(|it| {
                let seats = self.seats.iter().zip(&view.seats);
                seats.for_each(|(seat, seen)| self.seat_data(seen, it.seat_key(seat)));
            });
            it.key("masses").array(|it| view.masses.iter().for_each(|list| self.list_data(list, it)));
            it.key("deck").number(view.deck);
            self.slugs(&view.discards, it.key("discards"));
            it.key("list_deck").number(view.list_deck);
            self.list_slugs(&view.list_discards, it.key("list_discards"));
        });
    }

    fn seat_data(&self, seen: &SeenSeat, into: &mut JsonWriter<'_>) {
        into.object(|it| {
            it.key("hand").number(seen.hand);
            it.key("dealt").number(seen.dealt);
            it.key("scams").array(|it| {
                for seen in &seen.scams {
                    it.object(|it| {
                        it.key("scam").text(self.slug(seen.scam));
                        it.key("rating").number(seen.rating);
                    });
                }
            });
            self.slugs(&seen.hardware, it.key("hardware"));
            self.slugs(&seen.shown, it.key("shown"));
            it.key("lists").array(|it| seen.lists.iter().for_each(|list| self.list_data(list, it)));
        });
    }

    fn secrets_data(&self, secrets: &Secrets, into: &mut JsonWriter<'_>) {
        into.object(|it| {
            self.slugs(&secrets.hand, it.key("hand"));
            self.list_slugs(&secrets.dealt, it.key("dealt"));
            it.key("chosen").optional_text(secrets.chosen.map(|list| self.list_slug(list)));
            it.key("known").object(|it| {
                let known = self.seats.iter().zip(&secrets.known).filter(|(_, known)| !known.is_empty());
                known.for_each(|(seat, known)| self.slugs(known, it.seat_key(seat)));
            });
        });
    }

    fn list_data(&self, seen: &SeenList, into: &mut JsonWriter<'_>) {
        into.object(|it| {
            it.key("cards").array(|it| seen.cards.iter().for_each(|card| it.text(self.list_slug(card))));
            it.key("size").number(seen.size);
            it.key("gruntles").number(seen.gruntles);
            it.key("specialties").array(|it| seen.specialties.iter().for_each(|one| it.text(one.slug())));
        });
    }

    fn slugs(&self, titles: &[CardId], into: &mut JsonWriter<'_>) {
        into.array(|it| titles.iter().for_each(|&title| it.text(self.slug(title))));
    }

    fn list_slugs(&self, lists: &[ListCard], into: &mut JsonWriter<'_>) {
        into.array(|it| lists.iter().for_each(|&list| it.text(self.list_slug(list))));
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
