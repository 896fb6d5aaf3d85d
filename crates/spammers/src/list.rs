//! S1.6, S5: how large a List is with the Gruntles on it, and how many it bears.

/// S1.6: the effective Size of a List: its printed Size less its Gruntles, which can be less than nothing.
#[must_use]
pub const fn effective_size(size: u16, gruntles: u16) -> i16 {
    size as i16 - gruntles as i16
}

/// Where a List lies, and so how many Gruntles it bears (S5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// Among the Unwashed Masses.
    Masses,
    /// With a player.
    Proprietary,
    /// With a player whose Lists are patient (S12.11).
    Patient,
}

impl Area {
    /// S5.1, S5.2, S12.11: with this many Gruntles a List of this printed Size leaves.
    #[must_use]
    pub const fn leaves_at(self, size: u16) -> u16 {
        match self {
            Self::Proprietary => size.div_ceil(2),
            Self::Masses | Self::Patient => size,
        }
    }
}
