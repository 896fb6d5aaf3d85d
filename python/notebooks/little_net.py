# %% [markdown]
# # A little net
# Who wins? A net of one hidden layer, in numpy, learns to tell it from what a seat sees.

# %%
import gruntle
import numpy as np

GAMES = 60


def played(number: int) -> tuple[list[np.ndarray], list[float]]:
    """What seats saw in a game of two hasty bots, and how it came out for them."""
    match = gruntle.make("spam-o-rama", seats=2, seed=3, number=number)
    bots = [gruntle.bot(name, seed=number) for name in ("careless:58", "careless:58")]
    seen, seats = [], []
    while not match.over:
        if match.turns > 60 and match.turns % 3 == 0:
            seen.append(match.observe())
            seats.append(match.current)
        match.step(bots[match.current].choose(match))
    returns = match.returns()
    return seen, [returns[seat] for seat in seats]


games = [played(number) for number in range(GAMES)]
layout = gruntle.make("spam-o-rama", seats=2).layout()

# %% [markdown]
# The net needs no more than each client's marker and whose client it is; `layout()` says where these numbers are. The last
# third of the games is kept to see whether it learnt something that holds in general.


# %%
def inputs(seen: list[np.ndarray]) -> np.ndarray:
    """Markers of one's own clients and of all others, and how many turns have begun."""
    rows = np.stack(seen).astype(np.float32)

    def read(name: str) -> np.ndarray:
        start, shape, _ = layout["channels"][name]
        return rows[:, start : start + int(np.prod(shape))]

    own = read("clients") == 1
    return np.concatenate([read("scores") * own, read("scores") * ~own, own, read("turns") - 90], axis=1) / 20


def table(some: list) -> tuple[np.ndarray, np.ndarray]:
    """Inputs and outcomes of some games."""
    outcomes = np.array([one for _, outcome in some for one in outcome], np.float32)
    return inputs([one for seen, _ in some for one in seen]), (outcomes > 0).astype(np.float32)


known, kept = table(games[: GAMES * 2 // 3]), table(games[GAMES * 2 // 3 :])
print(known[0].shape, kept[0].shape)

# %%
luck = np.random.default_rng(1)
one, two = luck.normal(0, 0.3, (known[0].shape[1], 16)), luck.normal(0, 0.3, 16)


def likely(seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What the hidden layer says, and how likely the seat is to win."""
    hidden = np.tanh(seen @ one)
    return hidden, 1 / (1 + np.exp(-hidden @ two))


def right(seen: np.ndarray, won: np.ndarray) -> float:
    """How often it tells who wins."""
    return float(((likely(seen)[1] > 0.5) == (won > 0.5)).mean())


losses = []
for _ in range(300):
    seen, won = known
    hidden, chance = likely(seen)
    losses.append(float(-np.mean(won * np.log(chance + 1e-9) + (1 - won) * np.log(1 - chance + 1e-9))))
    slope = (chance - won) / len(won)
    back = np.outer(slope, two) * (1 - hidden**2)
    two -= 0.5 * hidden.T @ slope
    one -= 0.5 * seen.T @ back

# %%
print(f"loss {losses[0]:.2f} → {losses[-1]:.2f}; right {right(*known):.0%} of what it saw, {right(*kept):.0%} of the rest")
assert losses[-1] < losses[0] and right(*kept) > 0.55
