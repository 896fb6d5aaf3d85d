"""Many matches at once: the same as each by itself."""

import gruntle
import numpy as np
import pytest

GAMES = ["spammers", "spam-o-rama"]


@pytest.mark.parametrize("game, setting", [("spammers", {}), ("spam-o-rama", {}), ("spam-o-rama", {"network": "generated"})])
def test_many_matches_are_those_that_each_seed_gives(game, setting):
    setting = {"seed": 6, "longest": 150 if game == "spammers" else 179, **setting}
    many = gruntle.Vector(game, 5, 3, **setting)
    single = [gruntle.make(game, 3, number=number, **setting) for number in range(5)]
    begun = [1] * 5
    assert len(many) == 5 and many.observations.shape[0] == 5 and many.masks.dtype == np.uint8
    # Until every match has ended and another has begun in its place, and has come some way.
    for _ in range(4000):
        tokens = many.sample()
        for place, match in enumerate(single):
            assert many.currents[place] == match.current
            assert np.array_equal(many.observations[place], match.observe())
            assert np.array_equal(many.masks[place], match.mask())
            assert [token - 1 for token in many.begun[place] if token] == match.begun
            assert many.masks[place][tokens[place]] == 1
            match.step_token(int(tokens[place]))
        many.step(tokens)
        for place, match in enumerate(single):
            assert many.dones[place] == match.over
            assert list(many.rewards[place]) == match.returns()
            if match.over:
                single[place] = gruntle.make(game, 3, number=place + 5 * begun[place], **setting)
                begun[place] += 1
        if min(begun) > 1 and sum(begun) > 12:
            break
    assert min(begun) > 1


@pytest.mark.parametrize("game", GAMES)
def test_lots_are_those_of_a_match_by_itself(game):
    """The token that is drawn is that of a choice: as often as it begins choices."""
    many = gruntle.Vector(game, 300, 2, seed=4)
    match = gruntle.make(game, 2, seed=4, number=0)
    first = [tokens[0] for tokens in match.tokens()]
    drawn = {int(match.sample()) for _ in range(400)}
    assert drawn <= set(first) and len(drawn) > min(3, len(set(first)) - 1)
    tokens = many.sample()
    assert all(mask[token] for mask, token in zip(many.masks, tokens))


@pytest.mark.parametrize("game", GAMES)
def test_a_step_that_one_match_refuses_changes_none(game):
    many = gruntle.Vector(game, 40, 2, seed=2)
    many.step_randomly(30)
    before = [array.copy() for array in arrays(many)]
    tokens = many.masks.argmax(axis=1)
    tokens[33] = many.masks[33].argmin()
    with pytest.raises(ValueError, match=f"token {tokens[33]} cannot come next in match 33"):
        many.step(tokens)
    # What somebody writes into the masks makes nothing legal.
    many.masks[33] = 1
    with pytest.raises(ValueError, match="cannot come next in match 33"):
        many.step(tokens)
    many.masks[33] = before[1][33]
    assert all(np.array_equal(one, other) for one, other in zip(before, arrays(many)))
    many.step(many.masks.argmax(axis=1))


def arrays(many):
    """All that is told of many matches."""
    return [many.observations, many.masks, many.rewards, many.dones, many.currents, many.begun]


def test_more_matches_than_memory_are_refused_with_a_sentence():
    for game in GAMES:
        with pytest.raises(ValueError, match="matches at once are not possible; take 1 to") as wrong:
            gruntle.Vector(game, 2**20)
        most = int(str(wrong.value).split()[-1])
        assert 50_000 < most < 2**20


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


@pytest.mark.parametrize("game, setting", [("spammers", {}), ("spam-o-rama", {}), ("spam-o-rama", {"network": "generated"})])
def test_many_steps_at_once_are_as_many_one_after_the_other(game, setting):
    at_once, one_by_one = (gruntle.Vector(game, 70, 2, seed=3, longest=60, **setting) for _ in range(2))
    ended = 0
    for steps in [0, 1, 2, 33, 1, 150]:
        for array in arrays(at_once) if steps else []:
            # What somebody writes there is written over.
            array.fill(1)
        at_once.step_randomly(steps)
        for _ in range(steps):
            one_by_one.step_randomly()
            ended += int(one_by_one.dones.sum())
        for one, other in zip(arrays(at_once), arrays(one_by_one)):
            assert one is at_once.observations or np.array_equal(one, other)
        # Within a decision nothing happens at the table, and the observation is not written again.
        whole = ~at_once.begun.any(axis=1)
        assert np.array_equal(at_once.observations[whole], one_by_one.observations[whole])
    assert ended >= 70


TABLES = {"seats": [2, 3, 6], "network": ["ring", "generated", "strip"], "memory": [True, True, False]}


def table(place):
    """How the match in this place is set up."""
    return {name: listed[place % 3] for name, listed in TABLES.items()}


