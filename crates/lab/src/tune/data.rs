//! Results of a search, as data.

use games::{Change, differences};
use serde_json::{Value, json};

use crate::balance::findings;
use crate::sheet::findings_as_data;
use crate::tune::draw::Sides;
use crate::tune::step::{Fate, whole};
use crate::tune::{Tuned, Tuning};

impl Tuned {
    /// The numbers in short; of a search that was stopped without a verdict.
    #[must_use]
    pub fn written(&self, tuning: &Tuning) -> Value {
        let changes: Vec<Value> = differences(tuning.text.set(), self.text.set())
            .into_iter()
            .map(|(card, change)| match change {
                Change::Gone(was) => json!({"card": card, "was": was}),
                Change::New(is) => json!({"card": card, "is": is}),
                Change::Different(was, is) => json!({"card": card, "was": was, "is": is}),
                Change::Flavour => json!({"card": card}),
            })
            .collect();
        let found = Sides::of(tuning, self).map(|sides| {
            let studied = sides.studied(tuning);
            let (before, after) = studied.split_at(tuning.settings.scenarios.len());
            json!({"before": findings_as_data(findings(before)), "after": findings_as_data(findings(after))})
        });
        let cost = self.verdict.as_ref().map(|verdict| {
            let at = verdict.difference.estimate();
            json!({
                "before": verdict.cost_before,
                "after": verdict.cost_after,
                "difference": [at.value, at.low, at.high],
            })
        });
        json!({
            "command": tuning.settings.command,
            "seed": tuning.settings.seed,
            "original": tuning.text.set().citation(),
            "result": self.text.set().citation(),
            "steps": self.steps.len(),
            "kept": self.steps.iter().filter(|step| step.fate == Fate::Kept).count(),
            "cost_in_search": self.steps.iter().map(|step| whole(step.after())).collect::<Vec<_>>(),
            "cost": cost,
            "findings": found,
            "changes": changes,
        })
    }
}
