//! An authority of a test, and a server it has signed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checked;

/// Makes the keys and certificates of an authority and of a server named `localhost` or `0.0.0.0`, which is beyond this
/// machine as far as anybody can tell, in this folder.
pub(crate) fn certificates(folder: &Path, openssl: impl Fn() -> Command) {
    let make = |name: &str, more: &[&str]| {
        let mut openssl = openssl();
        openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]);
        openssl.args(["-nodes", "-days", "2"]).args(more);
        openssl.arg("-keyout").arg(folder.join(format!("{name}.key")));
        openssl.arg("-out").arg(folder.join(format!("{name}.crt")));
        checked(openssl.current_dir("/").output().unwrap());
    };
    make("authority", &["-subj", "/CN=Authority of a test"]);
    let file = |kind: &str| folder.join(format!("authority.{kind}")).display().to_string();
    let signed = ["-CA", &file("crt"), "-CAkey", &file("key")];
    let named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:0.0.0.0"];
    let server = ["-addext", "basicConstraints=critical,CA:FALSE"];
    make("server", &[&signed[..], &named, &server].concat());
}

/// The certificate of the authority.
pub(crate) fn authority(folder: &Path) -> PathBuf {
    folder.join("authority.crt")
}
