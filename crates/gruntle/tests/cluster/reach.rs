//! A node that the others cannot reach, or that leaves: the others take its tables before its session ends, which never
//! happens here. So each table was handed over, on a busy machine as well.

use std::net::SocketAddr;

use serde_json::json;
use services::Postgres;

use crate::DATABASE;
use crate::insisting::next_question;
use crate::play::insist;
use crate::proxy::Mode;
use crate::site::Site;
use crate::troubles::NATS;
use driver::Client;
use driver::dice::Dice;

/// No session ends by time from now on.
const LASTING: &str = "
    CREATE FUNCTION lasting() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.until := clock_timestamp() + interval '1 day'; RETURN NEW; END $$;
    CREATE TRIGGER lasting BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION lasting();
    UPDATE sessions SET until = until";

fn ask(postgres: &Postgres, question: &str) -> String {
    postgres.run(DATABASE, question).trim().to_owned()
}

/// The owner of a table, by name, session and epoch.
fn owner(postgres: &Postgres, code: &str) -> Option<(String, u64, u64)> {
    let told = ask(
        postgres,
        &format!(
            "SELECT sessions.name, sessions.id, epoch FROM leases JOIN matches ON matches.id = match
             JOIN sessions ON sessions.id = session WHERE code = '{code}'"
        ),
    );
    let mut words = told.split('|');
    let name = words.next().filter(|name| !name.is_empty())?.to_owned();
    let mut number = || words.next().unwrap().parse().unwrap();
    Some((name, number(), number()))
}

/// The first seat's moves at a table, by the journal.
fn played(postgres: &Postgres, code: &str) -> Vec<String> {
    let lines = format!(
        "SELECT line FROM journal JOIN matches ON matches.id = match
         WHERE code = '{code}' AND line LIKE 'play A %' ORDER BY seq"
    );
    ask(postgres, &lines).lines().map(str::to_owned).collect()
}

/// A table of one player and a bot.
struct Game {
    code: String,
    key: String,
    luck: Dice,
    /// Acknowledged moves, as the journal has them.
    done: Vec<String>,
}

impl Game {
    /// Opens one; the first node that is asked owns it.
    async fn open(at: SocketAddr, seed: u64) -> Self {
        let mut player = Client::new(at);
        insist(&mut player, "/keys", Some(&json!({}))).await;
        let options = json!({ "game": "spam-o-rama", "seats": 2, "pace": 0, "wait": 0, "seat-b": "intern" });
        let opened = insist(&mut player, "/tables", Some(&options)).await;
        assert_eq!(opened.status, 200, "{opened:?}");
        let code = opened.json()["code"].as_str().unwrap().to_owned();
        let mut game =
            Self { code, key: player.key.clone().unwrap(), luck: Dice::new(seed), done: Vec::new() };
        game.act(at).await;
        game
    }

    fn path(&self) -> String {
        format!("/t/{}", self.code)
    }

    /// Acts through this node until it is acknowledged.
    async fn act(&mut self, at: SocketAddr) {
        let mut player = Client::with_key(at, &self.key);
        let path = self.path();
        loop {
            let seen = next_question(&mut player, &path).await.expect("the game is too short for this test");
            let action = self.luck.pick(seen["choices"].as_array().unwrap())["action"].clone();
            let body = json!({ "version": seen["version"], "action": action });
            let answer = insist(&mut player, &format!("{path}/act"), Some(&body)).await;
            // A client without an answer asks again, and hears that the table has changed.
            let is_there = answer.status == 200 || answer.status == 409;
            assert!(is_there, "{answer:?}");
            self.done.push(format!("play A {}", action.as_str().unwrap()));
            if answer.status == 200 {
                return;
            }
        }
    }
}

/// Cuts one node off from NATS alone: clients of the others play on.
pub async fn cut_off(site: &Site) {
    let at = site.at();
    ask(&site.postgres, LASTING);
    let mut game = Game::open(at[0], 3).await;
    let (name, _, epoch) = owner(&site.postgres, &game.code).unwrap();
    assert_eq!((name.as_str(), epoch), ("a", 1));
    site.ways[0][NATS].set(Mode::Cut);
    game.act(at[1]).await;
    let (name, _, epoch) = owner(&site.postgres, &game.code).unwrap();
    assert!(name != "a" && epoch == 2, "{name} has it in epoch {epoch}");
    assert_eq!(played(&site.postgres, &game.code), game.done, "each of them once");
    let left = "SELECT count(*) FROM leases JOIN sessions ON sessions.id = session WHERE name = 'a'";
    assert_eq!(ask(&site.postgres, left), "0");
    // Its own visitors are sent elsewhere, as proxies are.
    let mut visitor = Client::with_key(at[0], &game.key);
    for path in [game.path(), "/readyz".to_owned()] {
        assert_eq!(visitor.get(&path, "application/json").await.unwrap().status, 503, "{path}");
    }
    // Nothing is wrong with it that a restart would mend.
    for path in ["/healthz", "/livez"] {
        assert_eq!(visitor.get(path, "*/*").await.unwrap().body, "ok\n", "{path}");
    }
    site.ways[0][NATS].set(Mode::Open);
    // It takes part again.
    game.act(at[0]).await;
    assert_eq!(played(&site.postgres, &game.code), game.done, "each of them once");
}

/// Stops a node politely: when it has ended none of its tables is its own any more, though its session goes on.
pub async fn left(site: &mut Site) {
    let at = site.at();
    ask(&site.postgres, LASTING);
    let (mut games, mut sessions) = (Vec::new(), Vec::new());
    for seed in 0..4 {
        let game = Game::open(at[0], seed).await;
        let (name, session, epoch) = owner(&site.postgres, &game.code).unwrap();
        assert_eq!((name.as_str(), epoch), ("a", 1));
        games.push(game);
        sessions.push(session);
    }
    let session = sessions[0];
    assert!(sessions.iter().all(|one| *one == session), "{sessions:?}");
    assert_eq!(site.nodes[0].stop(), Some(0));
    let count = |what: &str| ask(&site.postgres, &format!("SELECT count(*) FROM {what} = {session}"));
    assert_eq!((count("leases WHERE session"), count("sessions WHERE id")), ("0".to_owned(), "1".to_owned()));
    for game in &mut games {
        game.act(at[1]).await;
        let (name, _, epoch) = owner(&site.postgres, &game.code).unwrap();
        assert!(name != "a" && epoch == 2, "{name} has it in epoch {epoch}");
        assert_eq!(played(&site.postgres, &game.code), game.done, "each of them once");
    }
}
