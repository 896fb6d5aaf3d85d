"""Functions that play: as bots, and against bots in an arena."""

import functools

import gruntle
import numpy as np
import pytest
from gruntle.arena import wilson

GAMES = ["spammers", "spam-o-rama"]


def first(observations, masks, begun):
    """Always the first token that may come next."""
    assert observations.dtype == np.int16 and masks.dtype == np.uint8 and begun.shape == (len(masks), 4)
    return masks.argmax(axis=1)


@pytest.mark.parametrize("game", GAMES)
def test_a_function_is_a_bot(game):
    match, ours = gruntle.make(game, 3, seed=2, longest=200), gruntle.bot(first)
    assert ours.name == "first" and repr(ours) == "gruntle.bot(first)"
    while not match.over:
        decided, chosen = match.decisions, ours.choose(match)
        copy = match.clone()
        while copy.decisions == decided:
            copy.step_token(int(copy.mask().argmax()))
        match.step(chosen)
        assert match.open_view() == copy.open_view()
        if match.decisions % 7 == 3 and not match.over:
            # A decision that has begun is finished.
            match.step_token(match.sample())
    with pytest.raises(ValueError, match="the match is over"):
        ours.choose(match)
    with pytest.raises(ValueError, match="is no match"):
        ours.choose("match")


def test_a_function_that_answers_wrongly_is_told_so():
    match = gruntle.make("spam-o-rama", seed=1)
    for wrong, says in [
        (lambda seen, masks, begun: masks.argmin(axis=1), "cannot come next in row 0"),
        (lambda seen, masks, begun: [-1], "cannot come next in row 0"),
        (lambda seen, masks, begun: [0.5], "a whole number for each of 1 rows"),
        (lambda seen, masks, begun: [0, 0], "a whole number for each of 1 rows"),
    ]:
        with pytest.raises(ValueError, match=says):
            gruntle.bot(wrong).choose(match)


@pytest.mark.parametrize("game, seats", [("spammers", 2), ("spam-o-rama", 3)])
def test_an_arena_plays_every_deal_from_every_seat(game, seats):
    setup = {"seed": 3, "longest": 400}
    came = gruntle.Arena(game, seats, threads=2, **setup).play(first, ["random"] * (seats - 1), deals=3)
    wins = 0
    for number in range(3 * seats):
        match = gruntle.make(game, seats, number=number // seats, **setup)
        for seat in range(seats):
            if seat != number % seats:
                match.seat_bot(seat, "random")
        match.play_bots()
        while not match.over:
            match.step_token(int(match.mask().argmax()))
            if not match.begun:
                match.play_bots()
        wins += (number % seats in (match.winners or ())) / max(1, len(match.winners or ()))
    assert came["wins"] == pytest.approx(wins) and came["games"] == 3 * seats
    assert came["fair"] == 1 / seats and came["share"] == pytest.approx(wins / 3 / seats)
    assert came["low"] <= came["share"] <= came["high"]


def test_who_always_wins_has_an_interval_to_the_top():
    assert gruntle.bot(functools.partial(first)).name == "partial"
    low, high = wilson(1.0, 20)
    assert 0.8 < low < 0.9 and high == pytest.approx(1.0)
    assert [round(end, 3) for end in wilson(0.75, 40)] == [0.598, 0.858]


def test_what_an_arena_is_asked_wrongly_is_told_in_a_sentence():
    arena = gruntle.Arena("spam-o-rama", 3)
    for wrong, says in [({"against": ["random"]}, "1 bots for 2 seats"), ({"deals": 0}, "0 deals are none"), ({"against": "nobody"}, "nobody")]:
        with pytest.raises(ValueError, match=says):
            arena.play(first, **wrong)
    with pytest.raises(ValueError, match="seats"):
        gruntle.Arena("spam-o-rama", 9)
