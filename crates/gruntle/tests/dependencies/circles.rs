//! No circle of files: which files of a crate name something of which others. A module and those within it belong
//! together, so what they say of each other is passed over; so is what only tests say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::sources;

/// A module that has a file, by the names that lead to it from the root of its crate.
type Module = Vec<String>;

/// A file's imports.
#[derive(Default)]
struct Source {
    /// Modules within it that have files of their own.
    within: BTreeSet<String>,
    /// Its imports, by the name here; `*` for everything.
    imports: Vec<(Vec<String>, String)>,
    /// All paths it names, imports among them.
    paths: Vec<Vec<String>>,
}

/// The files of a crate.
struct Files(BTreeMap<Module, Source>);

impl Files {
    /// Those below a folder.
    fn below(folder: &Path) -> Self {
        let mut found = Vec::new();
        sources(folder, &mut found);
        Self::of(found.iter().map(|path| {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        }))
    }

    /// Those of these names and texts that the program is made of.
    fn of(files: impl Iterator<Item = (String, String)>) -> Self {
        let mut files: BTreeMap<Module, Source> =
            files.map(|(name, text)| (module(&name), Reader::read(&text))).collect();
        let declared: BTreeSet<Module> = files
            .iter()
            .flat_map(|(module, source)| source.within.iter().map(|name| joined(module, name)))
            .collect();
        files.retain(|module, _| (1..=module.len()).all(|length| declared.contains(&module[..length])));
        Self(files)
    }

    /// The module with a file in which what a path names is defined; `None` if it is of another crate.
    fn home(&self, from: &Module, path: &[String]) -> Option<Module> {
        self.home_after(from, path, 0)
    }

    fn home_after(&self, from: &Module, path: &[String], steps: usize) -> Option<Module> {
        // Imports that lead to each other lead nowhere.
        if steps > 16 {
            return None;
        }
        let (mut module, mut rest) = (from.clone(), path);
        match path.first()?.as_str() {
            "crate" => (module, rest) = (Module::new(), &path[1..]),
            "self" | "super" => {
                while let Some(word @ ("self" | "super")) = rest.first().map(String::as_str) {
                    if word == "super" {
                        module.pop();
                    }
                    rest = &rest[1..];
                }
            }
            name if !self.knows(from, name) => return None,
            _ => {}
        }
        while let Some((name, further)) = rest.split_first() {
            let inner = joined(&module, name);
            if self.0.contains_key(&inner) {
                (module, rest) = (inner, further);
                continue;
            }
            return match self.import(&module, name) {
                Some(path) => self.home_after(&module, &[path, further].concat(), steps + 1),
                None => Some(module),
            };
        }
        Some(module)
    }

    /// Whether this name means something of this crate there, or something imported.
    fn knows(&self, module: &Module, name: &str) -> bool {
        self.0.contains_key(&joined(module, name)) || self.import(module, name).is_some()
    }

    /// The path under which a module imports this name.
    fn import(&self, module: &Module, name: &str) -> Option<&[String]> {
        let imports = &self.0.get(module)?.imports;
        let is_other = |path: &[String]| path.len() > 1 || path.iter().any(|only| only != name);
        imports.iter().find(|(path, known)| known == name && is_other(path)).map(|(path, _)| &path[..])
    }

    /// Which files name something of which others.
    fn arrows(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let named = |(module, source): (&Module, &Source)| {
            let homes = source.paths.iter().filter_map(|path| self.home(module, path));
            let apart = homes.filter(|home| !home.starts_with(module) && !module.starts_with(home));
            (module.clone(), apart.collect())
        };
        self.0.iter().map(named).collect()
    }

    /// The modules that import everything of another, so that nobody sees where things come from.
    fn import_everything(&self) -> Vec<String> {
        let from_here = |module: &Module, source: &Source| {
            let mut all = source.imports.iter().filter(|(_, name)| name == "*");
            all.any(|(path, _)| self.home(module, path).is_some())
        };
        let guilty = self.0.iter().filter(|(module, source)| from_here(module, source));
        guilty.map(|(module, _)| module.join("::")).collect()
    }

    /// A circle of files, if there is one.
    fn circle(&self) -> Option<Vec<String>> {
        let arrows = self.arrows();
        let mut left: BTreeSet<&Module> = arrows.keys().collect();
        loop {
            let (open, ends): (BTreeSet<_>, BTreeSet<_>) =
                left.iter().partition(|module| arrows[**module].iter().any(|to| left.contains(to)));
            if ends.is_empty() {
                break;
            }
            left = open;
        }
        let mut path = vec![*left.first()?];
        loop {
            let next = arrows[path[path.len() - 1]].iter().find(|to| left.contains(to)).unwrap();
            if let Some(begin) = path.iter().position(|module| *module == next) {
                return Some(path[begin..].iter().map(|module| module.join("::")).collect());
            }
            path.push(next);
        }
    }
}

fn joined(module: &Module, name: &str) -> Module {
    [&module[..], &[name.to_owned()]].concat()
}

