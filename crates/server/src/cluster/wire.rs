//! Messages between nodes over NATS. Lines of journals are in them, so only nodes may read them.

use std::fmt;
use std::str::FromStr;

use cluster::{CallId, Epoch, Heard, Message, NodeId, RoomId};
use games::GameName;
use room::{Command, Glimpse, KeyHash, Outcome, Pace, QUICK_CHAT, Reacting, Requester, Revoked, Tell};
use room::{level_named, level_word};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::{Clause, Seat};

use super::roll::{Mark, Places};
use crate::problem::Problem;

/// A value that is sent as its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Text<T>(pub(crate) T);

impl<T: fmt::Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de, T: FromStr> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
        text.parse().map(Self).map_err(|_| serde::de::Error::custom("it cannot be read"))
    }
}

/// Who asks.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct WireRequester {
    key: Option<Text<KeyHash>>,
    seat: Option<Text<Seat>>,
}

impl From<Requester> for WireRequester {
    fn from(Requester { key, seat }: Requester) -> Self {
        Self { key: key.map(Text), seat: seat.map(Text) }
    }
}

impl WireRequester {
    pub(crate) fn requester(self) -> Requester {
        Requester { key: self.key.map(|key| key.0), seat: self.seat.map(|seat| seat.0) }
    }
}

/// A command.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum WireCommand {
    Sit { seat: Option<Text<Seat>>, name: String },
    Stand,
    Ready,
    Unready,
    Count(u32),
    Kick(Text<Seat>),
    Fill(Text<Seat>, String),
    Open(Text<Seat>),
    Start,
    Act { version: u64, action: String },
    TakeBack { version: u64 },
    Chat(usize),
    Leave,
    Return,
    Resign,
    Replace(Text<Seat>),
    React(String),
    Pace(String),
    Coach,
    Handover { link: Text<KeyHash> },
    TakeSeat { link: Text<KeyHash> },
    Revoke(Text<Revoked>),
    Rematch { code: String, secret: u64 },
}

impl From<&Command> for WireCommand {
    fn from(command: &Command) -> Self {
        match command.clone() {
            Command::Sit { seat, name } => Self::Sit { seat: seat.map(Text), name },
            Command::Stand => Self::Stand,
            Command::Ready => Self::Ready,
            Command::Unready => Self::Unready,
            Command::Count(spam) => Self::Count(spam),
            Command::Kick(seat) => Self::Kick(Text(seat)),
            Command::Fill(seat, level) => Self::Fill(Text(seat), level_word(level).to_owned()),
            Command::Open(seat) => Self::Open(Text(seat)),
            Command::Start => Self::Start,
            Command::Act { version, action } => Self::Act { version, action },
            Command::TakeBack { version } => Self::TakeBack { version },
            Command::Chat(line) => Self::Chat(line),
            Command::Leave => Self::Leave,
            Command::Return => Self::Return,
            Command::Resign => Self::Resign,
            Command::Replace(seat) => Self::Replace(Text(seat)),
            Command::React(how) => Self::React(how.word().to_owned()),
            Command::Pace(pace) => Self::Pace(pace.word().to_owned()),
            Command::Coach => Self::Coach,
            Command::Handover { link } => Self::Handover { link: Text(link) },
            Command::TakeSeat { link } => Self::TakeSeat { link: Text(link) },
            Command::Revoke(what) => Self::Revoke(Text(what)),
            Command::Rematch { code, secret } => Self::Rematch { code, secret },
        }
    }
}

