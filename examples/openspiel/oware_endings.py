"""Perfect oware endings for OpenSpiel: an evaluator for its Monte Carlo tree search, and a bot.

    python3 examples/openspiel/oware_endings.py        the bot plays a game against a random player

A table knows every board of up to 12 seeds. It holds margins: the seeds that the player to move still gets minus those of the other player, if both
play perfectly and endless play splits the seeds that are left. (OpenSpiel gives each player the seeds of their own row if a board comes again, so
at a repetition it can pay a few seeds more or less.) OpenSpiel ends a game as soon as one player has more than half of the seeds; who that is, the
margins say.
"""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import tihbat

MOST_SEEDS = 12

# OpenSpiel's oware: each player takes the seeds of their own row if somebody cannot move.
RULES = tihbat.Rules("oware", repetition="split", no_move="own_row")


def solved(max_seeds: int = MOST_SEEDS, path: str | None = None) -> tihbat.Table:
    """The table of the endings. With a path it is kept in a file, and the next time only opened."""
    if path is None:
        return tihbat.solve(RULES, max_seeds)
    try:
        return tihbat.open(path)
    except FileNotFoundError:
        return tihbat.solve(RULES, max_seeds, path=path)


def board_of(state: pyspiel.State) -> tuple[np.ndarray, np.ndarray]:
    """The seeds of each pit, the mover's row first, and the seeds that both players have, the mover first."""
    # The seeds of all pits of player 0, those of player 1, and the scores, as shares of all seeds.
    seeds = np.rint(np.array(state.observation_tensor(0)) * 48).astype(np.uint8)
    pits, scores = seeds[:12], seeds[12:].astype(int)
    if state.current_player() == 1:
        pits, scores = np.roll(pits, 6), scores[::-1]
    return pits, scores


class EndingEvaluator(mcts.Evaluator):
    """Knows who wins the endings, and asks another evaluator about everything else."""

    def __init__(self, table: tihbat.Table, otherwise: mcts.Evaluator | None = None) -> None:
        self.table = table
        self.otherwise = otherwise or mcts.RandomRolloutEvaluator()

    def evaluate(self, state: pyspiel.State) -> np.ndarray:
        """The result of each player: 1, 0 or -1."""
        if state.is_terminal():
            return np.array(state.returns())
        pits, scores = board_of(state)
        if pits.sum() > self.table.max_seeds:
            return self.otherwise.evaluate(state)
        result = np.sign(scores[0] - scores[1] + self.table.probe(pits).margin)
        return np.array([result, -result] if state.current_player() == 0 else [-result, result], dtype=float)

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """The moves that keep the margin, if the ending is known."""
        moves = best_moves(self.table, state)
        if moves is None:
            return self.otherwise.prior(state)
        return [(action, 1 / len(moves) if action in moves else 0.0) for action in state.legal_actions()]


def best_moves(table: tihbat.Table, state: pyspiel.State) -> list[int] | None:
    """The best actions: those that keep the margin, by the shortest way for who is ahead, by the longest for who is not. None if the board
    has too many seeds."""
    pits, _ = board_of(state)
    if pits.sum() > table.max_seeds:
        return None
    worth, plies = worths(table, pits)
    rank = {action: (worth[action % 6], -np.sign(worth[action % 6]) * plies[action % 6]) for action in state.legal_actions()}
    return [action for action, found in rank.items() if found == max(rank.values())]


def worths(table: tihbat.Table, pits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What the move from each pit is worth to the mover, -128 if it is not legal, and the plies to the next capture or the end."""
    captured, after = RULES.successors(pits[None, :])
    theirs = table.probe(after[0])
    worth = np.where(captured[0] >= 0, captured[0] - theirs.margins.astype(int), -128)
    plies = np.where(captured[0] > 0, 1, theirs.distances.astype(int) + 1)
    return worth[:6], plies[:6]


class EndingBot(pyspiel.Bot):
    """Plays the endings perfectly, and what another bot plays before them."""

    def __init__(self, table: tihbat.Table, otherwise: pyspiel.Bot) -> None:
        super().__init__()
        self.table = table
        self.otherwise = otherwise

    def step(self, state: pyspiel.State) -> int:
        """The action for the player to move."""
        moves = best_moves(self.table, state)
        return moves[0] if moves else self.otherwise.step(state)

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        self.otherwise.inform_action(state, player, action)

    def restart(self) -> None:
        self.otherwise.restart()


def main() -> None:
    game, table = pyspiel.load_game("oware"), solved()
    search = mcts.MCTSBot(game, uct_c=1.4, max_simulations=30, evaluator=EndingEvaluator(table))
    players = [EndingBot(table, search), pyspiel.make_uniform_random_bot(1, 7)]
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        action = players[player].step(state)
        print(state.action_to_string(player, action), end=" ", flush=True)
        state.apply_action(action)
    print(state)


if __name__ == "__main__":
    main()
