//! A node without visitors, for measuring the load on a database (`gruntle/examples/limits`): it sends the requests of
//! a real node, by the same code.

use cluster::{Claim, DatabaseAnswer, Link, NodeId, Request, RoomId, Session};
use futures_util::future::try_join_all;
use room::{Entry, PlayChange};
use thiserror::Error;

pub use crate::cluster::CalledNode;
use crate::database::Database;
use crate::store::{Fence, Leases, Store, StoreError};

/// The most tables that are claimed at a time, as a node does.
const CLAIMS: usize = 512;

/// Why the database did not do it.
#[derive(Debug, Error)]
pub enum LimitError {
    /// It failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It said something else than it should.
    #[error("{0}")]
    Unlike(String),
}

/// A table that the node has.
struct Held {
    id: i64,
    fence: Fence,
    lines: u64,
}

/// A node without visitors.
pub struct BareNode {
    store: Store,
    leases: Leases,
    session: Session,
    tables: Vec<Held>,
    next: usize,
}

impl BareNode {
    /// A node of this number, with a session in a database of PostgreSQL.
    pub async fn join(database: &Database, number: u32) -> Result<Self, LimitError> {
        let store = Store::open(database).await?;
        let mut leases = store.leases().ok_or_else(|| LimitError::Unlike("that is a file".to_owned()))?;
        let join = Request::Join { node: NodeId(number), link: Link::Up };
        let DatabaseAnswer::Joined(session) = ask(&mut leases, join).await? else {
            return Err(LimitError::Unlike("the node was not taken".to_owned()));
        };
        Ok(Self { store, leases, session, tables: Vec::new(), next: 0 })
    }

    /// The number of its session.
    #[must_use]
    pub const fn session(&self) -> u64 {
        self.session.0
    }

    /// Claims these matches, of which nothing is written yet.
    pub async fn claim(&mut self, matches: impl Iterator<Item = u64>) -> Result<(), LimitError> {
        let rooms: Vec<RoomId> = matches.map(RoomId).collect();
        for rooms in rooms.chunks(CLAIMS) {
            let claim = Request::Claim { session: self.session, rooms: rooms.to_vec() };
            let DatabaseAnswer::Claimed(claims) = ask(&mut self.leases, claim).await? else {
                return Err(LimitError::Unlike("the session is over".to_owned()));
            };
            for (room, claim) in claims {
                let Claim::Granted(epoch) = claim else {
                    return Err(LimitError::Unlike(format!("{room:?} is somebody else's: {claim:?}")));
                };
                let fence = Fence { session: self.session.0 as i64, epoch: epoch.0 as i64 };
                self.tables.push(Held { id: room.0 as i64, fence, lines: 0 });
            }
        }
        Ok(())
    }

    /// Writes this line at each of so many tables, by turns all that the node has. All are ordered before any is
    /// written, so that they are one transaction where nobody else is on this thread.
    pub async fn write(&mut self, tables: usize, line: &Entry) -> Result<(), LimitError> {
        let (store, line) = (&self.store, std::slice::from_ref(line));
        let many = self.tables.len();
        let mut orders = Vec::with_capacity(tables);
        for _ in 0..tables.min(many) {
            let table = &mut self.tables[self.next];
            self.next = (self.next + 1) % many;
            table.lines += 1;
            let (place, fence) = ((table.id, table.lines), table.fence);
            orders.push(store.append_as(Some(fence), place, line, None, PlayChange::default(), None));
        }
        try_join_all(orders).await?;
        Ok(())
    }

    /// Renews its session, and adopts up to so many free tables. Gives how many it took, and how many it has.
    pub async fn renew(&mut self, adopt: usize) -> Result<(usize, usize), LimitError> {
        let renew = Request::Renew { session: self.session, adopt, link: Link::Up };
        let DatabaseAnswer::Renewed { adopted, held, .. } = ask(&mut self.leases, renew).await? else {
            return Err(LimitError::Unlike("the session is over".to_owned()));
        };
        Ok((adopted.len(), held.rooms))
    }
}

async fn ask(leases: &mut Leases, request: Request) -> Result<DatabaseAnswer, LimitError> {
    Ok(leases.answer("limits", request).await?)
}