/// The module of a file, by its name below `src`.
fn module(file: &str) -> Module {
    let mut names: Module = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    names.pop_if(|last| ["lib", "main", "mod"].contains(&last.as_str()));
    names
}

/// Reads a file, word by word.
struct Reader {
    words: Vec<String>,
    at: usize,
    /// How many braces are open, and at which numbers of them modules without a file of their own began.
    depth: usize,
    inline: Vec<usize>,
    source: Source,
}

impl Reader {
    fn read(text: &str) -> Source {
        let words = without_tests(&words(text));
        let mut reader = Self { words, at: 0, depth: 0, inline: Vec::new(), source: Source::default() };
        while reader.at < reader.words.len() {
            reader.step();
        }
        reader.source
    }

    /// The word that many words on.
    fn word(&self, ahead: usize) -> &str {
        self.words.get(self.at + ahead).map_or("", String::as_str)
    }

    fn take(&mut self) -> String {
        self.at += 1;
        self.words.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn step(&mut self) {
        match (self.word(0), self.word(1), self.word(2)) {
            ("use", next, _) if next != "<" => {
                self.at += 1 + usize::from(next == "::");
                self.import(&[]);
                return;
            }
            ("mod", name, ";") => {
                self.source.within.insert(name.to_owned());
            }
            ("mod", _, "{") => self.inline.push(self.depth),
            ("{", ..) => self.depth += 1,
            ("}", ..) => {
                self.depth -= 1;
                self.inline.pop_if(|begin| *begin == self.depth);
            }
            ("::", ..) => {
                self.at += 2;
                return;
            }
            (first, "::", _) if is_name(first) => {
                let path = self.path(&[]);
                self.source.paths.push(path);
                return;
            }
            _ => {}
        }
        self.at += 1;
    }

    /// Names joined by colons, after these.
    fn path(&mut self, before: &[String]) -> Vec<String> {
        let mut path = before.to_vec();
        path.push(self.take());
        while self.word(0) == "::" && is_name(self.word(1)) {
            self.at += 1;
            path.push(self.take());
        }
        // Within a module that has no file of its own the first way up leads into the file.
        if before.is_empty() && path[0] == "super" && !self.inline.is_empty() {
            path[0] = "self".to_owned();
        }
        path
    }

    /// The imports of the code here, below this path.
    fn import(&mut self, below: &[String]) {
        let mut path = below.to_vec();
        if is_name(self.word(0)) {
            path = self.path(below);
            if self.word(0) == "::" {
                self.at += 1;
            } else {
                path.pop_if(|last| last == "self");
                let name = match self.word(0) {
                    "as" => {
                        self.at += 1;
                        self.take()
                    }
                    _ => path.last().cloned().unwrap_or_default(),
                };
                return self.imported(path, name);
            }
        }
        match self.take().as_str() {
            "{" => {
                while self.word(0) != "}" {
                    self.import(&path);
                    self.at += usize::from(self.word(0) == ",");
                }
                self.at += 1;
            }
            "*" => self.imported(path, "*".to_owned()),
            other => panic!("'{other}' in an import of {path:?}"),
        }
    }

    fn imported(&mut self, path: Vec<String>, name: String) {
        self.source.paths.push(path.clone());
        self.source.imports.push((path, name));
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The words and signs of a text of Rust, without comments, strings and characters.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").unwrap() + 2,
            '"' => string(rest),
            '\'' => character(rest),
            _ if is_name(rest) || first.is_ascii_digit() => {
                let length =
                    rest.find(|next: char| !next.is_alphanumeric() && next != '_').unwrap_or(rest.len());
                let (word, after) = rest.split_at(length);
                match raw_string(word, after) {
                    Some(more) => length + more,
                    None => {
                        words.push(word.to_owned());
                        length
                    }
                }
            }
            _ if rest.starts_with("::") => {
                words.push("::".to_owned());
                2
            }
            _ => {
                if !first.is_whitespace() {
                    words.push(first.to_string());
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    words
}

/// How long the string is with which a text begins.
fn string(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, next)| {
        let ends = next == '"' && !escaped;
        escaped = next == '\\' && !escaped;
        ends
    });
    end.unwrap().0 + 1
}

/// How long the rest of a raw string is that begins with this word.
fn raw_string(word: &str, after: &str) -> Option<usize> {
    let hashes = after.len() - after.trim_start_matches('#').len();
    let begins = ["r", "br", "cr"].contains(&word) && after[hashes..].starts_with('"');
    let end = format!("\"{}", &after[..hashes]);
    begins.then(|| hashes + 1 + after[hashes + 1..].find(&end).unwrap() + end.len())
}

/// How long the character is with which a text begins, or 1 if it is the mark of a lifetime.
fn character(text: &str) -> usize {
    let mut inner = text[1..].chars();
    match (inner.next(), inner.next()) {
        (Some('\\'), Some(escaped)) => {
            let before = 2 + escaped.len_utf8();
            before + text[before..].find('\'').unwrap() + 1
        }
        (Some(only), Some('\'')) => 2 + only.len_utf8(),
        _ => 1,
    }
}

/// The words outside `cfg(test)`.
fn without_tests(words: &[String]) -> Vec<String> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut rest = words;
    while let Some(first) = rest.first() {
        if rest.len() > MARK.len() && rest.iter().zip(MARK).all(|(word, mark)| word == mark) {
            rest = &rest[MARK.len()..];
            rest = &rest[item(rest)..];
        } else {
            kept.push(first.clone());
            rest = &rest[1..];
        }
    }
    kept
}

/// How many words the item has with which these begin, its attributes among them.
fn item(words: &[String]) -> usize {
    let mut depth = 0_usize;
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" if depth == 0 => return at,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && (word == ";" || word == "," || word == "}") {
            return at + 1;
        }
    }
    words.len()
}

