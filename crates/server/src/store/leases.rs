//! Leases of matches, where many nodes share one PostgreSQL. A node has a session, which expires by the clock of the
//! database unless it is renewed: from then on it can neither write nor claim, and its leases are freed in pieces,
//! claimed ones at once. A match has one owner, and an epoch that grows with each new one. A finished match is not
//! awake: without its owner it stays free until a request.

use std::sync::Arc;
use std::time::Duration;

use cluster::{Claim, DatabaseAnswer, Epoch, Link, Member, NodeId, Request, Rest, RoomId, Session, Tally};

use super::engine::{Connection, Target, Value, Values};
use super::error::StoreError;

/// How long a session holds without being renewed. In the tests of this crate nobody loses one because a machine is
/// busy: they end sessions themselves.
pub(crate) const SESSION: Duration = Duration::from_secs(if cfg!(test) { 3_600 } else { 2 });

/// The most leases of expired sessions that a renewal frees. A node waits 0.9 s for it.
pub(super) const FREED: i64 = 2_000;

/// The door to the leases: a connection of its own, so that heavy writing loses no lease.
pub(crate) struct Leases {
    target: Arc<Target>,
    on: Option<Connection>,
}

impl Leases {
    pub(super) fn new(target: Arc<Target>) -> Self {
        Self { target, on: None }
    }

    /// Makes a connection where there is none.
    pub(crate) async fn connect(&mut self) -> Result<(), StoreError> {
        self.on = Some(self.connection().await?);
        Ok(())
    }

    async fn connection(&mut self) -> Result<Connection, StoreError> {
        match self.on.take() {
            Some(on) => Ok(on),
            None => Ok(self.target.connect_to_write().await?),
        }
    }

    /// Answers a request of a node that is called like this, each in a transaction of its own. Where that fails nobody
    /// knows what came of it.
    pub(crate) async fn answer(
        &mut self,
        name: &str,
        request: Request,
    ) -> Result<DatabaseAnswer, StoreError> {
        // A connection on which anything went wrong is not used again, which takes back what was begun.
        let mut on = self.connection().await?;
        on.begin().await?;
        let answer = answer(&mut on, name, request).await?;
        on.commit().await?;
        self.on = Some(on);
        Ok(answer)
    }
}

async fn answer(on: &mut Connection, name: &str, request: Request) -> Result<DatabaseAnswer, StoreError> {
    match request {
        Request::Join { node, link } => {
            let row = on
                .fetch_one(
                    "INSERT INTO sessions (node, name, until, linked)
                     VALUES ($1, $2, clock_timestamp() + $3 * interval '1 second', $4) RETURNING id",
                    &[
                        Value::Int(node.0.into()),
                        Value::Text(name),
                        Value::Int(SESSION.as_secs() as i64),
                        Value::Flag(link == Link::Up),
                    ],
                )
                .await?;
            Ok(DatabaseAnswer::Joined(Session(row.get::<i64>(0)? as u64)))
        }
        Request::Renew { session, adopt, link } => renew(on, session, adopt, link).await,
        Request::Claim { session, rooms } => claim(on, session, rooms).await,
        Request::Holdings { session } => {
            let rows = on
                .fetch_all(
                    "SELECT match, epoch FROM leases JOIN sessions ON sessions.id = session
                     WHERE session = $1 AND until >= clock_timestamp()",
                    &[Value::Int(session.0 as i64)],
                )
                .await?;
            let held = rows.iter().map(|row| Ok(lease(row.get(0)?, row.get(1)?)));
            Ok(DatabaseAnswer::Held(held.collect::<Result<_, sqlx::Error>>()?))
        }
        Request::Release { session, rooms, rest } => release(on, session, &rooms, rest).await,
    }
}

const fn lease(id: i64, epoch: i64) -> (RoomId, Epoch) {
    (RoomId(id as u64), Epoch(epoch as u64))
}

/// The sessions that expired, locked so that nobody renews them meanwhile. A session that another transaction holds on
/// to, perhaps of a node that stopped in the middle of it, is left out and ended later: nobody waits for it.
async fn expired(on: &mut Connection) -> Result<Vec<i64>, sqlx::Error> {
    let rows = on
        .fetch_all("SELECT id FROM sessions WHERE until < clock_timestamp() FOR SHARE SKIP LOCKED", &[])
        .await?;
    rows.iter().map(|row| row.get(0)).collect()
}

/// Frees some leases of expired sessions; a session that has none left is deleted. So a call takes no longer where a
/// node had many matches, and a session that is freed in part stays expired.
async fn sweep(on: &mut Connection) -> Result<(), sqlx::Error> {
    let over = expired(on).await?;
    let (false, Connection::Postgres(on)) = (over.is_empty(), on) else { return Ok(()) };
    let over = [Values::Ints(over)];
    on.execute_with(
        "UPDATE leases SET session = NULL WHERE match = ANY(ARRAY(
             SELECT match FROM leases WHERE session = ANY($2) LIMIT $1 FOR UPDATE SKIP LOCKED
         ))",
        &[Value::Int(FREED)],
        &over,
    )
    .await?;
    on.execute_with(
        "DELETE FROM sessions WHERE id = ANY(ARRAY(
             SELECT id FROM sessions
             WHERE id = ANY($1) AND NOT EXISTS (SELECT 1 FROM leases WHERE session = sessions.id)
             FOR UPDATE SKIP LOCKED
         ))",
        &[],
        &over,
    )
    .await
    .map(drop)
}

