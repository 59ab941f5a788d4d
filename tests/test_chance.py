"""Chance is even, its own, and bound by what was committed to."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from frostfair.engine import chance, compiled
from frostfair.engine.chance import Draw, Keyed, below, pick, stream
from frostfair.engine.game import load

KEY = bytes(range(32))


def even(counts: Counter[int], cells: int) -> bool:
    """Whether counts look uniform over 0 .. cells - 1 (chi-square; a fair source fails once in ten thousand)."""
    assert counts.keys() <= set(range(cells))
    return bool(chisquare([counts[cell] for cell in range(cells)]).pvalue > 1e-4)


def xoshiro128_star_star(words: list[int]) -> int:
    """The generator of Blackman and Vigna (2018), from its definition."""

    def rotated(x: int, by: int) -> int:
        return (x << by | x >> (32 - by)) % 2**32

    result = rotated(words[1] * 5 % 2**32, 7) * 9 % 2**32
    shifted = words[1] << 9 & 0xFFFFFFFF
    words[2] ^= words[0]
    words[3] ^= words[1]
    words[1] ^= words[2]
    words[0] ^= words[3]
    words[2] ^= shifted
    words[3] = rotated(words[3], 11)
    return result


# Streams


def test_a_stream_is_xoshiro128_star_star() -> None:
    words, source = [1, 2, 3, 4], np.array([1, 2, 3, 4])
    for n in (2, 3, 1000, 2**31 - 1) * 250:
        assert below(source, n) == xoshiro128_star_star(words) * n >> 32
        assert list(source) == words


@pytest.mark.parametrize("n", [2, 3, 7, 52])
def test_below_is_even(n: int) -> None:
    source = stream("even", n)
    assert even(Counter(int(below(source, n)) for _ in range(20_000)), n)


def test_two_draws_in_a_row_are_even_together() -> None:
    source = stream("pairs")
    assert even(Counter(6 * int(below(source, 6)) + int(below(source, 6)) for _ in range(20_000)), 36)


def test_machine_code_draws_the_same_numbers() -> None:
    quick = compiled.specialise(chance, load("tests.tiny").rules, machine=True)
    assert (quick.below is below) != compiled.can_compile()
    one, other = stream("both"), stream("both")
    numbers = [n for n in (1, 2, 3, 10, 997, 2**31 - 1) for _ in range(200)]
    assert [int(below(one, n)) for n in numbers] == [quick.below(other, n) for n in numbers]
    assert one.tolist() == other.tolist()


def test_streams_are_told_apart_by_all_of_their_seed() -> None:
    seeds: list[tuple[int | str, ...]] = [(1,), (2,), ("1",), (1, 1), (11,), (1, "a"), ("a", 1), ("a1",), ()]
    assert len({stream(*seed).tobytes() for seed in seeds}) == len(seeds)
    assert stream(1, "a").tolist() == stream(1, "a").tolist()
    assert stream(1).dtype == np.int64
    assert all(0 <= word < 2**32 for word in stream(1))


# Keyed chance


@pytest.mark.parametrize("total", [2, 3, 7, 14])
def test_keyed_numbers_are_even(total: int) -> None:
    keyed = Keyed(KEY, ("aa", "bb"))
    assert even(Counter(keyed.number(n, total) for n in range(14_000)), total)


def test_keyed_numbers_have_no_modulo_bias() -> None:
    """With a plain remainder of 64 bits, the first of these three equal parts would come twice as often."""
    part = 2**62
    assert even(Counter(Keyed(KEY).number(n, 3 * part) // part for n in range(3_000)), 3)


def test_the_same_key_and_nonces_give_the_same_numbers() -> None:
    def numbers(key: bytes, *nonces: str) -> list[int]:
        return [Keyed(key, nonces).number(n, 2**32) for n in range(20)]

    assert numbers(KEY, "a", "b") == numbers(KEY, "a", "b")
    others = [numbers(KEY), numbers(KEY, "a", ""), numbers(KEY, "b", "a"), numbers(KEY, "a", "c"), numbers(b"x" * 32, "a", "b")]
    drawn = [numbers(KEY, "a", "b"), *others]
    assert len({tuple(one) for one in drawn}) == len(drawn)
    assert len(set(drawn[0])) == 20


def test_the_key_is_committed_to_and_never_shown() -> None:
    assert Keyed(KEY).commitment == hashlib.sha256(KEY).hexdigest()
    assert KEY.hex() not in repr(Keyed(KEY))
    assert repr(KEY) not in repr(Keyed(KEY))
    assert Keyed.fresh().key != Keyed.fresh().key
    assert len(Keyed.fresh().key) == 32


def test_a_draw_says_which_interval_it_fell_into() -> None:
    moves, weights = [4, 7, 9], [2, 0, 3]
    assert [pick(number, moves, weights) for number in range(5)] == [Draw(4, 0, 2, 5)] * 2 + [Draw(9, 2, 5, 5)] * 3
    with pytest.raises(ValueError, match="5 is not below the total weight 5"):
        pick(5, moves, weights)
    keyed = Keyed(KEY)
    for n in range(50):
        draw = keyed.draw(n, moves, weights)
        assert draw.low <= keyed.number(n, 5) < draw.high
    drawn = Counter(keyed.draw(n, [0, 1, 2, 3, 4], [1] * 5).move for n in range(5_000))
    assert even(drawn, 5)
