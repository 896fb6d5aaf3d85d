//! Metadata of a dataset: in its journal, in its summary and in each of its files.

use std::ops::Range;

use games::{GameVisitor, Study};
use serde_json::{Map, Value, json};
use tensors::Layout;

use crate::dataset::Dataset;

/// Raised whenever a row is written in another way.
const VERSION: u32 = 1;

/// Metadata of a dataset: its game, and the meaning of its numbers.
pub(crate) struct About {
    game: &'static str,
    rules: u32,
    seats: usize,
    setting: Value,
    bots: Value,
    layout: Layout,
}

impl About {
    pub(crate) fn of(dataset: &Dataset) -> Self {
        dataset.setup.visit(Look(dataset))
    }

    /// The first line of the journal: all that the rows depend on.
    pub(crate) fn header(&self, dataset: &Dataset) -> Value {
        json!({
            "journal": VERSION,
            "dataset": VERSION,
            "program": env!("CARGO_PKG_VERSION"),
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "setting": self.setting,
            "bots": self.bots,
            "seed": dataset.plan.seed,
            "games": dataset.games,
            "per_file": dataset.per_file,
            "layout": self.layout.digest(),
            "command": dataset.command,
        })
    }

    /// The meaning of the numbers, for a reader who has only the folder.
    pub(crate) fn layout_in_full(&self) -> Value {
        let Layout { channels, tokens, features, .. } = &self.layout;
        let mut start = 0;
        let channels = channels.iter().map(|channel| {
            let from = start;
            start += channel.size();
            json!({ "name": channel.name, "from": from, "shape": channel.shape, "says": channel.says })
        });
        let channels: Vec<Value> = channels.collect();
        let features = features.iter().map(|(name, says)| json!({ "name": name, "says": says }));
        json!({
            "version": tensors::VERSION,
            "digest": self.layout.digest(),
            "size": self.layout.size(),
            "channels": channels,
            "tokens": tokens,
            "features": features.collect::<Vec<_>>(),
        })
    }

    /// The metadata of a file with these games.
    pub(crate) fn facts(&self, dataset: &Dataset, numbers: &Range<u64>) -> Vec<(&'static str, String)> {
        let channels = self.layout.channels.iter();
        let shapes: Map<String, Value> =
            channels.map(|channel| (channel.name.to_owned(), json!(channel.shape))).collect();
        vec![
            ("gruntle.dataset", VERSION.to_string()),
            ("gruntle.program", env!("CARGO_PKG_VERSION").to_owned()),
            ("gruntle.game", self.game.to_owned()),
            ("gruntle.rules", self.rules.to_string()),
            ("gruntle.seats", self.seats.to_string()),
            ("gruntle.setting", self.setting.to_string()),
            ("gruntle.bots", self.bots.to_string()),
            ("gruntle.seed", dataset.plan.seed.to_string()),
            ("gruntle.games", json!([numbers.start, numbers.end.saturating_sub(1)]).to_string()),
            ("gruntle.tensors", tensors::VERSION.to_string()),
            ("gruntle.layout", self.layout.digest()),
            ("gruntle.channels", Value::from(shapes).to_string()),
            ("gruntle.tokens", self.layout.tokens.len().to_string()),
            ("gruntle.features", self.layout.features.len().to_string()),
        ]
    }
}

struct Look<'a>(&'a Dataset);

impl GameVisitor for Look<'_> {
    type Answer = About;

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> About {
        let game = make(0);
        let setting = game.setting().into_iter().map(|(key, value)| (key.to_owned(), value.into()));
        About {
            game: G::NAME,
            rules: G::RULES_VERSION,
            seats: game.seats().get(),
            setting: Value::Object(setting.collect()),
            bots: self.0.plan.bots.iter().map(ToString::to_string).collect(),
            layout: game.layout(),
        }
    }
}
