//! Imagined worlds: they look like the true one, can be played, and are made without a look at it.

use table::{ChaCha8, Luck as _, Probe, Purpose, Viewer};

use crate::bench::Bench;
use crate::course::{every_piece_once, goes_on_until_over};
use crate::glimpse::{Care, parting, telltale};
use crate::law::{Flaw, Law, Verdict};
use crate::trace::{Trace, branch, play_out};

impl<G: Probe> Bench<'_, G> {
    /// Imagines worlds at a few moments of the game, for one viewer each.
    pub fn imagines_worlds(&mut self, trace: &Trace<G>, hidden: &[(Viewer, usize)]) -> Verdict {
        let viewers: Vec<Viewer> = self.game.seats().viewers().collect();
        for turn in 0..self.plan.moments {
            let step = self.luck.below(trace.inputs.len() as u32) as usize;
            let Some(viewer) = self.luck.pick(&viewers) else {
                return Ok(());
            };
            self.step.set(step);
            let truth = &trace.states[step];
            let view = self.game.view(truth, viewer);
            let position = self.game.position(truth);
            let mut differed = false;
            for place in 0..self.plan.worlds {
                let mut luck = self.fresh_luck();
                let world = self.game.imagine(&view, &mut luck);
                self.report.worlds += 1;
                let care = if place == 0 { Care::Study } else { Care::Read };
                self.looks_alike(truth, &world, viewer, care)?;
                every_piece_once(self.game, &world).map_err(|flaw| in_a_world(viewer, &flaw))?;
                differed |= self.game.position(&world) != position;
                if place == 0 {
                    self.imagined_blindly(truth, &world, viewer)?;
                }
                if turn < self.plan.playouts && place == 0 {
                    self.plays_on(world, trace.decisions[step], viewer)?;
                }
            }
            if hidden.iter().any(|(who, since)| *who == viewer && *since < step) {
                let imagined = self.report.imagined.entry(viewer).or_default();
                imagined.moments += 1;
                imagined.differed += u64::from(differed);
            }
        }
        Ok(())
    }

    /// The viewer cannot tell an imagined world from the true one.
    pub fn looks_alike(&self, truth: &G::State, world: &G::State, viewer: Viewer, care: Care) -> Verdict {
        match telltale(self.game, truth, world, viewer, care) {
            None => Ok(()),
            Some((_, what)) => Law::ImaginedLooksAlike
                .broken(format!("{viewer} could tell an imagined world from the true one: {what}")),
        }
    }

    fn plays_on(&mut self, mut world: G::State, decisions: u64, viewer: Viewer) -> Verdict {
        let game = self.game;
        let seed = branch(&mut self.luck);
        play_out(game, &mut world, decisions, seed, |state| {
            every_piece_once(game, state)?;
            goes_on_until_over(game, state)
        })
        .map_err(|flaw| in_a_world(viewer, &flaw))?;
        self.report.playouts += 1;
        Ok(())
    }

    /// From two tables that look alike, the same luck imagines the same world.
    pub fn imagined_blindly(&mut self, left: &G::State, right: &G::State, viewer: Viewer) -> Verdict {
        let seed = branch(&mut self.luck);
        let [one, other] = [left, right].map(|state| {
            let view = self.game.view(state, viewer);
            let world = self.game.imagine(&view, &mut seed.luck(Purpose::Trial));
            self.game.position(&world)
        });
        self.report.blind += 1;
        if one == other {
            return Ok(());
        }
        let what = parting("the world", &one.to_string(), &other.to_string());
        Law::ImaginedBlindly.broken(format!(
            "two tables look alike to {viewer}, and yet with the same luck they imagine another world at each: {what}"
        ))
    }

    /// A stream of luck of its own.
    pub fn fresh_luck(&mut self) -> ChaCha8 {
        branch(&mut self.luck).luck(Purpose::Trial)
    }
}

fn in_a_world(viewer: Viewer, flaw: &Flaw) -> Flaw {
    Flaw { law: Law::ImaginedPlaysOn, what: format!("in a world imagined for {viewer}, {}", flaw.what) }
}
