"""A plain PPO by self-play at Spam-O-Rama for two, in numpy alone, and how it fares against our bots.

    python examples/ppo.py --rounds 150 --seed 1 --out ppo.npz

One net of two hidden layers plays both seats; a round is a batch of whole games, then two passes over them (clipped ratios,
generalised advantages, an entropy bonus). What is learnt is kept after every round; the same command goes on where it was
stopped, and then plays against bots, which does not look at the clock.
"""

import argparse
import pathlib
import time

import gruntle
import numpy as np

SUITS, PORTS, STAGES = 12, 60, 6
LAYOUT = gruntle.make("spam-o-rama").layout()
TOKENS = len(LAYOUT["tokens"])


def channel(seen: np.ndarray, name: str) -> np.ndarray:
    """The numbers of a channel, a row for each observation."""
    start, shape, _ = LAYOUT["channels"][name]
    return seen[:, start : start + int(np.prod(shape))].astype(np.int64)


def prepared(seen: np.ndarray) -> np.ndarray:
    """What the net sees: ports, stacks and coins as far as they are of one's own clients, and where the game is."""
    count = len(seen)
    own = channel(seen, "clients") == 1
    # Suits are numbered from 1 on; 0 is none.
    is_own = np.concatenate([np.zeros((count, 1), bool), own], axis=1)

    def mine(suits: np.ndarray) -> np.ndarray:
        return np.take_along_axis(is_own, suits, axis=1)

    places = (np.arange(count)[:, None] * (PORTS + 1) + channel(seen, "coin_port")).ravel()

    def on_ports(weights: np.ndarray) -> np.ndarray:
        sums = np.bincount(places, weights.ravel(), count * (PORTS + 1))
        return sums.reshape(count, PORTS + 1)[:, 1:]

    coins = mine(channel(seen, "coin_suit"))
    values = channel(seen, "port_value") / 5
    hand = channel(seen, "hand")
    parts = [
        values,
        values * mine(channel(seen, "port_suit")),
        channel(seen, "height") / 5,
        on_ports(coins) / 3,
        on_ports(coins * channel(seen, "coin_value")) / 10,
        own,
        own * channel(seen, "scores") / 50,
        channel(seen, "scores") / 50,
        channel(seen, "pool") / 5,
        mine(hand[:, :1]),
        hand[:, 1:] / 5,
        np.eye(STAGES)[channel(seen, "stage")[:, 0]],
        channel(seen, "turns") / 120,
    ]
    return np.concatenate(parts, axis=1, dtype=np.float32)


INPUTS = prepared(np.zeros((1, LAYOUT["size"]), np.int16)).shape[1]


