# %% [markdown]
# # A record, looked at again
# A record is refereed when it is read; every moment of it can be taken up again. `gruntle record review` says much more, and
# more exactly; this is how such questions are asked from Python.

# %%
import gruntle
import numpy as np

match = gruntle.make("spam-o-rama", seats=2, seed=12)
match.seat_bot(0, "search:60")
match.seat_bot(1, "careless:30")
match.play_bots()
text = match.record(["search:60", "careless:30"])
game = gruntle.read_record(text)
print("\n".join(text.splitlines()[:9]))
print("won by seat", game.winners, "after", game.decisions, "decisions")

# %% [markdown]
# The race: where everybody's clients stand, by the turns.

# %%
for decision in range(120, game.decisions, 10):
    then = game.at(decision)
    print(then.turns, then.open_view()["scores"])

# %% [markdown]
# The chances of each seat from its own eyes: worlds imagined from its view, played out at random.


# %%
def chance(then: gruntle.Match, seat: int, worlds: int = 30) -> float:
    """How often the seat wins at random from what it sees."""
    wins = 0.0
    for seed in range(worlds):
        world = then.imagine(seat, seed)
        for place in range(world.seats):
            world.seat_bot(place, "random")
        world.play_bots()
        wins += seat in world.winners and 1 / len(world.winners)
    return wins / worlds


moments = np.linspace(0, game.decisions - 1, 8).astype(int)
for decision in moments:
    then = game.at(int(decision))
    print(decision, [f"{chance(then, seat):.0%}" for seat in range(2)])

# %% [markdown]
# Who did what a search would have done? Only where there was something to choose.

# %%
bot = gruntle.bot("search:60", seed=1)
agreed, asked = np.zeros(2), np.zeros(2)
for decision, (seat, choice) in enumerate(game.actions()):
    then = game.at(decision)
    if len(then.legal()) > 1 and decision % 3 == 0:
        asked[seat] += 1
        agreed[seat] += then.legal()[bot.choose(then)] == choice
print("agreed with search:60:", [f"{share:.0%}" for share in agreed / asked])
assert game.at(game.decisions).winners == game.winners and (agreed <= asked).all()
