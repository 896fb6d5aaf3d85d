//! An observation straight from a table, without a view in between: the same numbers. Tests hold both together.

use spammers::{ListCard, Look, MOST_LISTS, SeenList, Spammers, Variant};
use table::{Game as _, MOST_SEATS, Seat};

use super::{asked_about, card_number, counters, list_number, pending_numbers, phase_number};
use crate::rest::Rest;
use crate::seats::Round;

/// The channels of Lists, a number for each List card there can be: place, lead, Size, Gruntles, Specialties.
struct Lists([[i16; MOST_LISTS]; 5]);

impl Lists {
    /// Writes the card that a List goes by, which lies there.
    #[inline]
    fn lay(&mut self, list: &SeenList, at: i16) {
        let lead = list.lead();
        let numbers =
            [at, list_number(Some(lead)), list.size as i16, list.gruntles as i16, counters(list.specialties)];
        for (channel, number) in self.0.iter_mut().zip(numbers) {
            channel[lead.index() % MOST_LISTS] = number;
        }
    }

    /// Writes the same for a card that is part of that List.
    #[inline]
    fn join(&mut self, card: ListCard, lead: ListCard) {
        for channel in &mut self.0 {
            channel[card.index() % MOST_LISTS] = channel[lead.index() % MOST_LISTS];
        }
    }
}

/// Writes the observation into zeros, in the order of the layout; stops where the room is not exact.
pub(super) fn write(game: &Spammers, look: &Look<'_>, into: &mut [i16]) -> Option<()> {
    let (cards, lists) = (game.set().titles().len(), game.set().lists().len());
    let seats = Round::of(game.seats(), look.viewer());
    let mut rest = Rest::of(into);
    let (asked, offered, pending) = asked_about(look.phase());
    *rest.next()? = [
        game.seats().get() as i16,
        look.viewer().seat().map_or(0, Seat::index) as i16,
        i16::from(game.variant() == Variant::Demonstration),
        phase_number(look.phase()),
        seats.number(Some(look.turn())),
        seats.number(asked),
        look.turns().try_into().unwrap_or(i16::MAX),
        look.actions_taken().into(),
        look.extra_actions().into(),
        look.actions_left().try_into().unwrap_or(i16::MAX),
        look.mailings().into(),
        look.extra_mailings().into(),
        look.deck_size() as i16,
        look.list_deck_size() as i16,
        list_number(offered),
        card_number(look.resolving()),
    ];
    let window = rest.next()?;
    if let Some(pending) = pending {
        *window = pending_numbers(pending, seats);
    }
    let hand = rest.take(cards)?;
    look.tell_hand(|card| hand[card.index()] += 1);
    let dealt = rest.take(lists)?;
    look.dealt().each(|list| dealt[list.index()] = 1);
    if let Some(chosen) = look.chosen() {
        dealt[chosen.index()] = 2;
    }
    let [hands, lists_held, declined] = [rest.next::<MOST_SEATS>()?, rest.next()?, rest.next()?];
    let (owners, ratings) = (rest.take(cards)?, rest.take(cards)?);
    let mut rows = || Some(Rest::of(rest.take(MOST_SEATS * cards)?));
    let [mut hardware, mut shown, mut known] = [rows()?, rows()?, rows()?];
    let discards = rest.take(cards)?;
    for (place, seat) in seats.iter().enumerate() {
        hands[place] = look.hand_size(seat) as i16;
        lists_held[place] = look.dealt_size(seat) as i16;
        declined[place] = look.declined(seat).into();
        for scam in look.scams(seat) {
            owners[scam.scam.index()] = place as i16 + 1;
            ratings[scam.scam.index()] = scam.rating.into();
        }
        let (hardware, shown, known) = (hardware.take(cards)?, shown.take(cards)?, known.take(cards)?);
        look.tell_hardware(seat, |card| hardware[card.index()] += 1);
        look.tell_known(seat, |card, is_shown, is_known| {
            shown[card.index()] += i16::from(is_shown);
            known[card.index()] += i16::from(is_known);
        });
    }
    look.tell_discards(|card| discards[card.index()] += 1);
    let mut lying = Lists([[0; MOST_LISTS]; 5]);
    for (owner, at) in seats.iter().map(Some).zip(1..).chain([(None, 7)]) {
        look.leads(owner).for_each(|list| lying.lay(&list, at));
    }
    look.tell_merged(|card, lead| lying.join(card, lead));
    look.list_discards().each(|list| lying.0[0][list.index() % MOST_LISTS] = 8);
    for channel in &lying.0 {
        rest.take(lists)?.copy_from_slice(channel.get(..lists)?);
    }
    Some(())
}