async fn renew(
    on: &mut Connection,
    session: Session,
    adopt: usize,
    link: Link,
) -> Result<DatabaseAnswer, StoreError> {
    let own = Value::Int(session.0 as i64);
    let renewed = on
        .execute(
            "UPDATE sessions SET until = clock_timestamp() + $2 * interval '1 second', linked = $3
             WHERE id = $1 AND until >= clock_timestamp()",
            &[own, Value::Int(SESSION.as_secs() as i64), Value::Flag(link == Link::Up)],
        )
        .await?;
    sweep(on).await?;
    if renewed == 0 {
        return Ok(DatabaseAnswer::Expired);
    }
    let rows = on
        .fetch_all(
            "UPDATE leases SET session = $1, epoch = epoch + 1 WHERE match IN (
                 SELECT match FROM leases WHERE session IS NULL AND awake ORDER BY match LIMIT $2
                 FOR UPDATE SKIP LOCKED
             ) RETURNING match, epoch",
            &[own, Value::Int(adopt as i64)],
        )
        .await?;
    let adopted = rows.iter().map(|row| Ok(lease(row.get(0)?, row.get(1)?)));
    let adopted = adopted.collect::<Result<Vec<_>, sqlx::Error>>()?;
    let row = on
        .fetch_one(
            "SELECT count(*), coalesce(sum(match + epoch), 0)::bigint FROM leases WHERE session = $1",
            &[own],
        )
        .await?;
    let held = Tally { rooms: row.get::<i64>(0)? as usize, sum: row.get::<i64>(1)? as u64 };
    let rows =
        on.fetch_all("SELECT node, linked FROM sessions WHERE until >= clock_timestamp()", &[]).await?;
    let members = rows.iter().map(|row| {
        let link = if row.get(1)? { Link::Up } else { Link::Down };
        Ok(Member { node: NodeId(row.get::<i64>(0)? as u32), link })
    });
    let members = members.collect::<Result<Vec<_>, sqlx::Error>>()?;
    Ok(DatabaseAnswer::Renewed { adopted, held, members })
}

async fn claim(
    on: &mut Connection,
    session: Session,
    rooms: Vec<RoomId>,
) -> Result<DatabaseAnswer, StoreError> {
    let own = session.0 as i64;
    let values = [Value::Int(own)];
    let lives = "SELECT 1 FROM sessions WHERE id = $1 AND until >= clock_timestamp() FOR KEY SHARE";
    if on.fetch_optional(lives, &values).await?.is_none() {
        return Ok(DatabaseAnswer::Expired);
    }
    let over = expired(on).await?;
    let Connection::Postgres(on) = on else { return Ok(DatabaseAnswer::Claimed(Vec::new())) };
    let ids = Values::Ints(rooms.iter().map(|room| room.0 as i64).collect());
    let arrays = [ids, Values::Ints(over)];
    // An expired session's lease is free at once for its claimer, who waits for a line that is being written there.
    on.execute_with(
        "UPDATE leases SET session = NULL WHERE match = ANY(ARRAY(
             SELECT match FROM leases WHERE match = ANY($1) AND session = ANY($2) ORDER BY match FOR UPDATE
         ))",
        &[],
        &arrays,
    )
    .await?;
    let ids = &arrays[..1];
    // Leases in use are left out: this would lock them, and their owners' writes would wait.
    on.execute_with(
        "INSERT INTO leases AS lease (match, session, epoch, awake)
         SELECT id, $1, 1, stage <> 'over' FROM matches
         WHERE id = ANY($2) AND NOT EXISTS (SELECT 1 FROM leases WHERE match = id AND session IS NOT NULL) ORDER BY id
         ON CONFLICT (match) DO UPDATE SET session = $1, epoch = lease.epoch + 1, awake = excluded.awake
         WHERE lease.session IS NULL",
        &values,
        ids,
    )
    .await?;
    let rows = on
        .fetch_all_with(
            "SELECT match, epoch, session, node FROM leases JOIN sessions ON sessions.id = session
             WHERE match = ANY($1)",
            &[],
            ids,
        )
        .await?;
    let mut claims: Vec<(RoomId, Claim)> = rooms.into_iter().map(|room| (room, Claim::Nobody)).collect();
    for row in rows {
        let (room, epoch) = lease(row.get(0)?, row.get(1)?);
        let (owner, node): (i64, i64) = (row.get(2)?, row.get(3)?);
        let held = if owner == own { Claim::Granted(epoch) } else { Claim::Held(NodeId(node as u32)) };
        claims.iter_mut().filter(|(of, _)| *of == room).for_each(|(_, claim)| *claim = held);
    }
    Ok(DatabaseAnswer::Claimed(claims))
}

async fn release(
    on: &mut Connection,
    session: Session,
    rooms: &[(RoomId, Epoch)],
    rest: Rest,
) -> Result<DatabaseAnswer, StoreError> {
    let Connection::Postgres(on) = on else { return Ok(DatabaseAnswer::Released) };
    on.execute_with(
        "UPDATE leases SET session = NULL, awake = leases.awake AND $2
         FROM unnest($3::bigint[], $4::bigint[]) AS gone (match, epoch)
         WHERE leases.match = gone.match AND leases.epoch = gone.epoch AND session = $1",
        &[Value::Int(session.0 as i64), Value::Flag(rest == Rest::Awake)],
        &[
            Values::Ints(rooms.iter().map(|(room, _)| room.0 as i64).collect()),
            Values::Ints(rooms.iter().map(|(_, epoch)| epoch.0 as i64).collect()),
        ],
    )
    .await?;
    Ok(DatabaseAnswer::Released)
}
