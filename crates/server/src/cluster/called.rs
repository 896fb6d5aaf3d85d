//! A node without NATS, for measuring what a heartbeat costs (`gruntle/examples/limits`), by the same code.

use cluster::{
    Claim, DatabaseAnswer, Effect, Epoch, Heard, Input, Message, Millis, Node, NodeId, Request, RoomId,
    Session, Ticket,
};

use super::roll::{Listening, Mark, Places, Roll};
use super::wire::{WireEnvelope, WireMessage};
use crate::store::SESSION;

const CALLER: NodeId = NodeId(2);
const EPOCH: Epoch = Epoch(1);

/// A node that owns tables, at each of which somebody listens through another node.
pub struct CalledNode {
    node: Node<Roll>,
    _listening: Vec<Listening>,
    call: Vec<u8>,
}

impl CalledNode {
    /// One with so many tables.
    #[must_use]
    pub fn new(tables: u64) -> Self {
        let roll = Roll::new();
        let mut node = Node::new(NodeId(1), 1, SESSION.as_millis() as u64, roll.clone());
        let mut put = |input: Input<Mark>| node.apply(Millis::default(), input);
        answer(&mut put, Input::Start);
        for table in 0..tables {
            answer(&mut put, Input::Find { ticket: Ticket(table), room: RoomId(table) });
        }
        let mut places = Places::default();
        places[0] = 1;
        let listens = |table: u64| {
            let listening = Listening::new(roll.clone(), table as i64, EPOCH.0 as i64);
            listening.listen(CALLER.0, places);
            listening.tell(table);
            listening
        };
        let listening = (0..tables).map(listens).collect();
        let mark = |tick| Mark { heard: Heard { epoch: EPOCH, tick }, places };
        let rooms = (0..tables).map(|table| (RoomId(table), mark(table))).collect();
        let call = cluster::CallId { start: 1, number: 1 };
        let say = WireMessage::from(Message::Roll { call, rooms });
        let call = serde_json::to_vec(&WireEnvelope { from: CALLER.0, say }).unwrap_or_default();
        Self { node, _listening: listening, call }
    }

    /// How many bytes the other one sends it.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.call.len()
    }

    /// Hears the call and answers it; gives what it says, if it is as it should be.
    pub fn hear(&mut self) -> Option<Vec<u8>> {
        let said: WireEnvelope = serde_json::from_slice(&self.call).ok()?;
        let input = Input::Message(NodeId(said.from), said.say.message());
        let effects = self.node.apply(Millis::default(), input);
        effects.into_iter().find_map(|effect| {
            let Effect::Send(CALLER, message) = effect else { return None };
            let envelope = WireEnvelope { from: 1, say: message.into() };
            serde_json::to_vec(&envelope).ok()
        })
    }
}

/// Something goes in, and the database grants all that it is asked for.
fn answer(put: &mut impl FnMut(Input<Mark>) -> Vec<Effect<Mark>>, input: Input<Mark>) {
    for effect in put(input) {
        let Effect::Ask(id, request) = effect else { continue };
        let granted = match request {
            Request::Join { .. } => DatabaseAnswer::Joined(Session(1)),
            Request::Claim { rooms, .. } => {
                let claims = rooms.into_iter().map(|room| (room, Claim::Granted(EPOCH)));
                DatabaseAnswer::Claimed(claims.collect())
            }
            Request::Renew { .. } | Request::Holdings { .. } | Request::Release { .. } => continue,
        };
        put(Input::Database(id, granted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_is_called_says_that_nothing_is_lacking() {
        let mut node = CalledNode::new(3);
        let said: WireEnvelope = serde_json::from_slice(&node.hear().unwrap()).unwrap();
        let Message::RollAnswer { behind, not_ours, .. } = said.say.message() else { panic!("it answers") };
        assert_eq!((behind.len(), not_ours.len()), (0, 0));
        assert!(node.bytes() > 100);
    }
}