impl WireCommand {
    /// The command, if this program knows all of its words.
    pub(crate) fn command(self) -> Option<Command> {
        Some(match self {
            Self::Sit { seat, name } => Command::Sit { seat: seat.map(|seat| seat.0), name },
            Self::Stand => Command::Stand,
            Self::Ready => Command::Ready,
            Self::Unready => Command::Unready,
            Self::Count(spam) => Command::Count(spam),
            Self::Kick(seat) => Command::Kick(seat.0),
            Self::Fill(seat, level) => Command::Fill(seat.0, level_named(&level)?),
            Self::Open(seat) => Command::Open(seat.0),
            Self::Start => Command::Start,
            Self::Act { version, action } => Command::Act { version, action },
            Self::TakeBack { version } => Command::TakeBack { version },
            Self::Chat(line) => Command::Chat(line),
            Self::Leave => Command::Leave,
            Self::Return => Command::Return,
            Self::Resign => Command::Resign,
            Self::Replace(seat) => Command::Replace(seat.0),
            Self::React(how) => Command::React(Reacting::named(&how)?),
            Self::Pace(pace) => Command::Pace(Pace::named(&pace)?),
            Self::Coach => Command::Coach,
            Self::Handover { link } => Command::Handover { link: link.0 },
            Self::TakeSeat { link } => Command::TakeSeat { link: link.0 },
            Self::Revoke(what) => Command::Revoke(what.0),
            Self::Rematch { code, secret } => Command::Rematch { code, secret },
        })
    }
}

/// A request to the owner of a room.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Asking {
    /// A visitor looks at the table, through the node that asks.
    Looked(WireRequester),
    /// The number of listeners there.
    Here(Places),
    /// A visitor's command.
    Command(WireRequester, WireCommand),
}

/// A question to the owner of a room.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ask {
    /// The node that asks.
    pub(crate) node: u32,
    /// The number of the match.
    pub(crate) room: i64,
    /// The only epoch in which it may be done, if there is one.
    #[serde(default)]
    pub(crate) only_in: Option<u64>,
    pub(crate) asking: Asking,
}

/// Position of the last message of a room's owner: its epoch, and its number.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct WireHeard(u64, u64);

impl From<Heard> for WireHeard {
    fn from(Heard { epoch, tick }: Heard) -> Self {
        Self(epoch.0, tick)
    }
}

impl From<WireHeard> for Heard {
    fn from(WireHeard(epoch, tick): WireHeard) -> Self {
        Self { epoch: Epoch(epoch), tick }
    }
}

/// The state of a room.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct WireStanding {
    said: WireHeard,
    head: u64,
    glimpse: Glimpse,
}

/// State of a room at its owner: session, last line, and the extras shown beside its lines.
pub(crate) type Standing = cluster::Standing<Glimpse>;

impl From<Standing> for WireStanding {
    fn from(Standing { said, head, glimpse }: Standing) -> Self {
        Self { said: said.into(), head, glimpse }
    }
}

impl From<WireStanding> for Standing {
    fn from(WireStanding { said, head, glimpse }: WireStanding) -> Self {
        Self { said: said.into(), head, glimpse }
    }
}

/// The outcome of a command.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum SentOutcome {
    None,
    Changed(u64),
    Noted(u64),
    Prevented(u64),
    Table(String),
}

impl From<Outcome> for SentOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::None => Self::None,
            Outcome::Changed(version) => Self::Changed(version),
            Outcome::Noted(version) => Self::Noted(version),
            Outcome::Prevented(version) => Self::Prevented(version),
            Outcome::Table(code) => Self::Table(code),
        }
    }
}

impl From<SentOutcome> for Outcome {
    fn from(sent: SentOutcome) -> Self {
        match sent {
            SentOutcome::None => Self::None,
            SentOutcome::Changed(version) => Self::Changed(version),
            SentOutcome::Noted(version) => Self::Noted(version),
            SentOutcome::Prevented(version) => Self::Prevented(version),
            SentOutcome::Table(code) => Self::Table(code),
        }
    }
}

/// Why something was not done.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct WireProblem {
    status: u16,
    kind: String,
    clause: Option<String>,
    sentence: String,
}

impl From<&Problem> for WireProblem {
    fn from(problem: &Problem) -> Self {
        Self {
            status: problem.status.as_u16(),
            kind: problem.kind.to_owned(),
            clause: problem.clause.map(|clause| clause.to_string()),
            sentence: problem.sentence.clone(),
        }
    }
}

impl WireProblem {
    pub(crate) fn problem(self) -> Problem {
        let books = GameName::ALL.into_iter().map(GameName::rulebook);
        let clause = self.clause.and_then(|id| books.flat_map(|book| book.find(&id)).next());
        Problem::told(self.status, &self.kind, clause.map(|entry| Clause(entry.id)), self.sentence)
    }
}

/// The owner's answer.
pub(crate) type Reply = cluster::Reply<Glimpse, Result<Outcome, Problem>>;

