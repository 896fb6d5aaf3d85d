//! Where those find each other who are not of one crate. Who may read a subject is for NATS to say: docs/serving.md.

/// The queue group of workers: one of them gets each request.
pub const WORKERS: &str = "gruntle.workers";

/// Where nodes ask workers with the same program to think. Views of seats go there, and nothing that no seat may see.
#[must_use]
pub fn thoughts(program: &str) -> String {
    format!("gruntle.think.{program}")
}

/// The subject of reviews by workers with the same program. Records go there, which are public.
#[must_use]
pub fn reviews(program: &str) -> String {
    format!("gruntle.review.{program}")
}