def test_tables_of_a_list_come_round_and_round_and_networks_are_shared():
    many = gruntle.Vector("spam-o-rama", 7, **TABLES, networks=2, seed=5)
    single = [gruntle.make("spam-o-rama", **table(place), number=place, seed=5) for place in range(7)]
    shared = [gruntle.make("spam-o-rama", network="generated", number=number, seed=5) for number in range(2)]
    suits = slice(7, 67)
    assert many.rewards.shape == (7, 6)
    ended = 0
    while ended < 30:
        for place, match in enumerate(single):
            if place % 3 != 1 and match is not None:
                assert np.array_equal(many.observations[place], match.observe()) and many.currents[place] == match.current
        tokens = many.sample()
        many.step(tokens)
        for place, match in enumerate(single):
            if place % 3 == 1 or match is None:
                continue
            match.step_token(int(tokens[place]))
            if match.over:
                assert many.rewards[place].tolist() == match.returns() + [0] * (6 - match.seats)
                single[place] = None
        ended += int(many.dones.sum())
        for place in (1, 4):
            assert any(np.array_equal(many.observations[place, suits], one.observe()[suits]) for one in shared)
    # Number 1 is on the network of game 1, number 4 on that of game 0.
    many = gruntle.Vector("spam-o-rama", 7, **TABLES, networks=2, seed=5)
    for place, game in [(1, 1), (4, 0)]:
        assert np.array_equal(many.observations[place, suits], shared[game].observe()[suits])
    assert not np.array_equal(shared[0].observe()[suits], shared[1].observe()[suits])


def test_tables_that_do_not_go_together_are_refused_with_a_sentence():
    for setting, says in [
        ({"seats": [2, 3], "memory": [True] * 3}, "make them equally long"),
        ({"seats": []}, "an empty list"),
        ({"seats": [2, 3, 4, 5, 6]}, "4 matches at once are not possible; take 5 to"),
        ({"seats": [2, 9]}, "2 to 6"),
        ({"seats": "two"}, "is not a whole number"),
        ({"networks": 3}, "made for network='generated'"),
        ({"networks": 0, "network": "generated"}, "1 to 65536"),
        ({"networks": -1, "network": "generated"}, "is not a whole number"),
    ]:
        with pytest.raises(ValueError, match=says):
            gruntle.Vector("spam-o-rama", 4, **setting)


@pytest.mark.parametrize("game", GAMES)
def test_staggered_matches_stand_everywhere(game):
    many, again = (gruntle.Vector(game, 60, 2, seed=3, stagger=True) for _ in range(2))
    assert all(np.array_equal(one, other) for one, other in zip(arrays(many), arrays(again)))
    assert not many.dones.any() and not many.rewards.any()
    place = gruntle.make(game).layout()["channels"]["turns"][0]
    turns = many.observations[:, place]
    assert len(set(turns.tolist())) > 20


@pytest.mark.parametrize("game", GAMES)
def test_forced_tokens_are_taken_by_themselves(game):
    many = gruntle.Vector(game, 6, 3, seed=8, longest=400, skip_forced=True)
    single = [gruntle.make(game, 3, seed=8, number=place, longest=400) for place in range(6)]
    begun, skipped, is_first = [1] * 6, 0, [True] * 6
    while min(begun) < 3:
        for place, match in enumerate(single):
            assert np.array_equal(many.observations[place], match.observe()) and np.array_equal(many.masks[place], match.mask())
            assert [token - 1 for token in many.begun[place] if token] == match.begun
            assert is_first[place] or many.masks[place].sum() > 1
        tokens = many.sample()
        many.step(tokens)
        for place, match in enumerate(single):
            match.step_token(int(tokens[place]))
            while not match.over and match.mask().sum() == 1:
                match.step_token(int(match.mask().argmax()))
                skipped += 1
            assert many.dones[place] == match.over and many.rewards[place].tolist() == match.returns()
            is_first[place] = match.over
            if match.over:
                single[place] = gruntle.make(game, 3, seed=8, number=place + 6 * begun[place], longest=400)
                begun[place] += 1
    assert skipped > 6


@pytest.mark.parametrize("game, names", [("spammers", ["hand", "dealt"]), ("spam-o-rama", ["clients"])])
def test_the_hidden_truth_is_what_each_seat_knows_of_itself(game, names):
    many = gruntle.Vector(game, 9, [2, 3, 6], seed=4)
    single = [gruntle.make(game, (2, 3, 6)[place % 3], seed=4, number=place) for place in range(9)]
    channels = single[0].layout()["channels"]
    for _ in range(60):
        truth = many.hidden_truth()
        assert truth.dtype == np.int16 and truth.shape[:2] == (9, 6)
        for place, match in enumerate(single):
            for row in range(6):
                seen = match.observe((match.current + row) % match.seats)
                told = np.concatenate([seen[channels[name][0] :][: channels[name][1][0]] for name in names])
                told = (told == 1).astype(int) if game == "spam-o-rama" else told
                assert np.array_equal(truth[place, row], told if row < match.seats else 0 * told)
        tokens = many.sample()
        many.step(tokens)
        for match, token in zip(single, tokens):
            match.step_token(int(token))
    assert truth.any(axis=2)[2].all()


def test_the_same_seed_gives_the_same_matches():
    seen = []
    for _ in range(2):
        many = gruntle.Vector("spam-o-rama", 100, 4, seed=9)
        many.step_randomly(150)
        seen.append(many.observations.copy())
    assert np.array_equal(*seen)