/// The same on its way.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum WireReply {
    NotMine,
    Failed(WireProblem),
    Answer(Box<WireStanding>, Result<SentOutcome, WireProblem>),
}

impl From<Reply> for WireReply {
    fn from(reply: Reply) -> Self {
        let sent = |done: Result<Outcome, Problem>| done.map(Into::into).map_err(|why| (&why).into());
        match reply {
            Reply::NotMine => Self::NotMine,
            Reply::Failed(Err(problem)) => Self::Failed((&problem).into()),
            Reply::Failed(Ok(_)) => Self::Failed((&Problem::broken()).into()),
            Reply::Answer(standing, done) => Self::Answer(Box::new((*standing).into()), sent(done)),
        }
    }
}

impl From<WireReply> for Reply {
    fn from(reply: WireReply) -> Self {
        match reply {
            WireReply::NotMine => Self::NotMine,
            WireReply::Failed(why) => Self::Failed(Err(why.problem())),
            WireReply::Answer(standing, done) => {
                let done = done.map(Into::into).map_err(WireProblem::problem);
                Self::Answer(Box::new((*standing).into()), done)
            }
        }
    }
}

/// An event for listeners.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum WireTell {
    Inputs { after: usize },
    Afresh,
    Own(Text<Seat>),
    Revoked,
    Said(Text<Seat>, usize),
    Reload,
}

impl From<&Tell> for WireTell {
    fn from(tell: &Tell) -> Self {
        match *tell {
            Tell::Inputs { after } => Self::Inputs { after },
            Tell::Afresh => Self::Afresh,
            Tell::Own(seat) => Self::Own(Text(seat)),
            Tell::Revoked => Self::Revoked,
            Tell::Said(seat, words) => {
                Self::Said(Text(seat), QUICK_CHAT.iter().position(|line| *line == words).unwrap_or(0))
            }
            Tell::Reload => Self::Reload,
        }
    }
}

impl WireTell {
    pub(crate) fn tell(&self) -> Option<Tell> {
        Some(match self {
            Self::Inputs { after } => Tell::Inputs { after: *after },
            Self::Afresh => Tell::Afresh,
            Self::Own(seat) => Tell::Own(seat.0),
            Self::Revoked => Tell::Revoked,
            Self::Said(seat, line) => Tell::Said(seat.0, QUICK_CHAT.get(*line)?),
            Self::Reload => Tell::Reload,
        })
    }
}

/// News from the owner of a room to its followers: lines as they are written, and events for listeners.
pub(crate) type News = cluster::News<String, Glimpse, WireTell>;

/// The same on its way.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct WireNews {
    node: u32,
    standing: WireStanding,
    lines: Vec<String>,
    tell: Vec<WireTell>,
}

impl From<News> for WireNews {
    fn from(News { owner, standing, lines, tell }: News) -> Self {
        Self { node: owner.0, standing: standing.into(), lines, tell }
    }
}

impl From<WireNews> for News {
    fn from(WireNews { node, standing, lines, tell }: WireNews) -> Self {
        Self { owner: NodeId(node), standing: standing.into(), lines, tell }
    }
}

/// A follower's position in a room, as it is sent.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct WireMark {
    heard: WireHeard,
    places: Places,
}

/// A message between nodes about leases and positions.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum WireMessage {
    Adopt { rooms: Vec<u64> },
    Roll { call: (u64, u64), rooms: Vec<(u64, WireMark)> },
    RollAnswer { call: (u64, u64), behind: Vec<u64>, not_ours: Vec<u64> },
}

/// A message with its sender.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct WireEnvelope {
    pub(super) from: u32,
    pub(super) say: WireMessage,
}

impl From<Message<Mark>> for WireMessage {
    fn from(message: Message<Mark>) -> Self {
        let pair = |call: CallId| (call.start, call.number);
        let numbers = |rooms: &[RoomId]| rooms.iter().map(|room| room.0).collect();
        match message {
            Message::Adopt { rooms } => Self::Adopt { rooms: numbers(&rooms) },
            Message::Roll { call, rooms } => {
                let mark = |Mark { heard, places }| WireMark { heard: heard.into(), places };
                let rooms = rooms.into_iter().map(|(room, is)| (room.0, mark(is))).collect();
                Self::Roll { call: pair(call), rooms }
            }
            Message::RollAnswer { call, behind, not_ours } => {
                Self::RollAnswer { call: pair(call), behind: numbers(&behind), not_ours: numbers(&not_ours) }
            }
        }
    }
}

