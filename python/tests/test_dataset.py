"""Datasets of `gruntle lab dataset`, read back by polars and PyTorch and held against the games they tell of."""

import os
import pathlib
import re
import subprocess

import gruntle
import numpy as np
import pytest

polars = pytest.importorskip("polars")

BOTS = {"spammers": ["search:4", "greedy", "random"], "spam-o-rama": ["search:4", "greedy"]}
SEED = 5


@pytest.fixture(scope="module", params=list(BOTS))
def dataset(request, tmp_path_factory):
    """A game, and the folder of a small dataset of it."""
    program = os.environ.get("GRUNTLE")
    if program is None:
        pytest.skip("GRUNTLE does not name the program")
    game, out = request.param, tmp_path_factory.mktemp("dataset") / "data"
    asked = [program, "lab", "dataset", game, "--bots", ",".join(BOTS[game]), "--games", "5", "--per-file", "2"]
    subprocess.run([*asked, "--seed", str(SEED), "--out", str(out)], check=True, capture_output=True)
    return game, out


def test_every_number_is_that_of_the_game(dataset):
    game, out = dataset
    bots = BOTS[game]
    assert sorted(path.name for path in out.glob("*.parquet")) == [f"games-000000{n}.parquet" for n in (0, 2, 4)]
    rows = polars.read_parquet(out / "games-*.parquet")
    match = None
    for row in rows.iter_rows(named=True):
        if row["decision"] == 0:
            assert match is None or match.over
            match = gruntle.make(game, len(bots), seed=SEED, number=row["game"])
            outcomes = []
        seat = match.current
        assert row["seat"] == seat and row["decision"] == match.decisions
        assert row["bot"] == bots[(seat + row["game"]) % len(bots)]
        assert np.array_equal(row["observation"], match.observe(seat))
        assert np.array_equal(row["mask"], match.mask() == 1)
        assert row["choices"] == match.tokens()
        assert np.array_equal(row["features"], match.features())
        if row["bot"] == "search:4" and len(row["choices"]) > 1:
            assert sum(row["visits"]) == 4 and row["visits"][row["taken"]] == max(row["visits"])
            assert [value is None for value in row["values"]] == [visits == 0 for visits in row["visits"]]
        else:
            assert row["visits"] is None and row["values"] is None
        outcomes.append((seat, row["outcome"]))
        match.step(row["taken"])
        if match.over:
            for seat, outcome in outcomes:
                place = [(winner - seat) % len(bots) for winner in match.winners]
                assert outcome == [1 / len(place) if one in place else 0.0 for one in range(len(bots))]
    assert match.over


def test_the_file_names_the_layout_it_was_written_with(dataset):
    game, out = dataset
    layout = gruntle.make(game, len(BOTS[game])).layout()
    for path in out.glob("*.parquet"):
        facts = polars.read_parquet_metadata(path)
        assert facts["gruntle.layout"] == layout["digest"]
        assert int(facts["gruntle.tokens"]) == len(layout["tokens"])


def examples(page):
    """The pieces of Python on a page of the documentation."""
    text = (pathlib.Path(__file__).parents[2] / "docs" / page).read_text()
    return re.findall(r"```python\n(.*?)```", text, re.S)


def test_the_page_reads_it_with_polars(dataset):
    game, out = dataset
    if game != "spam-o-rama":
        pytest.skip("the example is of Spam-O-Rama")
    names = {"polars": polars}
    exec(examples("dataset.md")[0].replace("data/ring", str(out)), names)
    assert names["seen"].shape == (len(names["rows"]), 735) and names["seen"].dtype == np.int16
    assert names["rows"]["choices"].list.len().min() > 1


def test_the_page_reads_it_with_torch_and_a_net_learns(dataset):
    torch = pytest.importorskip("torch", reason="torch is not installed here; python/check runs this apart")
    game, out = dataset
    if game != "spam-o-rama":
        pytest.skip("the example is of Spam-O-Rama")
    names = {"polars": polars, "torch": torch}
    for example in examples("dataset.md"):
        exec(example.replace("data/ring", str(out)), names)
    rows, seen, mask, won, token, batches = (
        names[name] for name in ("rows", "seen", "mask", "won", "token", "batches")
    )
    assert seen.dtype == torch.int16 and mask.dtype == torch.bool and won.dtype == torch.float32
    assert seen.shape == (len(rows), 735) and mask.shape == (len(rows), 312)
    assert mask.gather(1, token[:, None]).all()
    assert sum(len(some[0]) for some in batches) == len(rows)
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(735, 64), torch.nn.ReLU(), torch.nn.Linear(64, 312))
    steps = torch.optim.Adam(net.parameters(), 1e-3)
    losses = []
    for _ in range(10):
        total = 0.0
        for one_seen, one_mask, one_token, _ in batches:
            scores = net(one_seen.float() / 10).masked_fill(~one_mask, -1e9)
            loss = torch.nn.functional.cross_entropy(scores, one_token)
            steps.zero_grad()
            loss.backward()
            steps.step()
            total += loss.item()
        losses.append(total)
    assert losses[-1] < losses[0]
