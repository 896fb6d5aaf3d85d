"""What OpenSpiel demands of a game, and its ISMCTS bot on ours."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("gruntle.openspiel")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")

GAMES = ["python_spam_o_rama", "python_spammers"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", range(2, 7))
def test_openspiel_plays_it_at_random(name, players):
    """Not with `serialize`: then it wants a generator of the game, which a Python game cannot give it; see below."""
    game = pyspiel.load_game(name, {"players": players, "seed": 5, "longest": 300})
    seen = pyspiel.IIGObservationType(False, False, pyspiel.PrivateInfoType.SINGLE_PLAYER)
    checked = []
    pyspiel.random_sim_test(
        game,
        num_sims=1,
        serialize=False,
        verbose=False,
        state_checker_fn=lambda state: checked.append(state.move_number()),
        observer=game.make_observer(seen, {}),
    )
    assert len(checked) > 100


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_plays_whole_games(name):
    game = pyspiel.load_game(name, {"players": 2, "seed": 6})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_an_information_state_is_a_tensor_too(name, players):
    game = pyspiel.load_game(name, {"players": players, "seed": 8, "longest": 60})
    assert game.get_type().provides_information_state_tensor
    size = game.observation_tensor_shape()[0]
    assert game.information_state_tensor_shape() == [size + 4]
    state, luck, seen = game.new_initial_state(), np.random.RandomState(8), {}
    while not state.is_terminal():
        for player in range(players):
            tensor = state.information_state_tensor(player)
            assert tensor[:size] == state.observation_tensor(player)
            begun = state.match.begun if state.current_player() == player else []
            assert tensor[size:] == [token + 1 for token in begun] + [0] * (4 - len(begun))
            key = (player, state.information_state_string(player))
            assert seen.setdefault(key, tensor) == tensor, "the same words, the same numbers"
        state.apply_action(int(luck.choice(state.legal_actions())))
    assert len(seen) > 100


def stands(state):
    """All that OpenSpiel can ask of a state."""
    players = range(state.num_players())
    told = [(state.observation_string(player), state.observation_tensor(player)) for player in players]
    return told, state.current_player(), state.legal_actions(), state.history(), state.returns(), str(state)


def to_the_end(state, seed):
    """Plays on at random and says how it came out."""
    luck = np.random.RandomState(seed)
    while not state.is_terminal():
        state.apply_action(int(luck.choice(state.legal_actions())))
    return stands(state)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", range(2, 7))
def test_states_are_copied_put_away_and_drawn_anew(name, players):
    game = pyspiel.load_game(name, {"players": players, "seed": 7, "longest": 120})
    assert stands(pyspiel.load_game(str(game)).new_initial_state()) == stands(game.new_initial_state())
    state, luck = game.new_initial_state(), np.random.RandomState(players)
    drawn_anew = 0
    while not state.is_terminal():
        if state.move_number() % 20 == 0:
            now = stands(state)
            copy, put_away = state.clone(), game.deserialize_state(state.serialize())
            assert stands(copy) == stands(put_away) == now
            # The luck to come is the same; the state itself stays where it is.
            assert to_the_end(copy, 1) == to_the_end(put_away, 1) != now == stands(state)
            player = state.current_player()
            other = state.resample_from_infostate(player, luck.uniform)
            for seen in ("observation_string", "information_state_string", "observation_tensor", "legal_actions"):
                assert getattr(other, seen)(player) == getattr(state, seen)(player)
            rivals = [rival for rival in range(players) if rival != player]
            drawn_anew += any(other.observation_string(rival) != state.observation_string(rival) for rival in rivals)
            to_the_end(other, 2)
        state.apply_action(int(luck.choice(state.legal_actions())))
    assert drawn_anew > 2, "what the others know is imagined"


def test_its_ismcts_plays_to_the_end():
    game = pyspiel.load_game("python_spam_o_rama", {"players": 2, "seed": 4})
    luck = np.random.RandomState(4)
    rollout = mcts.RandomRolloutEvaluator(1, luck)
    bot = ismcts.ISMCTSBot(game=game, uct_c=1.4, evaluator=rollout, max_simulations=3, random_state=luck)
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        action = bot.step(state) if state.current_player() == 0 else int(luck.choice(legal))
        assert action in legal
        state.apply_action(action)
    assert sorted(set(state.returns())) in ([-1.0, 1.0], [1.0])