fn made_up(files: &[(&str, &str)]) -> Files {
    Files::of(files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())))
}

#[test]
fn no_crate_has_a_circle_of_files() {
    let mut arrows = 0;
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/src");
    let folders = super::ours()
        .into_iter()
        .map(|package| Path::new(super::text(package, "manifest_path")).parent().unwrap().join("src"));
    for folder in folders.chain([python]) {
        let files = Files::below(&folder);
        assert!(!files.0.is_empty(), "nothing in {}", folder.display());
        assert_eq!(files.import_everything(), [""; 0], "name what is imported in {}", folder.display());
        assert_eq!(files.circle(), None, "a circle of files in {}", folder.display());
        arrows += files.arrows().values().map(BTreeSet::len).sum::<usize>();
    }
    assert!(arrows > 1_000, "{arrows}");
}

#[test]
fn a_circle_of_files_is_found_wherever_it_is_named() {
    let names_b = [
        "use crate::b::B;",
        "use crate::B;",
        "use super::b::B as C;",
        "use crate::{c::C, b::{self, B}};",
        "use crate::b::*;",
        "fn a(_: crate::b::B) {}",
        "fn a() { super::B::new() }",
        "mod inner { fn a() { super::super::b::b(); } }",
        "use crate::c; fn a() { c::B::new() }",
    ];
    for names_b in names_b {
        let files = made_up(&[
            ("lib.rs", "mod a; mod b; mod c; pub use b::B; pub use c::C;"),
            ("a.rs", names_b),
            ("b.rs", "use crate::a::A; pub struct B;"),
            ("c.rs", "pub(crate) use crate::b::B; pub struct C;"),
        ]);
        assert!(files.arrows()[&module("a.rs")].contains(&module("b.rs")), "{names_b}");
        let circle = files.circle().unwrap_or_else(|| panic!("not found in: {names_b}"));
        assert!(circle.contains(&"a".to_owned()) && circle.contains(&"b".to_owned()), "{circle:?}");
    }
}

#[test]
fn what_is_no_circle_is_not_taken_for_one() {
    let names_b = [
        "use other::b::B;",
        "// use crate::b::B;",
        "/* crate::b::B */ const A: &str = \"crate::b::B\";",
        "const A: &str = r#\"\" crate::b::B\"#; const Q: char = '\"'; const R: char = '\\''; fn f<'a>() {}",
        "#[cfg(test)] mod tests { use crate::b::B; }",
        "#[cfg(test)] #[allow(unused)] use crate::b::B;",
        "#[cfg(test)] mod tests;",
        "mod inner { use super::B; } struct B;",
    ];
    for names_b in names_b {
        let files = made_up(&[
            ("lib.rs", "mod a; mod b; pub use b::B;"),
            ("a.rs", names_b),
            ("a/tests.rs", "use crate::b::B;"),
            ("b.rs", "use crate::a::A; pub struct B;"),
        ]);
        assert_eq!(files.circle(), None, "{names_b}");
        assert_eq!(files.arrows()[&module("b.rs")], BTreeSet::from([module("a.rs")]));
    }
}

#[test]
fn a_module_and_those_within_it_belong_together() {
    let files = made_up(&[
        ("main.rs", "mod a; struct Root;"),
        ("a/mod.rs", "mod one; mod two; use one::One;"),
        ("a/one.rs", "use super::two::Two; use crate::Root; use super::A;"),
        ("a/two.rs", "use crate::Root; pub struct Two;"),
    ]);
    assert_eq!(files.circle(), None);
    assert_eq!(files.arrows()[&module("a/one.rs")], BTreeSet::from([module("a/two.rs")]));
}

#[test]
fn who_imports_everything_is_found() {
    let files = made_up(&[
        ("lib.rs", "mod a; mod b; pub use b::*;"),
        ("a.rs", "use rayon::prelude::*; #[cfg(test)] mod tests { use super::*; }"),
        ("b.rs", "use super::a::*;"),
    ]);
    assert_eq!(files.import_everything(), ["", "b"]);
}
