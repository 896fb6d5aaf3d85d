//! The link of a node to the others. A node without one keeps its rooms while no other has one: then NATS itself is
//! away, and moving them would not help. If others are linked, only its own clients can reach its rooms: it hands them
//! over, and takes none until it is linked again.

use crate::marks::Marks;
use crate::member::{Link, Member};
use crate::node::{GRACE, Node, Reach, Stay};

impl<M: Marks> Node<M> {
    /// Whether others have this node's rooms because it cannot be reached.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        self.reach == Reach::CutOff
    }

    /// Whether this node claims rooms on request.
    pub(crate) fn takes_rooms(&self) -> bool {
        self.stay == Stay::Stays && !self.is_cut_off()
    }

    /// Whether it adopts free rooms.
    pub(crate) fn adopts(&self) -> bool {
        self.stay == Stay::Stays && self.reach == Reach::Alike
    }

    pub(crate) fn set_link(&mut self, link: Link) {
        self.link = link;
        self.reach = match (self.is_apart(), self.reach) {
            (false, _) => Reach::Alike,
            (true, Reach::Alike) => Reach::Apart(self.now),
            (true, reach @ (Reach::Apart(_) | Reach::CutOff)) => reach,
        };
    }

    /// Takes the list of linked nodes from the database.
    pub(crate) fn look_around(&mut self) {
        self.set_link(self.link);
        if let Reach::Apart(since) = self.reach
            && self.now >= since + GRACE
        {
            self.reach = Reach::CutOff;
            self.hand_over_all();
        }
    }

    /// Whether others are linked and this node is not.
    fn is_apart(&self) -> bool {
        let is_other = |member: &Member| member.node != self.id && member.link == Link::Up;
        self.link == Link::Down && self.members.iter().any(is_other)
    }
}
