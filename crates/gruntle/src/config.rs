//! The configuration of `gruntle serve`: its flags, and the file of TOML that has every flag under the same name. The
//! file becomes words of a command line, so that one parser reads both: where a flag is given, the file is not asked.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use games::read_text_at_most;
use toml::Value;
use toml::de::{DeTable, DeValue};

use crate::Trouble;
use crate::options::Serve;
use crate::refusal::in_one_line;

/// Where a file may be named in the environment.
const ENVIRONMENT: &str = "GRUNTLE_CONFIG";
/// Configurations longer than this are not ours.
const LARGEST: u64 = 16 * 1024 * 1024;
/// Flags that name a database: they replace the file's database together with its password file.
const NAMES_A_DATABASE: [&str; 2] = ["data", "database"];
const OF_A_DATABASE: [&str; 3] = ["data", "database", "database-password-file"];

/// An option that was given, with its values; a flag without values is one that is switched on.
type Given = (String, Vec<OsString>);

/// The options of `serve` on a command line, and the file that completes them.
#[derive(Debug, Default)]
pub(crate) struct Configured {
    file: Option<PathBuf>,
    given: Vec<Given>,
}

/// The configuration that counts.
pub(crate) struct Configuration {
    found: ArgMatches,
}

/// The options of `serve`, as a command of their own.
fn options() -> Command {
    Serve::augment_args(Command::new("gruntle serve")).no_binary_name(true).disable_help_flag(true)
}

/// How an option is written in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Switch,
    Number,
    Text,
    Texts,
}

impl Kind {
    fn of(option: &Arg) -> Self {
        let numbers = [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
        ];
        let parsed = option.get_value_parser().type_id();
        match (option.get_action(), numbers.iter().any(|number| parsed == *number)) {
            (ArgAction::SetTrue, _) => Self::Switch,
            (ArgAction::Append, _) => Self::Texts,
            (_, true) => Self::Number,
            (_, false) => Self::Text,
        }
    }

    const fn sentence(self) -> &'static str {
        match self {
            Self::Switch => "takes true or false",
            Self::Number => "takes a whole number",
            Self::Text => "takes a text in quotation marks",
            Self::Texts => "takes a list of texts, as [\"one\", \"two\"]",
        }
    }

    /// The values that stand in a file; `None` where they are of another kind.
    fn read(self, value: &DeValue<'_>) -> Option<Vec<String>> {
        match self {
            Self::Switch => value.as_bool().map(|_| Vec::new()),
            Self::Number => {
                let number = value.as_integer()?;
                Some(vec![i128::from_str_radix(number.as_str(), number.radix()).ok()?.to_string()])
            }
            Self::Text => Some(vec![value.as_str()?.to_owned()]),
            Self::Texts => {
                let texts = value.as_array()?.iter().map(|text| text.get_ref().as_str().map(str::to_owned));
                texts.collect()
            }
        }
    }
}

/// The name of an option without the dashes.
fn name(option: &Arg) -> &str {
    option.get_long().unwrap_or_default()
}

/// The options that were given on the command line these matches are of.
fn given(found: &ArgMatches) -> Vec<Given> {
    let options = options();
    let of_line = options.get_arguments().filter(|option| {
        let id = option.get_id().as_str();
        // A command may have some of the options only.
        found.try_contains_id(id).is_ok() && found.value_source(id) == Some(ValueSource::CommandLine)
    });
    of_line.map(|option| (name(option).to_owned(), values(option, found))).collect()
}

fn values(option: &Arg, found: &ArgMatches) -> Vec<OsString> {
    match Kind::of(option) {
        Kind::Switch => Vec::new(),
        Kind::Number | Kind::Text | Kind::Texts => {
            found.get_raw(option.get_id().as_str()).into_iter().flatten().map(OsStr::to_owned).collect()
        }
    }
}

/// Options as words of a command line.
fn words(given: &[Given]) -> Vec<OsString> {
    let word = |(option, values): &Given| match values.is_empty() {
        true => vec![OsString::from(format!("--{option}"))],
        false => {
            let word = |value: &OsString| {
                let mut word = OsString::from(format!("--{option}="));
                word.push(value);
                word
            };
            values.iter().map(word).collect()
        }
    };
    given.iter().flat_map(word).collect()
}

