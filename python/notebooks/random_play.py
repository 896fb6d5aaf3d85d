# %% [markdown]
# # Many matches at once
# `Vector` plays thousands of matches on all cores. Its arrays stay the same and are written over by every step.

# %%
import time

import gruntle
import numpy as np

many = gruntle.Vector("spam-o-rama", 512, seats=2, seed=1)
print(many.observations.shape, many.observations.dtype, many.masks.shape)

# %% [markdown]
# Random play by hand: `sample()` draws legal tokens. A match that is over begins anew by itself.

# %%
wins, games = np.zeros(2), 0
for _ in range(400):
    many.step(many.sample())
    wins += (many.rewards[many.dones] == 1).sum(axis=0)
    games += int(many.dones.sum())
print(f"{games} games, won by seat: {wins / games}")
assert games > 512 and abs(wins[0] - wins[1]) < games / 4

# %% [markdown]
# A policy of your own takes the masks. This one likes high tokens.

# %%
tokens = many.masks.shape[1] - 1 - many.masks[:, ::-1].argmax(axis=1)
many.step(tokens.astype(np.int64))

# %% [markdown]
# How fast is it? Both games, observations and masks included.

# %%
for game in ("spam-o-rama", "spammers"):
    many, steps = gruntle.Vector(game, 1024, seats=2, seed=1), 100
    begun = time.perf_counter()
    many.step_randomly(steps)
    print(f"{game}: {len(many) * steps / (time.perf_counter() - begun):,.0f} steps a second")
