//! Where those find each other who are not of one crate. Who may read a subject is for NATS to say: docs/serving.md.

/// The queue group of workers: one of them gets each request.
pub const WORKERS: &str = "gruntle.workers";

/// Where nodes ask workers with the same program to think. Views of seats go there, and nothing that no seat may see.
#[must_use]
pub fn thoughts(program: &str) -> String {
    format!("gruntle.think.{program}")
}

/// Where nodes ask workers with the same program to look at finished games again. Records go there, which everybody may read.
#[must_use]
pub fn reviews(program: &str) -> String {
    format!("gruntle.review.{program}")
}
