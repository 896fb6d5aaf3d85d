"""Many matches at once, asked for as one match is."""

from . import _gruntle
from ._gruntle import make


def listed(one):
    """A list as it is, anything else as the only one of a list."""
    return list(one) if isinstance(one, (list, tuple)) else [one]


class Vector(_gruntle._Vector):
    """Many matches, of one set-up or of some in turn; `_gruntle.pyi` describes it."""

    def __new__(
        cls,
        game,
        count,
        seats=2,
        *,
        seed=0,
        variant=None,
        deck=None,
        network=None,
        memory=None,
        longest=None,
        networks=None,
        stagger=False,
        skip_forced=False,
    ):
        several = [listed(seats), listed(network), listed(memory)]
        length = max(len(one) for one in several) if all(several) else 0
        if any(len(one) not in (1, length) for one in several):
            raise ValueError("lists of seats, networks and memory go together table by table; make them equally long")
        made, tables = {}, []
        for seated, on, remembers in zip(*(one * length if len(one) == 1 else one for one in several)):
            # A table is made once, however often it is listed; kept by what was written, which need not be right.
            written = repr((seated, on, remembers))
            if written not in made:
                setting = {"variant": variant, "deck": deck, "network": on, "memory": remembers, "longest": longest}
                made[written] = make(game, seated, seed=seed, **setting)
            tables.append(made[written])
        many = super().__new__(cls, tables, count, seed, networks, stagger, skip_forced)
        many._layout = tables[0].layout() if tables else None
        return many

    def hidden_truth(self):
        channels = self._layout["channels"]
        names = ("hand", "dealt") if "dealt" in channels else ("clients",)
        start, size = channels[names[0]][0], sum(channels[name][1][0] for name in names)
        told = self._seen_by_each(start, start + size)
        # Of clients each seat knows its own alone.
        return told if "dealt" in names else (told == 1).astype("int16")
