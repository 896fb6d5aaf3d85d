# %% [markdown]
# # A tour of the package
# One match, what a seat sees of it, the same in numbers, bots, worlds that look alike, and a record of it.

# %%
import gruntle

match = gruntle.make("spam-o-rama", seats=2, network="ring", seed=1)
print(match, "waits for seat", match.current)
print("it may:", match.legal())

# %% [markdown]
# A view is a dict with the rulebook's names. It holds what the seat may know: its own clients, and not the other's.

# %%
for seat in range(match.seats):
    view = match.view(seat)
    print("seat", seat, "sees", sorted(view), "and knows these clients:", view["clients"])

# %% [markdown]
# The same in numbers. `layout()` says what each of them is; its digest belongs beside every net that learnt from them.

# %%
layout = match.layout()
seen, mask = match.observe(), match.mask()
start, shape, says = layout["channels"]["pool"]
print(layout["digest"], seen.shape, seen.dtype, "of which pool:", seen[start : start + shape[0]], "–", says)
print("tokens that may come next:", [layout["tokens"][token] for token in mask.nonzero()[0]])

# %% [markdown]
# A choice is taken by its number, in notation, or token by token. Luck falls by itself.

# %%
match.step(0)
match.step(match.legal()[-1])
match.step_token(match.sample())
print(match.actions())

# %% [markdown]
# Bots sit down at seats, or are asked what they would do.

# %%
print("search would", match.legal()[gruntle.bot("search:100").choose(match)])
match.seat_bot(0, "greedy")
match.seat_bot(1, "random")
match.play_bots()
print("won by", match.winners, "after", match.decisions, "decisions")

# %% [markdown]
# What a seat does not know can be imagined: another match that looks the same to it, drawn from its view alone.

# %%
middle = match.at(40)
seat = middle.current
worlds = [middle.imagine(seat, seed) for seed in range(5)]
assert all(world.view(seat) == middle.view(seat) for world in worlds)
print("what the other may hold:", [world.view(1 - seat)["clients"] for world in worlds])

# %% [markdown]
# A finished match is a record: plain text that anybody can referee.

# %%
text = match.record(["greedy", "random"])
print("\n".join(text.splitlines()[:12]))
assert gruntle.read_record(text).winners == match.winners

# %% [markdown]
# What cannot be done is a `ValueError` with a sentence.

# %%
try:
    gruntle.make("spam-o-rama", network="cube")
except ValueError as wrong:
    print(wrong)
