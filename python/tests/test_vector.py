"""Many matches at once: the same as each by itself."""

import gruntle
import numpy as np
import pytest

GAMES = ["spammers", "spam-o-rama"]


@pytest.mark.parametrize("game", GAMES)
def test_many_matches_are_those_that_each_seed_gives(game):
    many = gruntle.Vector(game, 5, 3, seed=6)
    single = [gruntle.make(game, 3, seed=6, number=number) for number in range(5)]
    assert len(many) == 5 and many.observations.shape[0] == 5 and many.masks.dtype == np.uint8
    for _ in range(60):
        tokens = many.sample()
        for place, match in enumerate(single):
            assert many.currents[place] == match.current
            assert np.array_equal(many.observations[place], match.observe())
            assert np.array_equal(many.masks[place], match.mask())
            assert [token - 1 for token in many.begun[place] if token] == match.begun
            assert many.masks[place][tokens[place]] == 1
            match.step_token(int(tokens[place]))
        many.step(tokens)
        if many.dones.any():
            break


@pytest.mark.parametrize("game", GAMES)
def test_matches_that_are_over_begin_anew(game):
    many = gruntle.Vector(game, 8, 2, seed=1, longest=400)
    ended, observations = 0, many.observations
    for _ in range(600):
        many.step_randomly()
        ended += int(many.dones.sum())
        for place in np.flatnonzero(many.dones):
            assert set(np.unique(many.rewards[place])) <= {-1.0, 0.0, 1.0}
        assert not many.rewards[~many.dones].any()
        assert (many.currents >= 0).all() and (many.masks.sum(axis=1) > 0).all()
    assert ended > 4 and observations is many.observations


def test_the_same_seed_gives_the_same_matches():
    seen = []
    for _ in range(2):
        many = gruntle.Vector("spam-o-rama", 100, 4, seed=9)
        many.step_randomly(150)
        seen.append(many.observations.copy())
    assert np.array_equal(*seen)
