"""Both games as OpenSpiel games, registered in pyspiel. Needs the package `open_spiel`.

>>> import gruntle.openspiel, pyspiel
>>> game = pyspiel.load_game("python_spam_o_rama", {"players": 2, "seed": 3})

An action is a token of the game's vocabulary; in SPAMMERS a decision may take up to four. Luck is drawn from the seed of the
game and is no node of its own: a search must not look ahead in the true state, whose luck is fixed, but in states from
`resample_from_infostate`, which are imagined from a player's view alone and have luck of their own, as OpenSpiel's ISMCTS does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from ._gruntle import Match, make

#: The most seats of a table.
MOST_SEATS = 6
#: The most tokens of a decision.
MOST_TOKENS = 4


def _game_type(name: str, title: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "seed": 0, "longest": 2000},
    )


class _Game(pyspiel.Game):
    """What both games have in common."""

    NAME = ""
    TYPE: pyspiel.GameType

    def __init__(self, params: dict | None = None):
        params = dict(params or {})
        self.players = int(params.get("players", 2))
        self.seed = int(params.get("seed", 0))
        self.longest = int(params.get("longest", 2000))
        self.first = make(self.NAME, self.players, seed=self.seed, longest=self.longest)
        self.layout = self.first.layout()
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.layout["tokens"]),
            max_chance_outcomes=0,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=4 * self.longest,
        )
        super().__init__(self.TYPE, info, params)

    def new_initial_state(self) -> State:
        """The match before its first decision."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What a player sees, in numbers; as an information state with the tokens of a decision that is not whole yet."""
        return _Observer(self.layout["size"], is_information_state=bool(iig_obs_type and iig_obs_type.perfect_recall))


class State(pyspiel.State):
    """A match that waits for a token, or is over.

    >>> import gruntle.openspiel, pyspiel
    >>> state = pyspiel.load_game("python_spam_o_rama", {"seed": 3}).new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.is_terminal(), len(state.history())
    (False, 1)
    """

    def __init__(self, game: _Game, match: Match | None = None):
        super().__init__(game)
        self.match = game.first.clone() if match is None else match

    def current_player(self) -> int:
        """Who is asked."""
        match = self.match
        return pyspiel.PlayerId.TERMINAL if match.over else match.current

    def _legal_actions(self, player: int) -> list[int]:
        match = self.match
        return [int(token) for token in np.flatnonzero(match.mask())] if match.current == player else []

    def _apply_action(self, action: int) -> None:
        self.match.step_token(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.get_game().layout["tokens"][action]

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.match.over

    def returns(self) -> list[float]:
        """1 for whoever has won, -1 for the rest, 0 while it goes on."""
        return [float(one) for one in self.match.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        """What a player knows; both games show in a view all that matters of what was heard."""
        return self.observation_string(player)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now, with the tokens of a decision that is not whole yet."""
        match = self.match
        player = match.current if player is None else player
        begun = match.begun if match.current == player else []
        return f"{match.view_json(player)} {begun}"

    def resample_from_infostate(self, player: int, sampler: Any = None) -> State:
        """Some state that looks the same to a player, imagined from the player's view."""
        draw = sampler() if callable(sampler) else np.random.random()
        seed = int(draw * 2**53)
        match = self.match.imagine(player, seed)
        for token in self.match.begun if self.match.current == player else []:
            match.step_token(token)
        return State(self.get_game(), match)

    def __str__(self) -> str:
        return str(self.match.open_view())


class _Observer:
    """A player's view in numbers, as `Match.layout` has them. As an information state it has the tokens of a decision so far
    behind it, each plus 1: two states that look the same to a player have the same numbers, and no others have."""

    def __init__(self, size: int, is_information_state: bool = False):
        self.tensor = np.zeros(size + (MOST_TOKENS if is_information_state else 0), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if is_information_state:
            self.dict["begun"] = self.tensor[size:]

    def set_from(self, state: State, player: int) -> None:
        """Writes what a player sees."""
        match = state.match
        self.dict["observation"][:] = match.observe(player)
        if "begun" in self.dict:
            begun = match.begun if match.current == player else []
            self.dict["begun"][:] = [token + 1 for token in begun] + [0] * (MOST_TOKENS - len(begun))

    def string_from(self, state: State, player: int) -> str:
        """The same in words."""
        return state.observation_string(player)


class RandomRollout(mcts.Evaluator):
    """What OpenSpiel's `RandomRolloutEvaluator` does with one rollout, played in Rust.

    >>> import gruntle.openspiel, numpy, pyspiel
    >>> game = pyspiel.load_game("python_spam_o_rama", {"players": 2, "seed": 3})
    >>> rollout = gruntle.openspiel.RandomRollout(numpy.random.RandomState(1))
    >>> returns = rollout.evaluate(game.new_initial_state())
    >>> sorted(float(one) for one in returns)
    [-1.0, 1.0]
    """

    def __init__(self, random_state: np.random.RandomState):
        self._random_state = random_state

    def evaluate(self, state: State) -> np.ndarray:
        """How a game of random choices from here comes out."""
        match = state.match.clone(int(self._random_state.randint(2**31)))
        for seat in range(match.seats):
            match.seat_bot(seat, "random")
        match.play_bots()
        return np.array(match.returns())

    def prior(self, state: State) -> list[tuple[int, float]]:
        """All actions alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class SpamORamaGame(_Game):
    """Spam-O-Rama in OpenSpiel.

    >>> import gruntle.openspiel, pyspiel
    >>> state = pyspiel.load_game("python_spam_o_rama", {"players": 3}).new_initial_state()
    >>> state.num_players(), len(state.legal_actions()) > 0, len(state.information_state_tensor(0)) > 100
    (3, True, True)
    """

    NAME = "spam-o-rama"
    TYPE = _game_type("python_spam_o_rama", "Spam-O-Rama")


class SpammersGame(_Game):
    """SPAMMERS in OpenSpiel.

    >>> import gruntle.openspiel, pyspiel
    >>> state = pyspiel.load_game("python_spammers", {"players": 2, "seed": 5}).new_initial_state()
    >>> state.current_player(), len(state.observation_tensor(0)) + 4 == len(state.information_state_tensor(0))
    (0, True)
    """

    NAME = "spammers"
    TYPE = _game_type("python_spammers", "SPAMMERS")


for _one in (SpamORamaGame, SpammersGame):
    pyspiel.register_game(_one.TYPE, _one)
