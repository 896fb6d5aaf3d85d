"""The program that trains a net for Spam-O-Rama, with PyTorch, so it is tested apart: it computes what the program computes, learns,
and goes on where it was stopped."""

import json
import pathlib
import subprocess
import sys

import gruntle
import pytest

torch = pytest.importorskip("torch")

PYTHON = pathlib.Path(__file__).parents[1]
NETS = PYTHON.parent / "nets"
sys.path.insert(0, str(PYTHON / "train"))

checkpoint, evaluation, export, features, port_net, spam_o_rama = map(
    __import__, ("checkpoint", "evaluation", "export", "features", "port_net", "spam_o_rama")
)


def weights_for(seats, memory=True):
    """The file of the net that the program plays at such a table."""
    return NETS / ("spam-o-rama-two.net" if seats == 2 and memory else "spam-o-rama.net")


def shipped(seats, memory=True):
    """The net that comes with the program, in numbers that are as exact."""
    net = port_net.PortNet()
    net.load_state_dict(checkpoint.of_net(weights_for(seats, memory))["ema"])
    return net.double().eval()


@pytest.mark.parametrize("seats", [2, 3])
def test_the_shipped_weights_are_read_and_written_as_they_are(tmp_path, seats):
    net = weights_for(seats)
    weights, digest = export.read(net)
    assert digest == gruntle.make("spam-o-rama").layout()["digest"]
    export.write(weights, digest, tmp_path / "again.net")
    assert (tmp_path / "again.net").read_bytes() == net.read_bytes()


@pytest.mark.parametrize("seats, network, memory", [(2, "ring", True), (2, "long", False), (3, "generated", True), (5, "corners", True), (6, "strip", False)])
def test_it_likes_best_what_the_program_does(seats, network, memory):
    net, seen, ours = shipped(seats, memory), features.Features(), gruntle.bot("net")
    match = gruntle.make("spam-o-rama", seats, seed=3, network=network, memory=memory)
    while not match.over:
        some = seen(torch.from_numpy(match.observe()[None]), torch.from_numpy(match.mask()[None]))
        with torch.no_grad():
            best = net(*(some[key] for key in features.KEYS))[0].argmax(1)
        token = features.token_of(best, some["order"]).item()
        assert match.tokens()[ours.choose(match)] == [token], match.decisions
        match.step_token(token if match.decisions % 3 else match.sample())


def test_the_net_plays_the_games_of_the_bot_in_an_arena():
    arena = gruntle.Arena("spam-o-rama", 2, seed=9, network="long")
    came = arena.play(evaluation.policy_of(shipped(2), "cpu"), "greedy", deals=2)
    wins = 0
    for game in range(4):
        match = gruntle.make("spam-o-rama", 2, seed=9, number=game // 2, network="long")
        match.seat_bot(game % 2, "net")
        match.seat_bot(1 - game % 2, "greedy")
        match.play_bots()
        wins += (game % 2 in match.winners) / len(match.winners)
    assert came["wins"] == wins and came["games"] == 4


def test_gradients_of_neighbours_are_gathered_as_they_would_be_scattered():
    many = gruntle.Vector("spam-o-rama", 2, 3, network="generated", seed=4)
    some = features.Features()(torch.from_numpy(many.observations), torch.from_numpy(many.masks))
    neighbours = some["neighbours"].long()
    numbers = torch.randn(2, features.PORTS, 5, generator=torch.Generator().manual_seed(1), requires_grad=True)
    padded = torch.cat([numbers, torch.zeros(2, 1, 5)], 1)
    plain = padded.gather(1, neighbours[:, :, None].expand(2, 240, 5)).view(2, 60, 4, 5)
    found = port_net.Beyond.apply(numbers, neighbours)
    assert torch.equal(found, plain)
    weigh = torch.randn(plain.shape, generator=torch.Generator().manual_seed(2))
    gradients = [torch.autograd.grad((one * weigh).sum(), numbers)[0] for one in (plain, found)]
    assert torch.allclose(*gradients, atol=1e-5)


def lines(folder):
    """What was logged of learning."""
    told = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [line for line in told if "rounds" in line]


def test_it_learns_stops_and_goes_on(tmp_path, capsys):
    small = ["--matches", "10", "--steps", "6", "--batch", "16", "--epochs", "1", "--networks", "2", "--rounds", "1"]
    small += ["--tables", "2/ring,3/generated,4/corners/off*2,6/ring", "--out", str(tmp_path)]
    spam_o_rama.main(small)
    first = export.read(tmp_path / "spam-o-rama.net")[0]
    spam_o_rama.main([*small, "--from", str(tmp_path / "checkpoint.pt"), "--evaluate", "random/2/ring*2"])
    assert [line["rounds"] for line in lines(tmp_path)] == [1, 2]
    assert [line["decisions"] for line in lines(tmp_path)] == [60, 120]
    assert 0 < lines(tmp_path)[0]["updates"] < lines(tmp_path)[1]["updates"]
    second = export.read(tmp_path / "spam-o-rama.net")[0]
    assert not torch.equal(first["port.weight"], second["port.weight"])
    assert (tmp_path / "curves.svg").read_text().startswith("<svg") and "explained" in (tmp_path / "curves.svg").read_text()
    assert "of 2; fair 50 %" in capsys.readouterr().out
    # Weights alone begin another schedule.
    spam_o_rama.main([*small, "--from", str(tmp_path / "spam-o-rama.net"), "--out", str(tmp_path / "other")])
    assert [line["rounds"] for line in lines(tmp_path / "other")] == [1]


def test_who_ends_it_keeps_what_was_learnt(tmp_path):
    small = ["--matches", "4", "--steps", "2", "--batch", "4", "--epochs", "1", "--tables", "2/ring", "--out", str(tmp_path)]
    asked = [sys.executable, "-u", str(PYTHON / "train" / "spam_o_rama.py"), *small, "--seconds", "100000"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as learns:
        assert learns.stdout.readline().startswith("round 1,")
        learns.terminate()
        assert learns.stdout.read().splitlines()[-1].startswith("stopped ")
    assert learns.returncode == 0
    done, last = checkpoint.read(tmp_path / "checkpoint.pt", "cpu")["done"], lines(tmp_path)[-1]
    assert [done[name] for name in ("rounds", "decisions", "updates")] == [last[name] for name in ("rounds", "decisions", "updates")]


def test_what_it_is_given_wrongly_is_told_in_a_sentence(capsys):
    for words, says in [("2", "'2' is no table"), ("2/ring/on", "is no table"), ("2/ring*0", "1 or more")]:
        with pytest.raises(SystemExit):
            spam_o_rama.main(["--tables", words])
        assert says in capsys.readouterr().err

