"""Matches from Python: the same games as from the command line, honest views, sentences for what cannot be."""

import copy
import json
import os
import pickle
import random
import subprocess
from pathlib import Path

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


@pytest.mark.parametrize("game, setting", [("spammers", {"deck": "starter"}), ("spam-o-rama", {"network": "generated", "memory": False})])
def test_a_pickled_match_goes_on_elsewhere(game, setting):
    luck = random.Random(6)
    match = gruntle.make(game, 3, seed=5, number=2, longest=150, **setting)
    while not match.over:
        if match.decisions % 40 == 0 or match.begun:
            for one in (match, match.clone(9)):
                again = pickle.loads(pickle.dumps(one))
                assert stands(again) == stands(one) and again.seed == one.seed and again.setting == one.setting
                # The same luck to come, and the same set-up to begin anew.
                assert stands(finished(again, 3)) == stands(finished(one.clone(), 3))
                again.restart(8)
                other = match.clone()
                other.restart(8)
                assert stands(again) == stands(other)
        match.step_token(luck.choice(np.flatnonzero(match.mask()).tolist()))
    assert stands(pickle.loads(pickle.dumps(match))) == stands(match)


def finished(match, seed):
    """The match, played on token by token."""
    luck = random.Random(seed)
    while not match.over:
        match.step_token(luck.choice(np.flatnonzero(match.mask()).tolist()))
    return match


