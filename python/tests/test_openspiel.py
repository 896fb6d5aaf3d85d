"""What OpenSpiel demands of a game, and its ISMCTS bot on ours."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("gruntle.openspiel")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")

GAMES = ["python_spam_o_rama", "python_spammers"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_openspiel_plays_it_at_random(name, players):
    game = pyspiel.load_game(name, {"players": players, "seed": 5, "longest": 150})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


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
