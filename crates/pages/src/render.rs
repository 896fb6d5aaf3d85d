//! A game that can be put on a page: cut into regions, so that a change sends only what it changed.

use games::{GameName, Study};
use maud::Markup;
use table::BitSet;

use crate::table::moment::Moment;
use crate::table::{Tabs, Turn};
use room::Sitter;

/// Some regions of a table, by their number.
pub type Regions = BitSet<usize, u128>;

/// A game that can be put on a page.
pub trait RenderGame: Study + Clone + 'static {
    /// Which game it is.
    const CATALOGUED: GameName;

    /// The names of its regions, at most 128: each is the id of one element that [`RenderGame::draw`] makes.
    fn regions(&self) -> Vec<String>;

    /// Regions that are all of the table; the others are parts of these.
    fn whole(&self) -> Regions {
        Regions::range(0, self.regions().len())
    }

    /// Which regions look different now.
    fn changed(&self, before: &Self::View, now: &Self::View) -> Regions;

    /// The same where it is known which do for another viewer, between the same two moments.
    fn changed_beside(&self, _other: Regions, before: &Self::View, now: &Self::View) -> Regions {
        self.changed(before, now)
    }

    /// Whether a region looks the same to every viewer, so that it is drawn once for all.
    fn is_shared(&self, region: usize) -> bool;

    /// One region: a single element whose id is the region's name.
    fn draw(&self, region: usize, view: &Self::View, sitters: &[Sitter]) -> Markup;

    /// The whole desktop with every region in its place.
    fn desktop(&self, view: &Self::View, sitters: &[Sitter]) -> Markup;

    /// Consequences of an answer, as short as can be, in one `span.chips`: they stand on the piece that leads to it.
    /// Where several answers lead through one piece, the chips with the highest `data-rank` are shown; those without
    /// one only when the answer is the only one.
    fn chips<'a>(&'a self, view: &'a Self::View) -> impl Fn(&Self::Action, &mut String) + 'a;

    /// Whether a piece says on the page itself what prompts call it, in its first `.unseen`.
    fn names_itself(&self, piece: &str) -> bool;

    /// The moment of a line of the log.
    fn moment(&self, event: &Self::Event) -> Moment;

    /// The pages of a small screen, each with its name in `data-page` of what it shows, and what it is called.
    const TABS: &'static Tabs;

    /// Whose turn is on, for the task bar.
    fn turn(&self, view: &Self::View) -> Turn;
}