impl WireMessage {
    pub(super) fn message(self) -> Message<Mark> {
        let id = |(start, number): (u64, u64)| CallId { start, number };
        let these = |rooms: Vec<u64>| rooms.into_iter().map(RoomId).collect();
        match self {
            Self::Adopt { rooms } => Message::Adopt { rooms: these(rooms) },
            Self::Roll { call, rooms } => {
                let mark = |WireMark { heard, places }| Mark { heard: heard.into(), places };
                let rooms = rooms.into_iter().map(|(room, is)| (RoomId(room), mark(is))).collect();
                Message::Roll { call: id(call), rooms }
            }
            Self::RollAnswer { call, behind, not_ours } => {
                Message::RollAnswer { call: id(call), behind: these(behind), not_ours: these(not_ours) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Level;
    use room::Tag;

    fn there<T: Serialize + for<'de> Deserialize<'de>>(sent: &T) -> T {
        serde_json::from_slice(&serde_json::to_vec(sent).unwrap()).unwrap()
    }

    #[test]
    fn every_command_arrives_as_it_was_sent() {
        let (seat, link) = (Seat::new(2).unwrap(), KeyHash([0xa7; 32]));
        let all = [
            Command::Sit { seat: Some(seat), name: "Ann \"with\" words".to_owned() },
            Command::Sit { seat: None, name: String::new() },
            Command::Stand,
            Command::Ready,
            Command::Unready,
            Command::Count(17),
            Command::Kick(seat),
            Command::Fill(seat, Level::Kingpin),
            Command::Open(seat),
            Command::Start,
            Command::Act { version: 41, action: "mail A 'ünd'".to_owned() },
            Command::TakeBack { version: 3 },
            Command::Chat(11),
            Command::Leave,
            Command::Return,
            Command::Resign,
            Command::Replace(seat),
            Command::React(Reacting::Hold),
            Command::Pace(Pace::AtOnce),
            Command::Coach,
            Command::Handover { link },
            Command::TakeSeat { link },
            Command::Revoke(Revoked::One(Tag::of(link))),
            Command::Revoke(Revoked::Others),
            Command::Revoke(Revoked::Here),
            Command::Rematch { code: "abcd2345".to_owned(), secret: u64::MAX },
        ];
        for command in all {
            assert_eq!(there(&WireCommand::from(&command)).command(), Some(command));
        }
        assert_eq!(WireCommand::React("sing".to_owned()).command(), None);
        let from = Requester { key: Some(link), seat: Some(seat) };
        assert_eq!(there(&WireRequester::from(from)).requester(), from);
    }

    #[test]
    fn problems_arrive_with_their_clause_and_what_is_unknown_is_our_own_fault() {
        let clause = GameName::ALL[0].rulebook().clauses[3].id;
        let problem = Problem { clause: Some(Clause(clause)), ..Problem::wrong("no") };
        assert_eq!(there(&WireProblem::from(&problem)).problem(), problem);
        let lost = there(&WireProblem::from(&Problem::lost())).problem();
        assert!(lost.is_lost());
        let odd = WireProblem {
            status: 7,
            kind: "odd".to_owned(),
            clause: Some("X1".to_owned()),
            sentence: String::new(),
        };
        let read = odd.problem();
        assert_eq!((read.status.as_u16(), read.kind, read.clause), (503, "broken", None));
    }

    #[test]
    fn what_is_told_arrives() {
        let seat = Seat::new(1).unwrap();
        for tell in [
            Tell::Inputs { after: 7 },
            Tell::Afresh,
            Tell::Own(seat),
            Tell::Revoked,
            Tell::Said(seat, QUICK_CHAT[4]),
            Tell::Reload,
        ] {
            assert_eq!(there(&WireTell::from(&tell)).tell(), Some(tell));
        }
        assert_eq!(WireTell::Said(Text(seat), 99).tell(), None);
    }
}
