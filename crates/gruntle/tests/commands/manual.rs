//! Manual pages and the version.

use std::fs;

use crate::bench::{Folder, answer};

#[test]
fn the_page_of_the_program_goes_to_standard_output() {
    let page = answer(&["man"]);
    assert!(page.contains(".TH gruntle 1") && page.contains(".SH SYNOPSIS"), "{page}");
    assert!(page.contains("gruntle\\-sim(1)") && !page.contains("gruntle\\-help"), "{page}");
}

#[test]
fn every_command_has_a_page_in_a_folder() {
    let folder = Folder::new();
    let told = folder.gruntle(["man", "--out", "pages/man1"]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let mut pages = 0;
    for page in fs::read_dir(folder.path("pages/man1")).unwrap() {
        let page = fs::read_to_string(page.unwrap().path()).unwrap();
        assert!(page.contains(".TH gruntle") && page.contains(".SH NAME"), "{page}");
        pages += 1;
    }
    assert_eq!(told.out, format!("{pages} pages are in pages/man1.\n"));
    for name in ["gruntle.1", "gruntle-serve.1", "gruntle-man.1", "gruntle-record-show.1"] {
        assert!(folder.path("pages/man1").join(name).is_file(), "{name}");
    }
    // Written anew, they are the same.
    let before = folder.files();
    assert_eq!(folder.gruntle(["man", "--out", "pages/man1"]).code, 0);
    assert!(folder.files() == before);
}

#[test]
fn pages_that_cannot_be_written_are_refused() {
    let folder = Folder::new();
    folder.write("file", "not a folder");
    let sentence = folder.refuses(&["man", "--out", "file"]);
    assert!(sentence.starts_with("cannot write pages to 'file': "), "{sentence}");
}

#[test]
fn the_version_says_what_is_built_in() {
    let version = answer(&["--version"]);
    let known = concat!("gruntle ", env!("CARGO_PKG_VERSION"), " (");
    let features = version.strip_prefix(known).and_then(|rest| rest.strip_suffix(")\n")).unwrap();
    let all = [
        ("NATS", cfg!(feature = "nats")),
        ("Parquet", cfg!(feature = "parquet")),
        ("PostgreSQL", cfg!(feature = "postgres")),
    ];
    let missing: Vec<&str> = all.into_iter().filter(|(_, has)| !has).map(|(name, _)| name).collect();
    match missing.is_empty() {
        true => assert_eq!(features, "full"),
        false => assert_eq!(features, format!("without {}", missing.join(", "))),
    }
}
