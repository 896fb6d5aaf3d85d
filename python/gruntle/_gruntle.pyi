"""Matches, bots and many matches at once: the native part of the package, all of it there as `gruntle.…`."""

from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

__version__: str
"""The version of the package.

>>> gruntle.__version__.count(".")
2
"""

TENSORS_VERSION: int
"""The version of the numbers that `observe`, `tokens` and `features` give; it is raised when any of them means something else.

>>> gruntle.TENSORS_VERSION == gruntle.make("spammers").layout()["version"]
True
"""

class Bot:
    """A bot, by name: what `bot` gives.

    >>> gruntle.bot("greedy")
    gruntle.bot("greedy")
    """

    @property
    def name(self) -> str:
        """The name it was asked for by.

        >>> gruntle.bot("search:100").name
        'search:100'
        """

    def choose(self, match: Match) -> int:
        """The number of the choice it would take in the match now. The match stays as it is.

        >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
        >>> 0 <= gruntle.bot("greedy").choose(match) < len(match.legal())
        True
        """

class Match:
    """A match: what `make` and `read_record` give. Luck falls by itself: it waits for a decision of `current`, or is over.

    >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
    >>> while not match.over:
    ...     match.step(0)
    >>> match.current is None
    True
    """

    @property
    def game(self) -> str:
        """The game by name.

        >>> gruntle.make("spammers").game
        'spammers'
        """

    @property
    def seats(self) -> int:
        """How many sit at the table.

        >>> gruntle.make("spammers", seats=4).seats
        4
        """

    @property
    def seed(self) -> str:
        """The seed, as records have it: its number and that of the game.

        >>> gruntle.make("spammers", seed=42, number=17).seed
        'chacha8:42/17'
        """

    @property
    def setting(self) -> dict[str, str]:
        """The set-up, as records have it; a card set of your own is in it, whole.

        >>> gruntle.make("spam-o-rama", network="strip").setting["network"].split()[0]
        'strip'
        """

    @property
    def current(self) -> int | None:
        """The seat that is asked; None when nobody is.

        >>> gruntle.make("spammers", seats=2, seed=1).current
        0
        """

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more.

        >>> gruntle.make("spammers").over
        False
        """

    @property
    def winners(self) -> list[int] | None:
        """The seats that won; None while it goes on, and where `longest` has stopped it.

        >>> match = gruntle.make("spam-o-rama", seats=2, longest=1)
        >>> match.step(0)
        >>> match.over, match.winners
        (True, None)
        """

    @property
    def decisions(self) -> int:
        """How many decisions have been made.

        >>> match = gruntle.make("spammers")
        >>> match.step(0)
        >>> match.decisions
        1
        """

    @property
    def turns(self) -> int:
        """How many turns have begun.

        >>> gruntle.make("spam-o-rama").turns
        1
        """

    @property
    def begun(self) -> list[int]:
        """The tokens of the decision that has begun and is not whole yet.

        >>> gruntle.make("spammers").begun
        []
        """

    def returns(self) -> list[float]:
        """For each seat 1 if it has won, -1 if it has not, 0 while the match goes on.

        >>> gruntle.make("spammers", seats=3).returns()
        [0.0, 0.0, 0.0]
        """

    def legal(self) -> list[str]:
        """The choices of the seat that is asked, in notation and canonical order.

        >>> gruntle.make("spam-o-rama", seats=2, seed=1).legal()[:2]
        ['take suns', 'take moons']
        """

    def step(self, choice: int | str) -> None:
        """Takes a choice, by its number or in notation.

        >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
        >>> match.step("take suns")
        >>> match.step(0)
        >>> match.decisions
        2
        """

    def step_token(self, token: int) -> None:
        """Takes the next token of a decision; it is made when its tokens are whole.

        >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
        >>> match.step_token(match.sample())
        >>> match.decisions
        1
        """

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat sees; the one that is asked unless you say.

        >>> match = gruntle.make("spammers", seats=2, seed=1)
        >>> match.view(0) == match.view(1)
        False
        """

    def view_json(self, seat: int | None = None) -> str:
        """The same as it is written in JSON: the same text for the same view.

        >>> gruntle.make("spammers").view_json(0)[0]
        '{'
        """

    def open_view(self) -> dict[str, Any]:
        """What a bystander sees.

        >>> sorted(gruntle.make("spammers").open_view()) == sorted(gruntle.make("spammers").view())
        True
        """

    def observe(self, seat: int | None = None, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """What a seat sees, in numbers as `layout` has them: a new array, or written into `out`.

        >>> match = gruntle.make("spam-o-rama")
        >>> match.observe(0).shape == (match.layout()["size"],)
        True
        """

    def mask(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Ones where a token may come next, zeros elsewhere: a new array, or written into `out`.

        >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
        >>> int(match.mask().sum()) == len(match.legal())
        True
        """

    def sample(self) -> int:
        """A token that may come next, of a choice drawn by lot.

        >>> match = gruntle.make("spammers", seed=1)
        >>> int(match.mask()[match.sample()])
        1
        """

    def actions(self) -> list[tuple[int, str]]:
        """Who decided what so far: seats, and their choices in notation.

        >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
        >>> seat = match.current
        >>> match.step("take suns")
        >>> match.actions() == [(seat, "take suns")]
        True
        """

    def at(self, decisions: int) -> Match:
        """The same match as it stood after so many decisions, without bots.

        >>> match = gruntle.make("spammers", seed=1)
        >>> match.step(0)
        >>> match.at(0).decisions, match.decisions
        (0, 1)
        """

    def tokens(self) -> list[list[int]]:
        """The tokens of each choice.

        >>> match = gruntle.make("spammers", seed=1)
        >>> len(match.tokens()) == len(match.legal())
        True
        """

    def features(self) -> NDArray[np.int16]:
        """What can be said of each choice in numbers, a row each.

        >>> match = gruntle.make("spammers", seed=1)
        >>> match.features().shape == (len(match.legal()), len(match.layout()["features"]))
        True
        """

    def layout(self) -> dict[str, Any]:
        """What the numbers mean: version, digest, size, channels, tokens, features. In Spam-O-Rama also `neighbours`: for each port those up,
        right, down and left, None where there is none. In SPAMMERS also `cards`: for each Action card, then for each List, in the order of the
        tokens, its name, kind, number, rules text and how many there are.

        >>> sorted(gruntle.make("spammers").layout())
        ['cards', 'channels', 'digest', 'features', 'size', 'tokens', 'version']
        >>> gruntle.make("spam-o-rama", network="strip").layout()["neighbours"][0]
        [None, 1, 12, None]
        """

    def heard(self, seat: int, since: int = 0) -> list[tuple[int, str, str]]:
        """What a seat has heard since so many inputs: the number of the input, the clause, the sentence.

        >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
        >>> number, clause, sentence = match.heard(0)[0]
        >>> clause
        'R2.3'
        """

    def clone(self, seed: int | None = None) -> Match:
        """The same match from here on, without bots; its luck to come is the same, or that of this seed.

        >>> match = gruntle.make("spammers", seed=1)
        >>> copy = match.clone()
        >>> copy.step(0)
        >>> match.decisions, copy.decisions
        (0, 1)
        """

    def __copy__(self) -> Match: ...
    def __deepcopy__(self, memo: Any) -> Match: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def imagine(self, seat: int | None = None, seed: int = 0) -> Match:
        """Some match that looks like this one to a seat, drawn from its view alone.

        >>> match = gruntle.make("spammers", seats=2, seed=1)
        >>> match.imagine(0, seed=5).view(0) == match.view(0)
        True
        """

    def seat_bot(self, seat: int, name: str) -> None:
        """A bot sits down at a seat and decides for it in `play_bots`.

        >>> match = gruntle.make("spammers", seats=2, seed=1)
        >>> match.seat_bot(1, "greedy")
        """

    def play_bots(self) -> None:
        """Lets bots decide until a seat without one is asked, or the match is over.

        >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
        >>> for seat in range(2):
        ...     match.seat_bot(seat, "random")
        >>> match.play_bots()
        >>> match.over
        True
        """

    def record(self, names: list[str] | None = None) -> str:
        """The record of the finished match, with these names at the seats.

        >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
        >>> while not match.over:
        ...     match.step(0)
        >>> match.record(["Ann", "Ben"]).splitlines()[0]
        'gruntle record 1'
        """

    def restart(self, seed: int, number: int = 0) -> None:
        """The same set-up begun anew with another seed.

        >>> match = gruntle.make("spammers", seed=1)
        >>> match.step(0)
        >>> match.restart(2)
        >>> match.seed, match.decisions
        ('chacha8:2/0', 0)
        """

class Vector:
    """Many matches, of one set-up or of some in turn. A match that is over begins anew by itself; its luck is that of the next number.

    >>> many = gruntle.Vector("spam-o-rama", 8, seats=2, seed=1)
    >>> many.step(many.sample())
    >>> many.masks.shape[0]
    8
    """

    def __init__(
        self,
        game: str,
        count: int,
        seats: int | list[int] = 2,
        *,
        seed: int = 0,
        variant: str | None = None,
        deck: str | None = None,
        network: str | list[str | None] | None = None,
        memory: bool | list[bool | None] | None = None,
        longest: int | None = None,
        networks: int | None = None,
        stagger: bool = False,
        skip_forced: bool = False,
    ) -> None:
        """So many matches, set up as `make` does. Of lists of seats, networks and memory each place takes the next table, round and
        round; rows of rewards are as long as the largest table needs. `networks` generated networks are made once and shared, instead of
        a new one for every match: game `NUMBER` is played on that of game `NUMBER % networks`. `stagger` begins each match somewhere on its
        way, by lot. `skip_forced` takes tokens that are the only ones that may come next, so nobody is asked for them; only a match that has
        just begun may ask for one.

        >>> len(gruntle.Vector("spammers", 4, seats=3, deck="starter"))
        4
        >>> tables = {"seats": [2, 3, 6], "network": ["ring", "generated", "strip"], "memory": [True, True, False]}
        >>> many = gruntle.Vector("spam-o-rama", 300, **tables, networks=16, stagger=True, skip_forced=True)
        >>> many.observations[:3, 0].tolist(), many.rewards.shape
        ([2, 3, 6], (300, 6))
        """

    def __len__(self) -> int: ...
    @property
    def observations(self) -> NDArray[np.int16]:
        """What the seats that are asked see, a row each; written over by every step that is a whole decision.

        >>> gruntle.Vector("spam-o-rama", 4).observations.shape[0]
        4
        """

    @property
    def masks(self) -> NDArray[np.uint8]:
        """Ones where a token may come next, a row each; written over by every step.

        >>> bool(gruntle.Vector("spam-o-rama", 4).masks.any(axis=1).all())
        True
        """

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What each seat got with the last step, a row for each match: with its end 1 for each winner and -1 for each other seat, else 0, and 0
        where `longest` stopped it; written over by every step. With three seats and more they do not add up to 0.

        >>> gruntle.Vector("spam-o-rama", 4, seats=3).rewards.shape
        (4, 3)
        """

    @property
    def dones(self) -> NDArray[np.bool_]:
        """Whether each match ended with the last step, and began anew; written over by every step.

        >>> gruntle.Vector("spam-o-rama", 4).dones.tolist()
        [False, False, False, False]
        """

    @property
    def currents(self) -> NDArray[np.int8]:
        """The seat that is asked in each match; written over by every step.

        >>> gruntle.Vector("spammers", 4).currents.tolist()
        [0, 0, 0, 0]
        """

    @property
    def begun(self) -> NDArray[np.int16]:
        """The tokens of a decision so far, each plus 1, a row for each match; written over by every step.

        >>> gruntle.Vector("spammers", 4).begun.shape
        (4, 4)
        """

    def step(self, tokens: NDArray[np.int64]) -> None:
        """Takes a token in each match. If one of them is not legal, none is taken.

        >>> many = gruntle.Vector("spam-o-rama", 4)
        >>> many.step(many.masks.argmax(axis=1))
        """

    def step_randomly(self, steps: int = 1) -> None:
        """Takes so many legal tokens in each match, of choices drawn by lot.

        >>> many = gruntle.Vector("spam-o-rama", 4, seed=1)
        >>> many.step_randomly(1000)
        """

    def sample(self) -> NDArray[np.int64]:
        """A legal token for each match, of a choice drawn by lot.

        >>> many = gruntle.Vector("spam-o-rama", 4, seed=1)
        >>> bool(many.masks[np.arange(4), many.sample()].all())
        True
        """

    def hidden_truth(self) -> NDArray[np.int16]:
        """What each seat alone knows, a row for each seat of each match, that of the seat that is asked first, then clockwise; noughts where
        nobody sits. It is for critics and for nets that guess, and no part of an observation. In Spam-O-Rama 12 numbers: 1 for each
        client of that seat. In SPAMMERS those of the channels `hand` and `dealt`.

        >>> many = gruntle.Vector("spam-o-rama", 4, seats=[2, 6])
        >>> many.hidden_truth().shape, many.hidden_truth()[0].sum(axis=1).tolist()
        ((4, 6, 12), [5, 5, 0, 0, 0, 0])
        """

def bot(name: str | Callable[..., NDArray[np.int64]], seed: int = 0) -> Bot:
    """The bot of this name, as the command line has them: random, greedy, search:1000, exec:COMMAND. Or one that is a function, a net say: it
    is given observations, masks and the tokens of decisions so far, a row for each table as `Vector` has them, and gives a token for each.

    >>> match = gruntle.make("spammers", seats=2, seed=1)
    >>> match.step(gruntle.bot("greedy").choose(match))
    >>> match.step(gruntle.bot(lambda observations, masks, begun: masks.argmax(axis=1)).choose(match))
    """

def make(
    game: str,
    seats: int = 2,
    *,
    seed: int = 0,
    number: int = 0,
    variant: str | None = None,
    deck: str | None = None,
    network: str | None = None,
    memory: bool | None = None,
    longest: int | None = None,
) -> Match:
    """A match that has just begun: the one that `gruntle sim --seed SEED` plays as game NUMBER. `deck` and `network` are names or
    files of your own, `longest` decisions end it without a winner.

    >>> gruntle.make("spammers", seats=3, deck="starter", variant="demonstration").seats
    3
    >>> gruntle.make("spam-o-rama", network="generated", memory=False, seed=7).game
    'spam-o-rama'
    """

def read_record(text: str) -> Match:
    """The finished match that a record tells of, refereed.

    >>> match = gruntle.make("spam-o-rama", seats=2, seed=1)
    >>> while not match.over:
    ...     match.step(0)
    >>> gruntle.read_record(match.record()).winners == match.winners
    True
    """
