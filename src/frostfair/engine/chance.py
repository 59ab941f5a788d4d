"""Where chance comes from: fast streams for playouts and search, keyed and committed draws for tables."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from frostfair.engine.compiled import rule

Stream = npt.NDArray[np.int64]


def stream(*seed: int | str) -> Stream:
    """A private generator, four 32-bit words in an int64 array, from any seed and path of labels."""
    row: Stream = streams([seed])[0]
    return row


def streams(seeds: Iterable[tuple[int | str, ...]]) -> npt.NDArray[np.int64]:
    """Many at once, a row each: `streams([(7, 0), (7, 1)])[1]` is `stream(7, 1)`."""
    digests = b"".join(hashlib.sha256(repr(seed).encode()).digest()[:16] for seed in seeds)
    return np.frombuffer(digests, "<u4").reshape(-1, 4).astype(np.int64)


@rule
def below(stream, n):  # type: ignore[no-untyped-def]
    """An integer from 0 to n - 1 (n < 2**31; bias under n / 2**32): xoshiro128**, Blackman and Vigna 2018."""
    a, b, c, d = stream[0], stream[1], stream[2], stream[3]
    x = (b * 5) & 0xFFFFFFFF
    x = (((x << 7) | (x >> 25)) & 0xFFFFFFFF) * 9 & 0xFFFFFFFF
    t = (b << 9) & 0xFFFFFFFF
    c ^= a
    d ^= b
    stream[1] = b ^ c
    stream[0] = a ^ d
    stream[2] = c ^ t
    stream[3] = ((d << 11) | (d >> 21)) & 0xFFFFFFFF
    return (x * n) >> 32


@dataclass(frozen=True)
class Draw:
    """One move of nature: the move, its interval [low, high) of `total`, all in units of weight."""

    move: int
    low: int
    high: int
    total: int


@dataclass(frozen=True)
class Keyed:
    """Chance of a table: HMAC-SHA256 (RFC 2104) over what was committed to before anybody could know the outcome.

    `key`: 32 bytes, secret until the end.  `nonces`: one a seat, "" where a seat's device gave none.
    """

    key: bytes = field(repr=False)
    nonces: tuple[str, ...] = ()

    @staticmethod
    def fresh() -> Keyed:
        """A new secret from the operating system."""
        return Keyed(secrets.token_bytes(32))

    @property
    def commitment(self) -> str:
        """SHA-256 of the key, in hexadecimal: shown before the first deal, checked after the last."""
        return hashlib.sha256(self.key).hexdigest()

    @property
    def promise(self) -> dict[str, object]:
        """What is written down of it before the first deal."""
        return {"commitment": self.commitment, "nonces": list(self.nonces)}

    def number(self, n: int, total: int) -> int:
        """The n-th number of this key, from 0 to total - 1, every one equally likely (rejection, no modulo bias)."""
        most = 2**64 - 2**64 % total
        for attempt in range(1 << 20):
            text = "\n".join((*self.nonces, str(n), str(attempt)))
            x = int.from_bytes(hmac.digest(self.key, text.encode(), "sha256")[:8], "big")
            if x < most:
                return x % total
        raise RuntimeError("HMAC gave a million numbers to reject: that cannot happen")

    def draw(self, n: int, moves: list[int], weights: list[int]) -> Draw:
        """Nature's n-th move on the current line of play: `moves` in rising order with their weights."""
        return pick(self.number(n, sum(weights)), moves, weights)


def pick(number: int, moves: list[int], weights: list[int]) -> Draw:
    """The move whose interval holds `number`."""
    for move, high in zip(moves, accumulate(weights), strict=True):
        if number < high:
            return interval(move, moves, weights)
    raise ValueError(f"{number} is not below the total weight {sum(weights)}")


def interval(move: int, moves: list[int], weights: list[int]) -> Draw:
    """The interval that stands for one of nature's moves: weights are laid end to end in the order of `moves`."""
    nth = moves.index(move)
    low = sum(weights[:nth])
    return Draw(move, low, low + weights[nth], sum(weights))
