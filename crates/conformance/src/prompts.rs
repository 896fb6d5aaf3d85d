//! Prompts: each asks in words, cites the rulebook, and offers exactly the choices there are.

use table::{Game, Viewer};

use crate::bench::Bench;
use crate::law::{Law, Verdict};
use crate::trace::choices_of;

impl<G: Game> Bench<'_, G> {
    /// Examines what every viewer is asked.
    pub fn prompts_are_true(&mut self, state: &G::State) -> Verdict {
        self.report.looks += 1;
        self.game.seats().viewers().try_for_each(|viewer| self.prompt_is_true(state, viewer))
    }

    fn prompt_is_true(&self, state: &G::State, viewer: Viewer) -> Verdict {
        let game = self.game;
        let prompt = game.prompt(state, viewer);
        let awaited = game.awaits(state).seats();
        if prompt.awaited != awaited {
            return Law::PromptsOfferChoices.broken(format!(
                "the prompt of {viewer} says the table awaits {}, and it awaits {awaited}",
                prompt.awaited
            ));
        }
        self.book.cites("a prompt", prompt.clause, &prompt.asks)?;
        for barred in &prompt.barred {
            self.book.cites("a bar", barred.clause, &barred.why)?;
            if barred.what.trim().is_empty() {
                return Law::CitesTheRulebook
                    .broken(format!("a bar by clause {} does not say what", barred.clause));
            }
        }
        let choices = viewer.seat().map(|seat| choices_of(game, state, seat)).unwrap_or_default();
        if !prompt.choices.iter().map(|choice| choice.action).eq(choices.iter().copied()) {
            return Law::PromptsOfferChoices.broken(format!(
                "the prompt of {viewer} offers {} answers, which are not the {} choices there are",
                prompt.choices.len(),
                choices.len()
            ));
        }
        for choice in &prompt.choices {
            let notation = game.write_action(choice.action);
            if choice.notation != notation {
                return Law::PromptsOfferChoices
                    .broken(format!("the prompt of {viewer} writes '{}' for '{notation}'", choice.notation));
            }
        }
        Ok(())
    }
}
