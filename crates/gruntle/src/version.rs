//! The version, and which features are built in.

use std::sync::LazyLock;

/// The version as `gruntle --version` prints it behind the name.
pub(crate) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let number = env!("CARGO_PKG_VERSION");
    match missing().as_slice() {
        [] => format!("{number} (full)"),
        missing => format!("{number} (without {})", missing.join(", ")),
    }
});

/// The features that were left out.
fn missing() -> Vec<&'static str> {
    let features = [
        ("NATS", cfg!(feature = "nats")),
        ("Parquet", cfg!(feature = "parquet")),
        ("PostgreSQL", cfg!(feature = "postgres")),
    ];
    features.into_iter().filter(|(_, is_here)| !is_here).map(|(part, _)| part).collect()
}