class Net:
    """Two hidden layers, from which come the logits of all tokens and, last, how likely the seat is to win (-1 to 1)."""

    def __init__(self, luck: np.random.Generator, hidden: int):
        sizes = [INPUTS, hidden, hidden, TOKENS + 1]
        self.weights = []
        for above, below in zip(sizes, sizes[1:]):
            scale = (2 / above) ** 0.5 * (0.1 if below > TOKENS else 1)
            self.weights += [luck.normal(0, scale, (above, below)).astype(np.float32), np.zeros(below, np.float32)]
        self.moments = [np.zeros_like(one) for one in self.weights + self.weights]
        self.steps = 0

    def forward(self, inputs: np.ndarray) -> list[np.ndarray]:
        """What each layer says."""
        one, one_bias, two, two_bias, three, three_bias = self.weights
        first = np.maximum(inputs @ one + one_bias, 0)
        second = np.maximum(first @ two + two_bias, 0)
        return [inputs, first, second, second @ three + three_bias]

    def learn(self, layers: list[np.ndarray], slope: np.ndarray, rate: float) -> None:
        """A step of Adam, from the slope of the loss at the output."""
        slopes: list[np.ndarray] = []
        for place in (2, 1, 0):
            slopes = [layers[place].T @ slope, slope.sum(axis=0), *slopes]
            if place:
                slope = (slope @ self.weights[2 * place].T) * (layers[place] > 0)
        length = sum(float((one * one).sum()) for one in slopes) ** 0.5
        self.steps += 1
        half = len(self.weights)
        for place, one in enumerate(slopes):
            one = one * min(1, 0.5 / (length + 1e-9))
            mean, square = self.moments[place], self.moments[half + place]
            mean += 0.1 * (one - mean)
            square += 0.001 * (one * one - square)
            fair = (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
            self.weights[place] -= rate * fair * mean / (np.sqrt(square) + 1e-8)


def chances(logits: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """How likely each token is; none that the mask does not allow."""
    logits = np.where(masks, logits, -np.inf)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def self_play(net: Net, luck: np.random.Generator, games: int, seed: int) -> dict[str, np.ndarray]:
    """Plays whole games, and reckons for every decision how much better it came out than was expected."""
    many = gruntle.Vector("spam-o-rama", games, seed=seed)
    rows, alive = np.arange(games), np.ones(games, bool)
    steps, ends = [], np.zeros((games, 2), np.float32)
    while alive.any():
        inputs, masks, seats = prepared(many.observations), many.masks.astype(bool), many.currents.astype(int)
        output = net.forward(inputs)[-1]
        likely = chances(output[:, :TOKENS], masks)
        tokens = (likely.cumsum(axis=1) > luck.random((games, 1))).argmax(axis=1)
        # Rounding may leave the sum a little below 1.
        tokens = np.where(masks[rows, tokens], tokens, likely.argmax(axis=1))
        steps.append((inputs, masks, tokens, likely[rows, tokens], output[:, TOKENS], seats, alive.copy()))
        many.step(tokens.astype(np.int64))
        over = alive & many.dones
        ends[over] = many.rewards[over]
        alive &= ~over
    gains, expected = np.zeros((games, 2), np.float32), ends.copy()
    advantages = np.zeros((len(steps), games), np.float32)
    for place in reversed(range(len(steps))):
        value, seats, alive = steps[place][4:]
        gain = expected[rows, seats] - value + 0.95 * gains[rows, seats]
        advantages[place] = gain
        gains[rows[alive], seats[alive]] = gain[alive]
        expected[rows[alive], seats[alive]] = value[alive]
    was_on = np.stack([step[6] for step in steps])
    names = ["inputs", "masks", "tokens", "likely", "values"]
    batch = {name: np.stack([step[place] for step in steps])[was_on] for place, name in enumerate(names)}
    return {**batch, "advantages": advantages[was_on]}


def learn(net: Net, luck: np.random.Generator, batch: dict[str, np.ndarray], rate: float) -> None:
    """Two passes over a batch."""
    targets = batch["values"] + batch["advantages"]
    advantages = (batch["advantages"] - batch["advantages"].mean()) / (batch["advantages"].std() + 1e-6)
    for _ in range(2):
        order = luck.permutation(len(targets))
        for some in np.array_split(order, max(1, len(order) // 1024)):
            layers = net.forward(batch["inputs"][some])
            masks, tokens, rows = batch["masks"][some], batch["tokens"][some], np.arange(len(some))
            likely = chances(layers[-1][:, :TOKENS], masks)
            ratio = likely[rows, tokens] / batch["likely"][some]
            gain = advantages[some]
            # Past the clip nothing more is to be gained.
            weight = np.where(np.where(gain > 0, ratio < 1.2, ratio > 0.8), ratio * gain, 0)
            slope = np.empty_like(layers[-1])
            slope[:, :TOKENS] = likely * weight[:, None]
            slope[rows, tokens] -= weight
            logs = np.log(np.maximum(likely, 1e-9))
            entropy = -(likely * logs).sum(axis=1, keepdims=True)
            slope[:, :TOKENS] += 0.003 * likely * (logs + entropy)
            slope[:, TOKENS] = 0.5 * (layers[-1][:, TOKENS] - targets[some])
            net.learn(layers, slope / len(some), rate)


def wins_against(net: Net, bot: str, games: int, seed: int) -> float:
    """Games won by the likeliest token against a bot, seats changed from game to game."""
    matches = [gruntle.make("spam-o-rama", seed=seed, number=number) for number in range(games)]
    for number, match in enumerate(matches):
        match.seat_bot(1 - number % 2, bot)
        match.play_bots()
    going = matches
    while going:
        seen, masks = np.stack([one.observe() for one in going]), np.stack([one.mask() for one in going])
        likely = chances(net.forward(prepared(seen))[-1][:, :TOKENS], masks == 1)
        for match, token in zip(going, likely.argmax(axis=1)):
            match.step_token(int(token))
            match.play_bots()
        going = [match for match in going if not match.over]
    won = [number % 2 in match.winners and 1 / len(match.winners) for number, match in enumerate(matches)]
    return float(sum(won))


def main() -> None:
    """Learns, then plays."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--games", type=int, default=128, help="a round")
    parser.add_argument("--hidden", type=int, default=128, help="width of a hidden layer")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="random,careless:58,greedy", help="bots to play against at the end")
    parser.add_argument("--matches", type=int, default=400, help="against each of them")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("ppo.npz"))
    asked = parser.parse_args()
    net, first = Net(np.random.default_rng(asked.seed), asked.hidden), 0
    if asked.out.exists():
        kept = np.load(asked.out)
        if kept["layout"] != LAYOUT["digest"] or kept["weights_0"].shape[1] != asked.hidden:
            parser.error(f"{asked.out} has a net of other numbers or another size")
        first, net.steps = int(kept["rounds"]), int(kept["steps"])
        net.weights = [kept[f"weights_{place}"] for place in range(len(net.weights))]
        net.moments = [kept[f"moments_{place}"] for place in range(len(net.moments))]
    begun = time.perf_counter()
    for place in range(first, asked.rounds):
        luck = np.random.default_rng([asked.seed, place])
        batch = self_play(net, luck, asked.games, asked.seed * 1_000_000 + place)
        learn(net, luck, batch, asked.rate * (1 - place / asked.rounds))
        arrays = {f"weights_{number}": one for number, one in enumerate(net.weights)}
        arrays |= {f"moments_{number}": one for number, one in enumerate(net.moments)}
        np.savez(asked.out, rounds=place + 1, steps=net.steps, layout=LAYOUT["digest"], **arrays)
        if (place + 1) % 10 == 0:
            spent = time.perf_counter() - begun
            print(f"round {place + 1}, {spent:.0f} s: {wins_against(net, 'random', 40, 5):.0f} of 40 against random", flush=True)
    for bot in asked.against.split(","):
        wins = wins_against(net, bot, asked.matches, 2026)
        print(f"against {bot}: {wins:g} of {asked.matches}", flush=True)


if __name__ == "__main__":
    main()
