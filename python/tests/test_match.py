"""Matches from Python: the same games as from the command line, honest views, sentences for what cannot be."""

import copy
import json
import os
import random
import subprocess

import gruntle
import numpy as np
import pytest

GAMES = ["spammers", "spam-o-rama"]


def play(match, luck):
    """Plays any choices to the end."""
    while not match.over:
        match.step(luck.randrange(len(match.legal())))
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_match_is_played_to_its_end(game, seats):
    match = play(gruntle.make(game, seats, seed=3, longest=3000), random.Random(seats))
    assert match.over and match.current is None and match.decisions > 20
    if match.winners is not None:
        assert sorted(set(match.returns())) in ([-1.0, 1.0], [1.0])
        record = match.record()
        again = gruntle.read_record(record)
        assert again.winners == match.winners and again.record(["python"] * seats) == record
        assert again.view(0) == match.view(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_match(game):
    played = [play(gruntle.make(game, 3, seed=5, number=number), random.Random(1)) for number in (0, 0, 1)]
    views = [json.dumps(match.open_view()) for match in played]
    assert views[0] == views[1] != views[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_games_come_out_as_on_the_command_line(game):
    program = os.environ.get("GRUNTLE")
    if program is None:
        pytest.skip("GRUNTLE does not name the program")
    bots = ["greedy", "random"]
    names = ",".join(bots)
    asked = [program, "sim", game, "--bots", names, "--games", "100", "--seed", "11", "--json"]
    told = json.loads(subprocess.run(asked, check=True, capture_output=True).stdout)
    wins, decisions = [0, 0], 0
    for number in range(100):
        match = gruntle.make(game, 2, seed=11, number=number)
        for seat in range(2):
            match.seat_bot(seat, bots[(seat + number) % 2])
        match.play_bots()
        decisions += match.decisions
        for winner in match.winners:
            wins[winner] += 1
    assert wins == told["wins"] and decisions == told["decisions"]


@pytest.mark.parametrize("game", GAMES)
def test_an_imagined_match_looks_the_same_to_its_seat_and_shows_no_more(game):
    luck = random.Random(2)
    match = gruntle.make(game, 3, seed=8, longest=400)
    differed = 0
    while not match.over:
        seat = match.current
        for seed in range(2):
            other = match.imagine(seat, seed)
            assert other.view(seat) == match.view(seat)
            assert np.array_equal(other.observe(seat), match.observe(seat))
            assert other.legal() == match.legal() and other.tokens() == match.tokens()
            assert np.array_equal(other.features(), match.features())
            rival = (seat + 1) % 3
            differed += other.view(rival) != match.view(rival)
        match.step(luck.randrange(len(match.legal())))
    assert differed > 20, "what others know is truly imagined"


@pytest.mark.parametrize("game", GAMES)
def test_tokens_lead_to_every_choice(game):
    luck = random.Random(4)
    match = gruntle.make(game, 2, seed=8, longest=200)
    while not match.over:
        legal, tokens = match.legal(), match.tokens()
        number = luck.randrange(len(legal))
        other = match.clone()
        other.step(number)
        decisions = match.decisions
        for token in tokens[number]:
            assert match.decisions == decisions and match.mask()[token] == 1
            match.step_token(token)
        assert match.decisions == decisions + 1 and match.begun == []


def test_a_clone_goes_its_own_way():
    match = gruntle.make("spam-o-rama", seed=1)
    other = match.clone()
    assert other.view() == match.view()
    other.step(0)
    assert other.decisions == 1 and match.decisions == 0
    # The same luck to come, and another.
    for game in GAMES:
        match = gruntle.make(game, 2, seed=1, longest=200)
        for _ in range(20):
            match.step(0)
        ends = []
        for one in (match, copy.deepcopy(match), match.clone(), match.clone(5)):
            ends.append(play(one.clone(5) if one is match else one, random.Random(3)).heard(0))
        assert ends[1] == ends[2] != ends[0] == ends[3]


def test_observations_are_written_in_place():
    match = gruntle.make("spam-o-rama", 2, seed=1)
    out = np.zeros(match.layout()["size"], np.int16)
    assert match.observe(0, out) is out and out.any()
    start, shape, _ = match.layout()["channels"]["seats"]
    assert shape == [1] and out[start] == 2


def test_masks_are_written_in_place_and_lots_are_drawn_from_them():
    for game in GAMES:
        match, again = (gruntle.make(game, 2, seed=4, longest=100) for _ in range(2))
        out = np.full(len(match.layout()["tokens"]), 7, np.uint8)
        while not match.over:
            assert match.mask(out) is out and np.array_equal(out, match.mask())
            token = match.sample()
            assert out[token] == 1 and token == again.sample()
            match.step_token(token)
            again.step_token(token)


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_of_a_match_can_be_taken_up_again(game):
    match, views = gruntle.make(game, 3, seed=6, longest=150), []
    while not match.over:
        views.append((match.current, match.view_json(), match.legal()))
        match.step(len(views) * 7 % len(match.legal()))
    actions = match.actions()
    assert len(actions) == match.decisions == len(views)
    for decision, (seat, view, legal) in enumerate(views):
        then = match.at(decision)
        assert (then.current, then.view_json(), then.legal()) == (seat, view, legal)
        assert json.loads(view) == then.view()
        assert actions[decision][0] == seat and actions[decision][1] in legal
        assert then.actions() == actions[:decision]
    # The luck to come is the same, too.
    again = match.at(20)
    for _, choice in actions[20:]:
        again.step(choice)
    assert again.open_view() == match.open_view() and again.over


def test_bots_choose():
    match = gruntle.make("spam-o-rama", 2, seed=1)
    bot = gruntle.bot("search:20", seed=3)
    assert bot.choose(match) == bot.choose(match) < len(match.legal())
    assert bot.name == "search:20"


def test_events_are_those_of_a_seat():
    match = gruntle.make("spammers", 2, seed=1)
    own, rivals = match.heard(0), match.heard(1)
    assert own != rivals and all(len(event) == 3 for event in own)


WRONG = [
    (lambda: gruntle.make("chess"), "there is no game 'chess'"),
    (lambda: gruntle.make("spammers", 7), "7 seats are not possible"),
    (lambda: gruntle.make("spammers", network="ring"), "a network is not for SPAMMERS"),
    (lambda: gruntle.make("spam-o-rama", network="cube"), "there is no network 'cube'"),
    (lambda: gruntle.make("spammers", deck="tarot"), "there is no card set 'tarot'"),
    (lambda: gruntle.make("spammers", longest=0), "longest is 1 or more"),
    (lambda: gruntle.bot("hal"), "there is no bot 'hal'"),
    (lambda: gruntle.make("spammers").step(999), "choices are numbered 0 to"),
    (lambda: gruntle.make("spammers").step(-1), "is no choice"),
    (lambda: gruntle.make("spammers").step(None), "is no choice"),
    (lambda: gruntle.make("spammers").step("pass"), "none of the"),
    (lambda: gruntle.make("spammers").step("dance"), ""),
    (lambda: gruntle.make("spammers").step_token(5), "cannot come next"),
    (lambda: gruntle.make("spammers").step_token(10**9), "cannot come next"),
    (lambda: gruntle.make("spammers").view(2), "there is no seat 2"),
    (lambda: gruntle.make("spammers").at(1), "there were 0 decisions, not 1"),
    (lambda: gruntle.make("spammers").imagine().actions(), "imagined"),
    (lambda: gruntle.make("spammers").imagine().at(0), "imagined"),
    (lambda: gruntle.make("spammers").mask(np.zeros(3, np.uint8)), "a mask has"),
    (lambda: gruntle.make("spammers").record(), "not finished"),
    (lambda: gruntle.make("spammers").imagine().record(), "imagined"),
    (lambda: gruntle.make("spammers").observe(0, np.zeros(3, np.int16)), "an observation has"),
    (lambda: gruntle.read_record("nonsense"), ""),
    (lambda: gruntle.Vector("spammers", 0), "0 matches at once"),
    (lambda: gruntle.Vector("spammers", 2).step(np.zeros(3, np.int64)), "3 tokens for 2 matches"),
    (lambda: gruntle.Vector("spammers", 2).step(np.full(2, -1)), "cannot come next in match 0"),
]


@pytest.mark.parametrize("call, sentence", WRONG)
def test_what_cannot_be_is_a_value_error_with_a_sentence(call, sentence):
    with pytest.raises(ValueError) as wrong:
        call()
    assert sentence in str(wrong.value) and len(str(wrong.value)) > 15


def test_nonsense_never_ends_the_interpreter():
    luck = random.Random(9)
    texts = ["", "take", "take suns suns", "relay a1", "\0", "ä" * 300, "mail x for y to z", "place z99", "react"]
    numbers = [0, 1, -1, 2**31, 2**63, -(2**63), 2**64, 10**30, 0.5, None, [], "0", True]
    for game in GAMES:
        match = gruntle.make(game, 3, seed=2, longest=150)
        while not match.over:
            for _ in range(3):
                said = luck.choice(texts + numbers)
                for call in (match.step, match.step_token, match.view, match.observe, match.heard, match.imagine):
                    try:
                        call(said)
                    except (ValueError, TypeError, OverflowError):
                        pass
                    if match.over:
                        break
                if match.over:
                    break
            if not match.over:
                match.step(luck.randrange(len(match.legal())))
