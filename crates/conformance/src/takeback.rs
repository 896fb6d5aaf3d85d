//! Undo: changes that are not settled can be undone as if they had never been, and settled ones cannot.

use table::{Awaits, Event as _, Game, Luck as _, Match, Probe, Seed, Viewer};

use crate::bench::Bench;
use crate::law::{Law, Verdict};
use crate::trace::{Trace, write_input};

impl<G: Probe> Bench<'_, G> {
    /// Takes back at some moments of a game, as far as may be and further, and plays on to the same record.
    pub fn takes_back(&mut self, trace: &Trace<G>, record: (&str, Seed), fresh: impl Fn() -> G) -> Verdict {
        let (text, seed) = record;
        for _ in 0..self.plan.take_backs {
            let at = 1 + self.luck.below(trace.inputs.len() as u32) as usize;
            self.step.set(at);
            let mut live = Match::new(fresh());
            take_on(&mut live, trace, at)?;
            let settled = live.settled();
            let truly = (1..=at).rev().find(|&version| self.settles(trace, version)).unwrap_or(0);
            if settled != truly {
                return broken(format!(
                    "luck or a secret last came out with change {truly}, and the match says {settled}"
                ));
            }
            if let Some(to) = (settled > 0).then(|| self.luck.below(settled as u32) as usize) {
                if live.take_back(to).is_ok() {
                    return broken(format!("change {settled} is settled, and yet is taken back to {to}"));
                }
                self.stands_as_it_stood(&live, trace, at)?;
            }
            let to = settled + self.luck.below((at - settled) as u32 + 1) as usize;
            if let Err(refused) = live.take_back(to) {
                return broken(format!("going back from {at} to {to} is refused: {refused}"));
            }
            self.stands_as_it_stood(&live, trace, to)?;
            self.report.taken_back += (at - to) as u64;
            take_on(&mut live, trace, trace.inputs.len())?;
            let again = live.record(&self.names(), Some(seed)).map(|record| record.to_string());
            if again.as_deref() != Some(text) {
                return broken(format!("played on after going back from {at} to {to} it has another record"));
            }
        }
        Ok(())
    }

    /// Whether luck fell or somebody learned something with the change of this number.
    fn settles(&self, trace: &Trace<G>, version: usize) -> bool {
        let (step, sealed) = (version - 1, |awaits| matches!(awaits, Awaits::Sealed(_)));
        let Some(by) = trace.inputs[step].by() else {
            return true;
        };
        let others: Vec<Viewer> = self.game.seats().viewers().filter(|viewer| !viewer.is(by)).collect();
        let learned = trace.events[step].iter().any(|scoped| {
            let revealed = self.game.seats().viewers().filter_map(|viewer| scoped.heard_by(viewer));
            let whispered = |viewer: &Viewer| scoped.heard_by(*viewer) != scoped.heard_by(Viewer::Bystander);
            revealed.into_iter().any(|event| event.reveals()) || others.iter().any(whispered)
        });
        learned || sealed(trace.awaits[step]) && !sealed(trace.awaits[version])
    }

    /// The match is in every way as the game was after this many inputs.
    fn stands_as_it_stood(&self, live: &Match<G>, trace: &Trace<G>, version: usize) -> Verdict {
        if live.version() != version {
            return broken(format!("the match is at change {}, and not at {version}", live.version()));
        }
        let state = &trace.states[version];
        // Of a game that is played from memory and not over only what just happened can be heard again.
        let forgets = |version: &usize| {
            let events = trace.events[version - 1].iter().flat_map(|scoped| scoped.versions());
            events.into_iter().any(|event| self.game.forgets_at(event))
        };
        let is_over = self.game.ending(state).is_some();
        let past = if is_over { None } else { (1..=version).rev().find(forgets) };
        let first = past.map_or(0, |past| past - 1);
        for viewer in self.game.seats().viewers() {
            let told = trace.events[..version].iter().enumerate().skip(first).flat_map(|(step, events)| {
                events.iter().filter_map(move |scoped| Some((step + 1, scoped.heard_by(viewer)?)))
            });
            let flaw = if live.view(viewer) != self.game.view(state, viewer) {
                "sees"
            } else if live.prompt(viewer) != self.game.prompt(state, viewer) {
                "is asked"
            } else if !live.heard(viewer, 0).eq(told) {
                "has heard"
            } else {
                continue;
            };
            return broken(format!("at change {version}, come back to, {viewer} {flaw} something else"));
        }
        for (input, (by, text)) in trace.inputs.iter().zip(live.inputs()) {
            if by != input.by() || live.read_input(&text).as_ref() != Ok(input) {
                return broken(format!("{} is kept as '{text}'", write_input(self.game, *input)));
            }
        }
        Ok(())
    }
}

fn broken(what: String) -> Verdict {
    Law::Replays.broken(what)
}

/// Plays the match on until it has taken this many inputs of the game.
fn take_on<G: Game>(live: &mut Match<G>, trace: &Trace<G>, until: usize) -> Verdict {
    for input in &trace.inputs[live.version()..until] {
        if let Err(refusal) = live.take(*input) {
            let what = write_input(live.game(), *input);
            return broken(format!("{what} was taken once and is refused after taking back: {refusal}"));
        }
    }
    Ok(())
}
