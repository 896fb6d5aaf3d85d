//! A game with its layout worked out once.

use table::{Game, Viewer};

use crate::{Channel, Fields, Layout, Tensors};

/// Writes observations of games with the same layout.
#[derive(Debug, Clone)]
pub struct Encoder {
    layout: Layout,
    /// How many numbers each channel has.
    sizes: Vec<usize>,
    size: usize,
}

impl Encoder {
    /// For games like this one.
    #[must_use]
    pub fn new<G: Tensors>(game: &G) -> Self {
        let layout = game.layout();
        let sizes = layout.channels.iter().map(Channel::size).collect();
        Self { size: layout.size(), sizes, layout }
    }

    /// The meaning of the numbers.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many numbers an observation has.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Writes the observation of this view over the old contents.
    pub fn observe<G: Tensors>(&self, game: &G, view: &<G as Game>::View, into: &mut [i16]) {
        game.fill(view, &mut self.blank(into));
    }

    /// Writes a viewer's observation of a table over the old contents: the numbers of [`Encoder::observe`].
    #[inline]
    pub fn observe_table<G: Tensors>(
        &self,
        game: &G,
        state: &<G as Game>::State,
        viewer: Viewer,
        into: &mut [i16],
    ) {
        game.fill_seen(state, viewer, &mut self.blank(into));
    }

    #[inline]
    fn blank<'a>(&'a self, into: &'a mut [i16]) -> Fields<'a> {
        into.fill(0);
        Fields { channels: &self.layout.channels, sizes: &self.sizes, rest: into }
    }
}
