//! Views and actions as numbers of fixed size, for learning: what a net is shown of a table, and what it can answer.
//!
//! An observation is made of a view, or of a table through the same eyes, so it cannot hold more than its seat may know. An action is one or more
//! tokens of a fixed vocabulary; which may come next is a mask. Seats are told as the viewer sees them: 0 is the viewer's own,
//! 1 the next one clockwise. `docs/tensors.md` is made of the layouts here.
//!
//! ```
//! use spamorama::{BuiltIn, Memory, SpamORama};
//! use table::{Game, SeatCount, SeatSet, Viewer};
//! use tensors::{Encoder, Tensors};
//!
//! let seats = SeatCount::new(2).unwrap();
//! let game = SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY);
//! let encoder = Encoder::new(&game);
//! let view = game.view(&game.set_up(), Viewer::Seat(seats.first()));
//! let mut observation = vec![0; encoder.layout().size()];
//! encoder.observe(&game, &view, &mut observation);
//! assert_eq!(encoder.layout().read(&observation, "seats"), Some(&[2][..]));
//! ```

mod encoder;
mod layout;
mod page;
mod rest;
mod seats;
mod spammers;
mod spamorama;
mod tokens;

pub use encoder::Encoder;
pub use layout::{Channel, Layout, VERSION};
pub use page::page;
pub use tokens::{Begun, Listed, MOST_TOKENS, Next, Tokens, next_tokens};

use table::{Game, Luck, Seat, Viewer};

/// A game that can be told in numbers.
pub trait Tensors: Game {
    /// A seat's legal actions at some moment, kept so that masks are quickly made of it.
    type Legal: Default + Clone + Send + Sync;

    /// The layout of the numbers: channels of an observation, tokens of actions, features of choices.
    fn layout(&self) -> Layout;

    /// Writes the observation of this view into zeros, channel by channel.
    fn fill(&self, view: &Self::View, into: &mut Fields<'_>);

    /// Writes what a viewer sees of a table into an observation of zeros: what [`Tensors::fill`] makes of the view,
    /// whether or not a view is made for it.
    #[inline]
    fn fill_seen(&self, state: &Self::State, viewer: Viewer, into: &mut Fields<'_>) {
        self.fill(&self.view(state, viewer), into);
    }

    /// The tokens of what this seat does, of which no other action's are the beginning.
    fn tokens(&self, seat: Seat, action: Self::Action) -> Tokens;

    /// Writes the features of a choice, out of its player's view, into zeros.
    fn features(&self, view: &Self::View, action: Self::Action, into: &mut [i16]);

    /// Finds out what this seat may do now; nobody may do anything.
    fn ask(&self, state: &Self::State, seat: Option<Seat>, into: &mut Self::Legal);

    /// The mask, over old contents: ones where a token may come after these ([`next_tokens`] for all choices).
    fn mask(&self, legal: &Self::Legal, begun: Begun, into: &mut [u8]);

    /// The step by this token after these; `None` if it cannot come next.
    fn follow(&self, legal: &Self::Legal, begun: Begun, token: u16) -> Option<Next<Self::Action>>;

    /// The next token of one of the choices that begin so, drawn evenly by its place among them; `None` without any.
    fn draw_token(&self, legal: &Self::Legal, begun: Begun, luck: &mut impl Luck) -> Option<u16>;
}

/// An observation while it is written: hands out its channels one after the other.
pub struct Fields<'a> {
    pub(crate) channels: &'a [Channel],
    pub(crate) sizes: &'a [usize],
    pub(crate) rest: &'a mut [i16],
}

impl<'a> Fields<'a> {
    /// The numbers of the next channel, which has this name.
    #[inline]
    pub fn next(&mut self, name: &str) -> &'a mut [i16] {
        let [size, sizes @ ..] = self.sizes else { return &mut [] };
        let written = self.channels.len() - self.sizes.len();
        debug_assert_eq!(
            self.channels[written].name, name,
            "channels are written in the order of the layout"
        );
        self.sizes = sizes;
        let length = (*size).min(self.rest.len());
        let (here, rest) = std::mem::take(&mut self.rest).split_at_mut(length);
        self.rest = rest;
        here
    }

    /// All numbers, for callers that know the place of each.
    #[inline]
    pub(crate) fn all(&mut self) -> &'a mut [i16] {
        self.sizes = &[];
        std::mem::take(&mut self.rest)
    }

    /// A channel of one number.
    #[inline]
    pub fn one(&mut self, name: &str, number: impl TryInto<i16>) {
        if let Some(place) = self.next(name).first_mut() {
            *place = number.try_into().unwrap_or(i16::MAX);
        }
    }

    /// A channel with these numbers; its rest stays zero.
    #[inline]
    pub fn some(&mut self, name: &str, numbers: impl IntoIterator<Item = i16>) {
        self.next(name).iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
    }

    /// A channel with a number for each of these, of which it has as many.
    #[inline]
    pub fn each<T: Copy, const N: usize>(&mut self, name: &str, things: &[T; N], number: impl Fn(T) -> i16) {
        if let Ok(here) = <&mut [i16; N]>::try_from(self.next(name)) {
            here.iter_mut().zip(things).for_each(|(place, thing)| *place = number(*thing));
        }
    }
}
