//! The faults that can be planted in the toy.

/// One way in which the toy can break a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planted {
    /// Offers to show a second time, and refuses it.
    EnumeratesRefused,
    /// Takes an answer of the wrong number.
    AcceptsUnlisted,
    /// Takes luck when none is due.
    AcceptsLuckUndue,
    /// Lists choices backwards.
    WrongOrder,
    /// Lists the chances backwards.
    ChancesWrongOrder,
    /// Lists choices for who is not awaited, and refuses them.
    ChoicesForAll,
    /// Writes cards of one number alike.
    TwoWrittenAlike,
    /// Cannot read what it writes for showing.
    NotReadBack,
    /// Writes an action with a blank at the end.
    RaggedNotation,
    /// Takes a point from who is refused.
    RefusalChanges,
    /// Tells of what was refused.
    RefusalIsHeard,
    /// Cites a clause that does not exist when it refuses.
    RefusalWithoutClause,
    /// Refuses without a word.
    RefusalWithoutWords,
    /// Cites a clause that does not exist when it tells.
    EventWithoutClause,
    /// Cites a clause that does not exist when it asks.
    PromptWithoutClause,
    /// Offers one answer less than there are.
    PromptForgetsChoice,
    /// Leads to every card to put by the same steps.
    StepsAlike,
    /// Leads to putting a card through drawing one.
    StepsEndEarly,
    /// Leaves a seat with a short hand nothing to do.
    DeadEnd,
    /// Names winners during the last turn.
    EndsTooSoon,
    /// Names no winners.
    NobodyWins,
    /// Takes a pass when the game is over.
    AcceptsWhenOver,
    /// Puts a card and forgets it.
    LosesCard,
    /// Draws a card and leaves it in the bag.
    DoublesCard,
    /// Never stops.
    NeverEnds,
    /// Counts rolls beside the state.
    CountsBesideTheState,
    /// Changes the state only when somebody listens.
    ChangesWhenHeard,
    /// Rolls a seven.
    ChanceOutsideChances,
    /// Always draws the first card.
    SkewedChance,
    /// Imagines one card more in the bag than there is.
    WorldLooksDifferent,
    /// Imagines one card twice.
    WorldNotWhole,
    /// Imagines worlds in which the bag is locked.
    WorldCannotGoOn,
    /// Smuggles the truth through the view.
    ImaginesTheTruth,
    /// Smuggles one hidden card through the view.
    ImaginesOneTrueCard,
    /// Shows a card of the next hand.
    ViewLeaks,
    /// Shows a card of the next hand only as data.
    ShownViewLeaks,
    /// Tells everybody what was drawn.
    EventLeaks,
    /// Tells a pick before all have picked.
    SealedPickTold,
    /// Shows a hand without saying that this reveals.
    RevealUnmarked,
    /// Says in a refusal who holds the card.
    RefusalLeaks,
    /// Says in a prompt whether anybody can answer.
    PromptLeaks,
    /// Bars answers to a number that somebody else holds.
    ChoicesLeak,
    /// Does not ask who holds no answer.
    WindowSkipsWhoCannot,
    /// Opens no window when nobody holds an answer.
    WindowOnlyIfHeld,
    /// Panics when somebody acts who does not sit there.
    Panics,
}
