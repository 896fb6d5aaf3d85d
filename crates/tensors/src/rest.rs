//! An observation while it is written straight from a table.

/// The unwritten rest of an observation.
pub(crate) struct Rest<'a>(&'a mut [i16]);

impl<'a> Rest<'a> {
    #[inline]
    pub(crate) const fn of(numbers: &'a mut [i16]) -> Self {
        Self(numbers)
    }

    /// The next so many numbers, as many as the code knows.
    #[inline]
    pub(crate) fn next<const N: usize>(&mut self) -> Option<&'a mut [i16; N]> {
        let (here, rest) = std::mem::take(&mut self.0).split_first_chunk_mut()?;
        self.0 = rest;
        Some(here)
    }

    /// The next so many numbers.
    #[inline]
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a mut [i16]> {
        let (here, rest) = std::mem::take(&mut self.0).split_at_mut_checked(count)?;
        self.0 = rest;
        Some(here)
    }
}
