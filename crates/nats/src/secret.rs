//! The secret that NATS asks for, and which NATS is trusted with it.

use std::fmt;
use std::path::Path;

use crate::ClusterError;

/// Credentials. They are never shown.
#[derive(Clone, PartialEq, Eq)]
pub enum Secret {
    /// NATS asks for nothing.
    Nothing,
    /// A token.
    Token(String),
    /// A user and a password.
    Password {
        /// The user.
        user: String,
        /// The password.
        password: String,
    },
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "nothing",
            Self::Token(_) => "a token",
            Self::Password { .. } => "a user and a password",
        })
    }
}

impl Secret {
    /// The one in a file of lines `token=…`, or `user=…` and `password=…`; else the one in the environment
    /// (`GRUNTLE_NATS_TOKEN`, or `GRUNTLE_NATS_USER` and `GRUNTLE_NATS_PASSWORD`).
    pub fn find(
        file: Option<&Path>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ClusterError> {
        let Some(path) = file else {
            return Self::of_parts(
                variable("GRUNTLE_NATS_TOKEN"),
                variable("GRUNTLE_NATS_USER"),
                variable("GRUNTLE_NATS_PASSWORD"),
            )
            .map_err(|what| ClusterError(format!("the environment {what}")));
        };
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|wrong| ClusterError(format!("cannot read the secret in '{shown}': {wrong}")))?;
        let mut parts: [Option<String>; 3] = [None, None, None];
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let place = match line.split_once('=').map(|(key, _)| key.trim()) {
                Some("token") => 0,
                Some("user") => 1,
                Some("password") => 2,
                Some(_) | None => {
                    return Err(ClusterError(format!(
                        "line {number} of '{shown}' is no secret; write token=…, or user=… and password=… on lines of their own"
                    )));
                }
            };
            parts[place] = line.split_once('=').map(|(_, value)| value.trim().to_owned());
        }
        let [token, user, password] = parts;
        let secret = Self::of_parts(token, user, password);
        match secret.map_err(|what| ClusterError(format!("'{shown}' {what}")))? {
            Self::Nothing => Err(ClusterError(format!(
                "'{shown}' holds no secret; write token=…, or user=… and password=…"
            ))),
            secret @ (Self::Token(_) | Self::Password { .. }) => Ok(secret),
        }
    }

    fn of_parts(
        token: Option<String>,
        user: Option<String>,
        password: Option<String>,
    ) -> Result<Self, &'static str> {
        match (token, user, password) {
            (None, None, None) => Ok(Self::Nothing),
            (Some(token), None, None) => Ok(Self::Token(token)),
            (None, Some(user), Some(password)) => Ok(Self::Password { user, password }),
            (None, Some(_), None) => Err("has a user for NATS and no password; both are needed"),
            (None, None, Some(_)) => Err("has a password for NATS and no user; both are needed"),
            (Some(_), _, _) => {
                Err("has both a token and a user or password for NATS; NATS takes one or the other")
            }
        }
    }
}

/// Which NATS is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// One on this machine, or one that is spoken to with TLS and asks who we are.
    Guarded,
    /// Any.
    Any,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_come_from_a_file_or_the_environment_and_never_show() {
        let variables = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(Secret::find(None, |_| None), Ok(Secret::Nothing));
        let token = Secret::find(None, variables(&[("GRUNTLE_NATS_TOKEN", "hush")])).unwrap();
        assert_eq!(token, Secret::Token("hush".to_owned()));
        assert!(!format!("{token:?}").contains("hush"));
        let half = Secret::find(None, variables(&[("GRUNTLE_NATS_USER", "me")])).unwrap_err();
        assert!(half.0.contains("no password"), "{half}");
        let path = std::env::temp_dir().join(format!("gruntle-secret-{}", std::process::id()));
        let found = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Secret::find(Some(&path), |_| None)
        };
        let password = Secret::Password { user: "me".into(), password: "a=b c".into() };
        assert_eq!(found("user = me\n\npassword=a=b c\n"), Ok(password));
        assert!(found("hush\n").unwrap_err().0.contains("line 1"));
        assert!(found("\n").unwrap_err().0.contains("holds no secret"));
        assert!(found("token=a\nuser=b\n").unwrap_err().0.contains("one or the other"));
        std::fs::remove_file(&path).unwrap();
        assert!(Secret::find(Some(&path), |_| None).unwrap_err().0.contains("cannot read the secret"));
    }
}