impl Args for Configured {
    fn augment_args(command: Command) -> Command {
        Serve::augment_args(command).arg(
            Arg::new("config")
                .long("config")
                .value_name("FILE")
                .value_parser(clap::value_parser!(PathBuf))
                .help("A configuration file (TOML), in which every option can stand under its name; options given here count before it, and 'gruntle serve --print-config' prints one [default: GRUNTLE_CONFIG in the environment, else none]"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Configured {
    fn from_arg_matches(found: &ArgMatches) -> Result<Self, Error> {
        Ok(Self { file: found.get_one("config").cloned(), given: given(found) })
    }

    fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(found)?;
        Ok(())
    }
}

impl Configured {
    /// Reads the file, if one is named here or in the environment, and puts both together.
    pub(crate) fn read(&self) -> Result<Configuration, Trouble> {
        let named = self.file.clone().or_else(|| std::env::var_os(ENVIRONMENT).map(PathBuf::from));
        let Some(path) = named else { return Configuration::of(&self.given).map_err(refused) };
        let text = read_text_at_most(&path, LARGEST, "configuration").map_err(|why| {
            Trouble::Refused(format!("cannot read the configuration '{}': {why}", path.display()))
        })?;
        self.completed_by(&path, &text)
    }

    /// The same with this text of a file.
    fn completed_by(&self, path: &Path, text: &str) -> Result<Configuration, Trouble> {
        let lines = lines(text).map_err(|why| Trouble::Refused(format!("{}, {why}", path.display())))?;
        let is_given = |names: &[&str]| self.given.iter().any(|(option, _)| names.contains(&option.as_str()));
        let is_left_out = |option: &str| {
            is_given(&[option]) || OF_A_DATABASE.contains(&option) && is_given(&NAMES_A_DATABASE)
        };
        let mut all = self.given.clone();
        all.extend(lines.iter().map(|line| line.given.clone()).filter(|(option, _)| !is_left_out(option)));
        Configuration::of(&all).map_err(|wrong| {
            let about = wrong.get(ContextKind::InvalidArg).map(ContextValue::to_string).unwrap_or_default();
            let is_about =
                |line: &&Line| about.split([' ', '=']).next() == Some(&format!("--{}", line.given.0));
            let place = lines.iter().find(is_about).map(|line| format!(", line {}", line.number));
            Trouble::Refused(format!(
                "{}{}: {}",
                path.display(),
                place.unwrap_or_default(),
                in_one_line(&wrong)
            ))
        })
    }
}

fn refused(wrong: Error) -> Trouble {
    Trouble::Refused(in_one_line(&wrong))
}

/// A setting in a line of a file.
struct Line {
    number: usize,
    given: Given,
}

/// The settings in a file, line by line; or the error in one of them.
fn lines(text: &str) -> Result<Vec<Line>, String> {
    let number = |at: usize| 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
    let table = DeTable::parse(text).map_err(|wrong| {
        let at = wrong.span().map_or(0, |span| span.start);
        format!("line {}: {}", number(at), wrong.message().lines().collect::<Vec<_>>().join("; "))
    })?;
    let options = options();
    let mut lines = Vec::new();
    for (key, value) in table.into_inner() {
        let number = number(key.span().start);
        let key = key.into_inner();
        let Some(option) = options.get_arguments().find(|option| name(option) == key) else {
            return Err(format!("line {number}: '{key}' is no option of gruntle serve; {}", nearest(&key)));
        };
        let kind = Kind::of(option);
        let value = value.into_inner();
        let Some(values) = kind.read(&value) else {
            return Err(format!("line {number}: {key} {}, not {}", kind.sentence(), value.type_str()));
        };
        // An empty list, or a switch that is off, sets nothing.
        if kind == Kind::Switch && value.as_bool() == Some(true) || !values.is_empty() {
            let values = values.into_iter().map(OsString::from).collect();
            lines.push(Line { number, given: (key.into_owned(), values) });
        }
    }
    lines.sort_by_key(|line| line.number);
    Ok(lines)
}

/// The nearest known key, as the parser of the command line guesses.
fn nearest(key: &str) -> String {
    let wrong = options().try_get_matches_from([format!("--{key}")]).err();
    match wrong.as_ref().and_then(|wrong| wrong.get(ContextKind::SuggestedArg)) {
        Some(near) => format!("did you mean '{}'?", near.to_string().trim_start_matches("--")),
        None => "'gruntle serve --print-config' prints all there are".to_owned(),
    }
}

impl Configuration {
    fn of(given: &[Given]) -> Result<Self, Error> {
        Ok(Self { found: options().try_get_matches_from(words(given))? })
    }

    /// The options of `serve`.
    pub(crate) fn serve(&self) -> Result<Serve, Trouble> {
        Serve::from_arg_matches(&self.found).map_err(refused)
    }

    /// The whole configuration as a file: every option with its help, and as a comment where it has no value.
    pub(crate) fn print(&self) -> Result<String, Trouble> {
        let mut text = "# gruntle serve: the configuration that counts, as it can be read by --config.\n\
            # An option that is commented out has no value here; the environment is looked at for it, where its help says so.\n"
            .to_owned();
        for option in options().get_arguments() {
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let (hash, value) = match self.value(option)? {
                Some(value) => ("", value),
                None => ("# ", placeholder(option)),
            };
            let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "\n# {help}\n{hash}{} = {value}", name(option));
        }
        Ok(text)
    }

    fn value(&self, option: &Arg) -> Result<Option<Value>, Trouble> {
        let values = values(option, &self.found).into_iter().map(|value| {
            let told = |value: OsString| {
                let value = value.display();
                Trouble::Refused(format!(
                    "--{} {value} is not UTF-8, as a configuration file is",
                    name(option)
                ))
            };
            value.into_string().map_err(told)
        });
        let values = values.collect::<Result<Vec<String>, Trouble>>()?;
        Ok(match Kind::of(option) {
            Kind::Switch => Some(Value::Boolean(self.found.get_flag(option.get_id().as_str()))),
            Kind::Number => values.first().and_then(|value| value.parse().ok()).map(Value::Integer),
            Kind::Text => values.into_iter().next().map(Value::String),
            Kind::Texts if values.is_empty() => None,
            Kind::Texts => Some(Value::Array(values.into_iter().map(Value::String).collect())),
        })
    }
}

/// A sample value of an option that has none.
fn placeholder(option: &Arg) -> Value {
    let name = option.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default();
    match Kind::of(option) {
        Kind::Texts => Value::Array(vec![Value::String(name)]),
        Kind::Switch | Kind::Number | Kind::Text => Value::String(name),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::arguments::Arguments;

    /// Values of options: each takes some of them. The latter ones are for those that take any text.
    const VALUES: [&str; 11] = [
        "7",
        "127.0.0.1:7",
        "10.0.0.0/8",
        "spam.example",
        "it's \"so\" \\ far",
        "two\nlines\n",
        "'''\"\"\"",
        "# none",
        "--limit=3",
        "ünd ✉",
        " ",
    ];

    fn read(text: &str) -> Configuration {
        completed(&[], text).unwrap_or_else(|wrong| panic!("{wrong}: {text}"))
    }

    /// The configuration of these words with this file.
    fn completed(words: &[&str], text: &str) -> Result<Configuration, String> {
        let command = Configured::augment_args(Command::new("gruntle serve")).no_binary_name(true);
        let configured = Configured::from_arg_matches(&command.try_get_matches_from(words).unwrap()).unwrap();
        configured.completed_by(Path::new("gruntle.toml"), text).map_err(|wrong| match wrong {
            Trouble::Refused(sentence) => sentence,
            Trouble::Wrong(_) | Trouble::Stopped(_) | Trouble::NobodyListens => panic!("it is refused"),
        })
    }

    fn printed(configuration: &Configuration) -> String {
        configuration.print().unwrap_or_else(|_| panic!("it is text"))
    }

    /// All that a configuration says, by the names of options.
    fn all(configuration: &Configuration) -> Vec<(String, Option<String>)> {
        let options = options();
        let value = |option: &Arg| configuration.value(option).unwrap_or_else(|_| panic!("it is text"));
        options
            .get_arguments()
            .map(|option| (name(option).to_owned(), value(option).map(|value| value.to_string())))
            .collect()
    }

    /// Every way to give an option that its parser takes.
    fn ways(option: &Arg) -> Vec<Given> {
        let given = |values: &[&str]| (name(option).to_owned(), values.iter().map(OsString::from).collect());
        let ways: Vec<Given> = match Kind::of(option) {
            Kind::Switch => vec![given(&[])],
            Kind::Number | Kind::Text => VALUES.iter().map(|value| given(&[value])).collect(),
            Kind::Texts => VALUES.iter().map(|value| given(&[value, value])).collect(),
        };
        ways.into_iter().filter(|way| Configuration::of(std::slice::from_ref(way)).is_ok()).collect()
    }

    #[test]
    fn every_option_of_serve_can_stand_in_the_file_and_what_is_printed_reads_back() {
        let mut together = Vec::new();
        let nothing = all(&read(""));
        for option in options().get_arguments() {
            let ways = ways(option);
            assert!(
                !ways.is_empty(),
                "no value is taken by --{}: add one to those of this test",
                name(option)
            );
            for way in &ways {
                let configuration = Configuration::of(std::slice::from_ref(way)).unwrap();
                let text = printed(&configuration);
                assert_eq!(all(&read(&text)), all(&configuration), "{text}");
                assert_ne!(all(&configuration), nothing, "{way:?}");
                assert_eq!(printed(&read(&text)), text);
            }
            together.extend(ways.into_iter().next_back());
        }
        let configuration = Configuration::of(&together).unwrap();
        assert_eq!(all(&read(&printed(&configuration))), all(&configuration));
    }

    #[test]
    fn every_flag_of_serve_is_known_to_the_file_and_printed_with_its_help() {
        let program = Arguments::command();
        let serve = program.find_subcommand("serve").unwrap();
        let flags = serve.get_arguments().map(name);
        let flags: Vec<&str> = flags.filter(|flag| !["config", "print-config"].contains(flag)).collect();
        let text = printed(&read(""));
        let blocks: Vec<&str> = text.split("\n\n").skip(1).collect();
        assert_eq!(blocks.len(), flags.len());
        for (block, flag) in blocks.iter().zip(flags) {
            let (help, line) = block.trim_end().split_once('\n').unwrap();
            assert!(help.starts_with("# ") && help.len() > 20, "{block}");
            assert!(line.trim_start_matches("# ").starts_with(&format!("{flag} = ")), "{block}");
        }
        // An option that is commented out can be set there.
        let bare: String = text.replace("\n# bind = \"ADDRESS:PORT\"", "\nbind = \"127.0.0.1:7\"");
        assert_eq!(read(&bare).serve().map(|serve| serve.bind).ok().flatten().unwrap().port(), 7);
    }

    #[test]
    fn flags_count_before_the_file_and_the_file_before_what_is_usual() {
        let text =
            "limit = 7\nhttps = false\nhost = [\"a.example\", \"b.example\"]\nmetrics = \"127.0.0.1:9\"\n";
        let serve =
            |words: &[&str], text: &str| completed(words, text).unwrap().serve().unwrap_or_else(|_| panic!());
        let read = serve(&[], text);
        assert_eq!((read.limit, read.https, read.host.len(), read.metrics.unwrap().port()), (7, false, 2, 9));
        let told = serve(&["--limit", "9", "--host", "c.example", "--https"], text);
        assert_eq!((told.limit, told.https, told.host.len(), told.metrics.unwrap().port()), (9, true, 1, 9));
        assert_eq!(serve(&["--limit", "100"], text).limit, 100, "what is usual can be said");
        // Another database has another password.
        let kept = "database = \"postgres://ann@a/x\"\ndatabase-password-file = \"secret\"\n";
        for (words, data, database, password) in [
            (&[][..], None, Some("postgres://ann@a/x"), true),
            (&["--data", "here"], Some("here"), None, false),
            (&["--database", "sqlite:y"], None, Some("sqlite:y"), false),
        ] {
            let of = serve(words, kept).database;
            assert_eq!(of.data.as_deref(), data.map(Path::new));
            assert_eq!((of.database.as_deref(), of.database_password_file.is_some()), (database, password));
        }
    }

    #[test]
    fn what_is_wrong_in_a_file_is_told_by_its_line() {
        for (text, says) in [
            (
                "\nlimt = 5",
                "gruntle.toml, line 2: 'limt' is no option of gruntle serve; did you mean 'limit'?",
            ),
            ("trusted-proxies = []", "did you mean 'trusted-proxy'?"),
            ("print-config = true", "line 1: 'print-config' is no option of gruntle serve"),
            ("[serve]\nlimit = 5", "line 1: 'serve' is no option"),
            ("limit = \"5\"", "line 1: limit takes a whole number, not string"),
            ("limit = 1.5", "limit takes a whole number, not float"),
            ("limit = -5", "line 1: invalid value '-5' for '--limit"),
            ("limit = 99999999999", "line 1: invalid value"),
            ("https = \"yes\"", "https takes true or false, not string"),
            ("host = \"a\"", "host takes a list of texts"),
            ("host = [1]", "host takes a list of texts"),
            ("log = [\"warn\"]", "log takes a text in quotation marks, not array"),
            ("limit = 5\nbind = \"here\"", "line 2: invalid value 'here' for '--bind"),
            ("limit = 5\n\nlimit = 6", "line 3: "),
            ("limit =", "line 1: "),
            ("bind = \"\"", "line 1: invalid value '' for '--bind"),
        ] {
            let wrong = completed(&[], text).err().unwrap_or_else(|| panic!("taken: {text}"));
            assert!(wrong.contains(says) && wrong.starts_with("gruntle.toml, line "), "{text}: {wrong}");
            assert!(!wrong.contains('\n'), "{wrong}");
        }
    }
}
