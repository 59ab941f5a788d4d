"""Simulations: the same games on any number of cores, by Python and by machine code, and legal to the last move."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from frostfair.engine.chance import below, pick, stream
from frostfair.engine.errors import GameError, PlayerError
from frostfair.engine.game import Game, load
from frostfair.engine.kits import Kit
from frostfair.lab import arena
from frostfair.lab.arena import Result, simulate

PLAYERS = [["random", "random"], ["greedy", "random"], ["greedy", "greedy"]]


def facts(result: Result) -> dict[str, object]:
    """Everything but the time it took, games as bytes."""
    return dataclasses.asdict(result) | {"cpu_seconds": 0, "logs": [log.tobytes() for log in result.logs]}


@pytest.mark.parametrize("players", PLAYERS)
def test_one_core_and_two_play_the_same_games(soul_ward: Game, kit: Kit, players: list[str]) -> None:
    one, two = (simulate(soul_ward, kit, players, 200, 7, jobs=jobs, records=True) for jobs in (1, 2))
    assert facts(one) == facts(two)
    assert len(one.logs) == 200


@pytest.mark.parametrize("players", PLAYERS)
def test_python_plays_the_same_games(soul_ward: Game, kit: Kit, players: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    machine = simulate(soul_ward, kit, players, 6, 3, records=True)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert facts(simulate(soul_ward, kit, players, 6, 3, records=True)) == facts(machine)


def test_python_plays_the_same_games_of_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tests.tiny")
    players, kit = ["greedy", "random", "greedy"], game.kit(3)
    machine = simulate(game, kit, players, 20, 3, records=True)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert facts(simulate(game, kit, players, 20, 3, records=True)) == facts(machine)


def test_seeds_make_games(soul_ward: Game, kit: Kit) -> None:
    games = [simulate(soul_ward, kit, PLAYERS[0], 30, seed, records=True).logs for seed in (1, 1, 2)]
    told = [[log.tobytes() for log in logs] for logs in games]
    assert told[0] == told[1]
    assert len({*told[0], *told[2]}) == 60


@pytest.mark.parametrize("players", PLAYERS)
def test_every_move_is_legal_and_nature_s_come_from_its_stream(soul_ward: Game, kit: Kit, players: list[str]) -> None:
    result = simulate(soul_ward, kit, players, 20, 11, records=True)
    standings, decisions = [], 0
    for g, log in enumerate(result.logs):
        position, nature = soul_ward.start(kit), stream(11, g, "nature")
        for move in log.tolist():
            legal = position.legal()
            if position.waiting() == soul_ward.rules.NATURE and len(legal) > 1:
                weights = position.weights(legal)
                assert move == pick(below(nature, sum(weights)), legal, weights).move
            decisions += position.waiting() != soul_ward.rules.NATURE
            position.play(move)
        assert position.over
        standings.append(position.standing())
    places, scores = np.array(standings).swapaxes(0, 1)
    assert result.mean_score_by_seat == tuple(scores.mean(axis=0))
    assert result.win_share_by_seat == tuple((np.where(places == 1, 1 / (places == 1).sum(1, keepdims=True), 0)).mean(axis=0))
    assert (result.decisions, result.moves) == (decisions, sum(map(len, result.logs)))


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random(soul_ward: Game, kit: Kit, seat: int) -> None:
    players = ["random", "random"]
    players[seat] = "greedy"
    assert simulate(soul_ward, kit, players, 500, 1).win_share_by_seat[seat] > 0.9


def test_greedy_scores_more_where_hands_are_hidden() -> None:
    game = load("tests.tiny")
    result = simulate(game, game.kit(3), ["random", "greedy", "random"], 300, 1)
    assert result.mean_score_by_seat[1] > max(result.mean_score_by_seat[0], result.mean_score_by_seat[2])
    assert sum(result.win_share_by_seat) == pytest.approx(1)


def test_progress_is_told_to_the_end(soul_ward: Game, kit: Kit) -> None:
    told: list[int] = []
    result = simulate(soul_ward, kit, PLAYERS[0], 150, 1, progress=told.append)
    assert told == [64, 128, 150]
    assert result.logs == ()
    assert result.moves_per_cpu_second == result.moves / result.cpu_seconds
    assert result.mean_decisions == result.decisions / 150


@pytest.mark.parametrize(
    ("players", "why"),
    [(["random"], "2 seats needs 2 players, not 1"), (["random", "deep-thought"], "there are: greedy, random")],
)
def test_seats_without_a_player_are_errors(soul_ward: Game, kit: Kit, players: list[str], why: str) -> None:
    with pytest.raises(PlayerError, match=why):
        simulate(soul_ward, kit, players, 1, 1)


def test_long_games_get_a_longer_log(soul_ward: Game, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = simulate(soul_ward, kit, PLAYERS[1], 70, 1, records=True)
    monkeypatch.setattr(arena, "LONG", 100)
    assert facts(simulate(soul_ward, kit, PLAYERS[1], 70, 1, records=True)) == facts(usual)


def test_a_game_without_end_is_an_error(soul_ward: Game, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "LONG", 100)
    monkeypatch.setattr(arena, "ENDLESS", 1_000)
    with pytest.raises(GameError, match="does not end: 64 games took more than 1000 moves"):
        simulate(soul_ward, kit, PLAYERS[0], 64, 1)