def test_pickles_hold_records_but_nothing_that_nobody_knows():
    record = play(gruntle.make("spam-o-rama", 2, seed=3), random.Random(2)).record()
    assert pickle.loads(pickle.dumps(gruntle.read_record(record))).record() == record
    for match, sentence in [
        (gruntle.make("spammers").imagine(), "imagined"),
        (gruntle.read_record(record).at(5), "not finished"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            pickle.dumps(match)


def test_pickles_that_were_tampered_with_are_refused_with_a_sentence():
    luck, refused = random.Random(4), 0
    match = gruntle.make("spam-o-rama", 2, seed=3)
    match.step(0)
    revive, kept = match.__reduce__()
    for _ in range(400):
        said = list(kept)
        place = luck.randrange(len(said))
        junk = luck.choice(TEXTS + NUMBERS + ["A take suns", kept[0]])
        said[place] = luck.choice([junk, [junk], [*kept[3], junk], (junk, 3), (kept[2], junk), kept[0][: luck.randrange(90)]])
        try:
            again = revive(*said)
            assert again.over or again.legal()
        except ValueError as wrong:
            assert len(str(wrong)) > 10
            refused += 1
    assert refused > 250
    with pytest.raises(ValueError, match="is no pickled match"):
        revive()


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


CARDS = (Path(__file__).resolve().parents[2] / "cards" / "template.toml").read_text(encoding="utf-8")
BRIDGE = (Path(__file__).resolve().parents[2] / "networks" / "template.txt").read_text(encoding="utf-8")


def test_sets_and_networks_of_ones_own_are_played_pickled_and_read_back(tmp_path):
    deck, network = tmp_path / "my.toml", tmp_path / "bridge.txt"
    deck.write_text(CARDS, encoding="utf-8")
    network.write_text(BRIDGE, encoding="utf-8")
    for game, own in [("spammers", {"deck": str(deck)}), ("spam-o-rama", {"network": str(network)})]:
        match = gruntle.make(game, seats=2, seed=4, **own)
        many = gruntle.Vector(game, 3, seats=2, seed=4, **own)
        many.step_randomly(100)
        for seat in range(2):
            match.seat_bot(seat, "random")
        match.play_bots()
        assert pickle.loads(pickle.dumps(match)).record() == match.record()
        again = gruntle.read_record(match.record())
        assert again.setting == match.setting and again.winners == match.winners
    assert match.setting["network"].startswith("bridge ")
    deck.write_text(CARDS.replace("size = 4", "size = 0"), encoding="utf-8")
    with pytest.raises(ValueError, match="my.toml: line 14, 'People Who Read Comments': 'size' must be"):
        gruntle.make("spammers", deck=str(deck))
    with pytest.raises(ValueError, match="is not a suit"):
        network.write_text("Q", encoding="utf-8")
        gruntle.make("spam-o-rama", network=str(network))


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


def test_what_is_of_another_kind_is_a_value_error_too():
    match = gruntle.make("spam-o-rama", 2, seed=1)
    bot = gruntle.bot("random")
    calls = [
        (lambda: match.step_token(-1), "-1 is not a whole number"),
        (lambda: match.step_token("take"), "'take' is not a whole number"),
        (lambda: gruntle.make("spammers", seats=-1), "-1 is not a whole number"),
        (lambda: gruntle.make("spammers", seats=None), "None is not a whole number"),
        (lambda: gruntle.make("spammers", seed=2**64), "18446744073709551616 is not a whole number, 0 to"),
        (lambda: gruntle.make("spammers", longest=2.5), "2.5 is not a whole number"),
        (lambda: gruntle.make(5), "5 is not a text"),
        (lambda: gruntle.make("spam-o-rama", network=3), "3 is not a text"),
        (lambda: gruntle.make("spam-o-rama", memory="on"), "'on' is not True or False"),
        (lambda: gruntle.Vector("spam-o-rama", "many"), "'many' is not a whole number"),
        (lambda: gruntle.Vector("spam-o-rama", 2).step([0, 0]), "is not an array of one dimension"),
        (lambda: gruntle.Vector("spam-o-rama", 2).step(np.zeros(2)), "with numbers of int64"),
        (lambda: gruntle.Vector("spam-o-rama", 2).step_randomly(-1), "-1 is not a whole number"),
        (lambda: gruntle.read_record(b"record"), "is not a text"),
        (lambda: gruntle.read_record("\ud800"), "is not a text"),
        (lambda: gruntle.bot(None), "None is not a text"),
        (lambda: bot.choose("match"), "'match' is no match"),
        (lambda: match.restart("again"), "'again' is not a whole number"),
        (lambda: match.seat_bot("A", "greedy"), "'A' is not a whole number"),
        (lambda: match.observe(0, [0] * 735), "is not an array of one dimension"),
        (lambda: match.observe(0, np.zeros(735)), "with numbers of int16"),
        (lambda: match.observe(0, np.zeros((735, 1), np.int16)), "is not an array of one dimension"),
        (lambda: match.observe(0, np.zeros(1470, np.int16)[::2]), "not in one piece"),
        (lambda: match.mask(np.broadcast_to(np.uint8(0), 312)), "cannot be written"),
        (lambda: match.record([1, 2]), "[1, 2] is not a list of texts"),
        (lambda: match.clone(1.5), "1.5 is not a whole number"),
        (lambda: match.step(10**5000), "is no choice"),
    ]
    for call, sentence in calls:
        with pytest.raises(ValueError) as wrong:
            call()
        assert sentence in str(wrong.value) and len(str(wrong.value)) < 400, str(wrong.value)


TEXTS = ["", "take", "take suns suns", "relay a1", "\0", "ä" * 300, "mail x for y to z", "place z99", "react", "\ud800"]
NUMBERS = [0, 1, -1, 2, 5, 300, 2**16, 2**31, 2**63, -(2**63), 2**64, 10**30, 10**5000, 0.5, float("nan"), None, [], "0", True]
ARRAYS = [
    np.zeros(3, np.int16),
    np.zeros((2, 2), np.uint8),
    np.zeros(735),
    np.zeros(1470, np.int16)[::2],
    np.broadcast_to(np.int16(0), 735),
    np.array(["text"]),
    np.array(None),
]
KEYS = ["seats", "seed", "number", "variant", "deck", "network", "memory", "longest"]


def stands(match):
    """All that can be asked of a match."""
    told = [match.view_json(seat) for seat in range(match.seats)] if not match.over else [json.dumps(match.open_view())]
    return told, match.legal(), match.mask().tolist(), match.begun, match.decisions, match.seed, match.actions()


@pytest.mark.parametrize("game", GAMES)
def test_nonsense_is_refused_and_changes_nothing(game):
    luck = random.Random(9)
    junk = TEXTS + NUMBERS + ARRAYS
    match = gruntle.make(game, 3, seed=2, longest=60)
    refused = 0
    while not match.over:
        before, said, more = stands(match), luck.choice(junk), luck.choice(junk)
        for call in (
            lambda one: one.step(said),
            lambda one: one.step_token(said),
            lambda one: one.view(said),
            lambda one: one.heard(said, more),
            lambda one: one.observe(said, more),
            lambda one: one.mask(said),
            lambda one: one.imagine(said, more),
            lambda one: one.at(said),
            lambda one: one.clone(said),
            lambda one: one.record(said),
            lambda one: one.seat_bot(said, more),
            lambda one: one.restart(said, more),
            lambda one: gruntle.bot("random").choose(said),
            lambda one: gruntle.bot(said, more),
            lambda one: gruntle.read_record(said),
        ):
            other = match.clone()
            try:
                call(other)
            except ValueError as wrong:
                assert len(str(wrong)) > 10 and stands(other) == before
                refused += 1
        match.step(luck.randrange(len(match.legal())))
    assert refused > 300


def test_nonsense_makes_no_match():
    luck, made, refused = random.Random(5), 0, 0
    for _ in range(600):
        names = luck.sample(KEYS, luck.randrange(4))
        asked = {name: luck.choice(TEXTS + NUMBERS + ["ring", "standard", "generated", True, 4]) for name in names}
        game = luck.choice(20 * GAMES + TEXTS + NUMBERS)
        try:
            if luck.random() < 0.7:
                gruntle.make(game, **asked)
            else:
                asked.pop("number", None)
                gruntle.Vector(game, luck.choice([1, 2, 3, *NUMBERS]), **asked).step_randomly(2)
            made += 1
        except ValueError as wrong:
            assert len(str(wrong)) > 10
            refused += 1
    assert made > 30 and refused > 200


@pytest.mark.parametrize("game", GAMES)
def test_records_that_were_tampered_with_are_refused_or_told_truly(game):
    luck = random.Random(3)
    record = play(gruntle.make(game, 2, seed=3), random.Random(2)).record()
    refused = 0
    for _ in range(150):
        place = luck.randrange(len(record))
        cut = luck.choice(["", "\n", "x", "9", "\0", "é", record[place // 2 : place // 2 + 40]])
        said = record[:place] + cut + record[place + luck.randrange(4) :]
        try:
            again = gruntle.read_record(said)
            assert again.over or again.legal()
        except ValueError as wrong:
            assert len(str(wrong)) > 10
            refused += 1
    assert refused > 100


def test_junk_in_vectors_changes_nothing():
    luck = random.Random(7)
    many = gruntle.Vector("spam-o-rama", 4, 2, seed=1)
    for _ in range(200):
        before = (many.observations.copy(), many.masks.copy(), many.currents.copy())
        said = luck.choice(
            TEXTS + NUMBERS + ARRAYS + [np.array(luck.choices([-1, 0, 5, 13, 400, 70_000, 2**40], k=4))]
        )
        try:
            many.step(said)
        except ValueError:
            now = (many.observations, many.masks, many.currents)
            assert all(np.array_equal(one, other) for one, other in zip(before, now))
        many.step(many.sample())


def test_neighbours_are_those_that_coordinates_tell():
    match = gruntle.make("spam-o-rama", network="generated", seed=3)
    layout, seen = match.layout(), match.observe()
    columns, rows = (seen[layout["channels"][name][0] :][:60].tolist() for name in ("port_column", "port_row"))
    places = {place: port for port, place in enumerate(zip(columns, rows))}
    for port, (column, row) in enumerate(zip(columns, rows)):
        ways = [(0, -1), (1, 0), (0, 1), (-1, 0)]
        assert layout["neighbours"][port] == [places.get((column + right, row + down)) for right, down in ways]


@pytest.mark.parametrize("deck", [None, "starter"])
def test_card_facts_stand_in_the_order_of_the_tokens(deck):
    layout = gruntle.make("spammers", deck=deck).layout()
    actions = layout["channels"]["hand"][1][0]
    assert len(layout["cards"]) == actions + layout["channels"]["dealt"][1][0]
    first = layout["tokens"].index("react") + 1
    for (name, kind, number, says, copies), token in zip(layout["cards"], layout["tokens"][first:]):
        letters = "".join(one for one in name.lower() if one.isascii() and one.isalpha())
        assert letters[:6] == "".join(one for one in token if one.isalpha())[:6], (name, token)
        assert copies >= 1 and kind.split()[0] in ("SCAM", "MAILING", "HARDWARE", "LIST")
    assert all(kind == "LIST" for _, kind, *_ in layout["cards"][actions:])
    assert sum(copies for *_, copies in layout["cards"][:actions]) > actions / 2
