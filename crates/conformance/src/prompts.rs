//! Prompts: each asks in words, cites the rulebook, and offers exactly the choices there are.

use table::{Awaits, Input, NoEvents, Observer, Probe, Prompt, Viewer};

use crate::bench::Bench;
use crate::law::{Law, Verdict};
use crate::trace::choices_of;

impl<G: Probe> Bench<'_, G> {
    /// Examines what every viewer is asked.
    pub fn prompts_are_true(&mut self, state: &G::State) -> Verdict {
        self.report.looks += 1;
        self.game.seats().viewers().try_for_each(|viewer| self.prompt_is_true(state, viewer))?;
        self.window_goes_round(state)
    }

    /// While reactions are asked for, the asked seat may pass, and the announced seats are asked next.
    fn window_goes_round(&mut self, state: &G::State) -> Verdict {
        let game = self.game;
        let broken = |what: String| Law::PromptsOfferChoices.broken(what);
        let told = |seat| Observer::new(game, state, Viewer::Seat(seat)).asked_in_window();
        let to_ask = game.still_asked(state);
        let mut later = state.clone();
        while let Some(pass) = game.pass(&later) {
            let left = game.still_asked(&later);
            let Awaits::Choice(seat) = game.awaits(&later) else {
                return broken("reactions are asked for, and yet of nobody".to_owned());
            };
            if !left.contains(seat) || !to_ask.contains(seat) {
                return Law::AsksAlike
                    .broken(format!("{seat} is asked to react or pass and was not going to be"));
            }
            if told(seat) != Some(game.prompt(&later, Viewer::Seat(seat))) {
                return broken(format!("{seat} was told of something else than it is asked in the window"));
            }
            if game.without_a_say(&later).contains(seat) && game.has_a_say(&later, seat) {
                return broken(format!("everybody can see that {seat} has no say, and it has"));
            }
            self.report.windows += 1;
            if game.apply(&mut later, Input::Act(seat, pass), &mut NoEvents).is_err() {
                return broken(format!("{seat} is asked to react or pass and may not pass"));
            }
            let left = left.without(seat);
            if left.is_empty() {
                break;
            }
            if game.still_asked(&later) != left {
                return Law::AsksAlike.broken(format!(
                    "{seat} has passed, and now {} are still asked and not {left}",
                    game.still_asked(&later)
                ));
            }
        }
        let idle = game.seats().iter().find(|&seat| !to_ask.contains(seat) && told(seat).is_some());
        match idle {
            Some(seat) => broken(format!("{seat} is told of a question and will not be asked")),
            None => Ok(()),
        }
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
        self.book.cites("a prompt", prompt.clause, &prompt.asks.to_string())?;
        for unavailable in &prompt.unavailable {
            self.book.cites("an unavailable action", unavailable.clause, &unavailable.why.to_string())?;
            if unavailable.what.is_empty() {
                return Law::CitesTheRulebook.broken(format!(
                    "an unavailable action of clause {} does not say what",
                    unavailable.clause
                ));
            }
        }
        self.speaks_of_who_sits_here(&prompt.asks)?;
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
        steps_lead_to_one(&prompt, viewer)
    }
}

fn steps_lead_to_one<A>(prompt: &Prompt<A>, viewer: Viewer) -> Verdict {
    let broken = |what: String| Law::StepsLeadToOne.broken(format!("in the prompt of {viewer} {what}"));
    let mut ways: Vec<(Vec<&str>, String)> = Vec::new();
    for (place, piece) in prompt.pieces.iter().enumerate() {
        if piece.name.is_empty() || piece.name.contains(char::is_whitespace) || piece.label.is_empty() {
            return broken(format!("there is a piece '{}' labelled '{}'", piece.name, piece.label));
        }
        if prompt.pieces[..place].iter().any(|before| before.name == piece.name) {
            return broken(format!("the piece '{}' is there twice", piece.name));
        }
    }
    let unavailable =
        prompt.unavailable.iter().flat_map(|one| one.ways.iter().map(|steps| (steps, one.what.to_string())));
    let choices = prompt.choices.iter().map(|choice| (&choice.steps, choice.notation.clone()));
    for (steps, what) in choices.chain(unavailable) {
        if steps.is_empty() {
            return broken(format!("'{what}' has no steps"));
        }
        if steps.iter().any(|step| step.index() >= prompt.pieces.len()) {
            return broken(format!("'{what}' points at a piece that is not there"));
        }
        ways.push((prompt.path(steps).map(|piece| piece.name.as_ref()).collect(), what));
    }
    ways.sort();
    // In this order a way is followed at once by those that begin with it.
    match ways.windows(2).find(|two| two[1].0.starts_with(&two[0].0)) {
        None => Ok(()),
        Some(two) => {
            let (way, first, second) = (two[0].0.join(" "), &two[0].1, &two[1].1);
            broken(format!("the steps '{way}' of '{first}' are on the way to '{second}'"))
        }
    }
}
