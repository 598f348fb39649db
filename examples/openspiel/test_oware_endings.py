"""The endings, compared with what OpenSpiel says: moves, captures, boards and results."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import tihbat

from oware_endings import RULES, EndingBot, EndingEvaluator, best_moves, board_of, solved, worths

GAMES = 150


@pytest.fixture(scope="module")
def table() -> tihbat.Table:
    return solved()


def endings(table: tihbat.Table) -> list[pyspiel.State]:
    """Every position of random games that the table knows."""
    game, found = pyspiel.load_game("oware"), []
    for seed in range(GAMES):
        state, chance = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            if board_of(state)[0].sum() <= table.max_seeds:
                found.append(state.clone())
            state.apply_action(chance.choice(state.legal_actions()))
    return found


def test_an_entry_is_the_best_of_captured_minus_the_margin_of_the_next_board(table: tihbat.Table) -> None:
    states = endings(table)
    assert len(states) > 1_000
    followed = 0
    for state in states:
        pits, scores = board_of(state)
        worth = []
        for action in state.legal_actions():
            after = state.child(action)
            if after.is_terminal():
                # OpenSpiel has already given out the seeds left, so its board is not to be seen.
                worth.append(int(worths(table, pits)[0][action % 6]))
                continue
            theirs, after_scores = board_of(after)
            # The next mover is the other player: their scores come second.
            worth.append(int(after_scores[1] - scores[0]) - table.probe(theirs).margin)
            followed += 1
        assert max(worth) == table.probe(pits).margin, f"{state}"
        legal = {action % 6 for action in state.legal_actions()}
        assert legal == set(np.flatnonzero(worths(table, pits)[0] > -128)), f"{state}"
    assert followed > 2 * len(states)


def played(state: pyspiel.State, choose: Callable[[pyspiel.State], int]) -> tuple[list[float], bool]:
    """Plays to the end. Returns the results, and whether a repetition ended the game: then OpenSpiel gives each player their own row."""
    now, seen, repeated = state.get_game().new_initial_state(), set(), False
    history = iter(state.history())
    while not now.is_terminal():
        pits, _ = board_of(now)
        seen.add((now.current_player(), pits.tobytes()))
        # The moves before count, too.
        action = next(history, None)
        action = choose(now) if action is None else action
        captured, after = RULES.successors(pits[None, :])
        repeated = captured[0, action % 6] == 0 and (1 - now.current_player(), after[0, action % 6].tobytes()) in seen
        now.apply_action(action)
    return now.returns(), repeated


def test_the_evaluator_says_how_perfect_play_ends(table: tihbat.Table) -> None:
    evaluator, ends = EndingEvaluator(table), 0
    for state in endings(table)[::5]:
        expected = evaluator.evaluate(state)
        assert sum(expected) == 0 and abs(sum(chance for _, chance in evaluator.prior(state)) - 1) < 1e-9
        returns, repeated = played(state, lambda now: (best_moves(table, now) or [])[0])
        if not repeated:
            assert np.sign(returns).tolist() == expected.tolist(), f"{state}"
            ends += 1
    assert ends > 50


def test_the_bot_gets_at_least_what_the_evaluator_says(table: tihbat.Table) -> None:
    evaluator, games = EndingEvaluator(table), 0
    for number, state in enumerate(endings(table)[::10]):
        me, chance = state.current_player(), random.Random(number)
        bot = EndingBot(table, pyspiel.make_uniform_random_bot(me, number))
        choose = lambda now: bot.step(now) if now.current_player() == me else chance.choice(now.legal_actions())
        returns, repeated = played(state, choose)
        if not repeated:
            assert returns[me] >= evaluator.evaluate(state)[me], f"{state}"
            games += 1
    assert games > 50


def test_the_bot_searches_before_the_endings(table: tihbat.Table) -> None:
    game = pyspiel.load_game("oware")
    search = mcts.MCTSBot(game, 1.4, 20, EndingEvaluator(table), random_state=np.random.RandomState(1))
    bot, state = EndingBot(table, search), game.new_initial_state()
    for _ in range(6):
        state.apply_action(bot.step(state))
    assert not state.is_terminal()
