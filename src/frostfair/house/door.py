"""The house's door: who may come in, what they may send, and what every answer carries.

A visitor comes in once with the house's key; from then on a secret cookie says which device it is.  Only the hash of
the cookie is ever stored.  What comes in is bounded in size and rate; forms and sockets must come from our own pages.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frostfair.house.page import stamp

MOST_BODY = 16 * 1024
MOST_SOCKETS = 24  # open at once on one device
PATIENCE = 20.0  # seconds until a form must have come in whole
YEAR = 365 * 24 * 3600
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@dataclass(frozen=True)
class Keys:
    """The house's secrets: `door` is in the link that lets people in, `seal` signs cookies."""

    door: str
    seal: bytes = field(repr=False)

    @staticmethod
    def fresh() -> Keys:
        return Keys("".join(secrets.choice("ABCDEFGHJKMNPQRTUVWXY") for _ in range(10)), secrets.token_bytes(32))

    @property
    def cookie_name(self) -> str:
        """Two houses on one machine do not share a cookie."""
        return f"frostfair-{hashlib.sha256(self.seal).hexdigest()[:8]}"

    def new_cookie(self) -> str:
        secret = secrets.token_urlsafe(24)
        return f"{secret}.{self._sign(secret)}"

    def device(self, cookie: str) -> str:
        """The hash by which the house knows a device, or "" for a cookie that it never gave."""
        secret, _, sign = cookie.partition(".")
        good = hmac.compare_digest(sign.encode(), self._sign(secret).encode())
        return hashlib.sha256(cookie.encode()).hexdigest() if good else ""

    def _sign(self, secret: str) -> str:
        return hmac.digest(self.seal, secret.encode(), "sha256").hex()[:32]


class Buckets:
    """So many requests a second for each client, with a burst; the oldest clients are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 4096) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, cost: float = 1) -> bool:
        now = time.monotonic()
        left, then = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        self._left[client] = (max(0.0, left - cost), now)
        if len(self._left) > self.most:
            self._left.popitem(last=False)
        return left >= cost


class Door:
    """ASGI middleware: the only way in."""

    def __init__(self, app: ASGIApp, *, keys: Keys, public_url: str = "") -> None:
        self.app, self.keys, self.public = app, keys, urlsplit(public_url)
        self.gets, self.posts, self.tries = Buckets(30, 240), Buckets(20, 60), Buckets(0.5, 20)
        self.sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        device = self.keys.device(asked.cookies.get(self.keys.cookie_name, ""))
        client = device or (asked.client.host if asked.client else "")
        refused = self._refusal(asked, scope, device, client)
        scope.setdefault("state", {}).update(device=device, refused=refused)
        key = asked.query_params.get("key", "")
        if scope["type"] == "http" and refused is None and key and (device or self._opens(key)):
            await self._let_in(asked, scope, receive, send, device)
        elif scope["type"] == "http":
            await self.app(scope, _bounded(receive), _with_headers(scope, send))
        else:
            self.sockets[client] += 1
            try:
                await self.app(scope, receive, send)
            finally:
                self.sockets[client] -= 1
                self.sockets += Counter()  # forgets those who have none

    def _refusal(self, asked: HTTPConnection, scope: Scope, device: str, client: str) -> HTTPException | None:
        """Why this request is not let through, if it is not."""
        length = asked.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit() and len(length) < 10) or int(length) > MOST_BODY:
            return HTTPException(413, "too_much")
        socket = scope["type"] == "websocket"
        form = not socket and scope["method"] not in ("GET", "HEAD")
        if (socket or form) and not self._from_our_pages(asked.headers):
            return HTTPException(403, "elsewhere")
        if socket and self.sockets[client] >= MOST_SOCKETS:
            return HTTPException(429, "too_fast")
        if not (self.posts.take(client) if form else self.gets.take(client, _cost(asked))):
            return HTTPException(429, "too_fast")
        key = asked.query_params.get("key", "")
        if not device and key and not self.tries.take(client):
            return HTTPException(429, "too_fast")
        if not device and not scope["path"].startswith("/static/") and not self._opens(key):
            return HTTPException(403, "no_key")
        return None

    def _from_our_pages(self, headers: Headers) -> bool:
        scheme, _, host = headers.get("origin", "").partition("://")
        return scheme in ("http", "https") and host in {headers.get("host", ""), self.public.netloc} - {""}

    def _opens(self, key: str) -> bool:
        return hmac.compare_digest(key.upper().encode(), self.keys.door.encode())

    async def _let_in(self, asked: HTTPConnection, scope: Scope, receive: Receive, send: Send, device: str) -> None:
        """The key opens once; then the cookie holds, and the key is gone from the address."""
        rest = asked.url.remove_query_params("key")
        answer = RedirectResponse("/" + rest.path.lstrip("/") + (f"?{rest.query}" if rest.query else ""), 303)
        if not device:
            secure = self.public.scheme == "https"
            answer.set_cookie(
                self.keys.cookie_name, self.keys.new_cookie(), max_age=YEAR, httponly=True, samesite="lax", secure=secure
            )
        await answer(scope, receive, _with_headers(scope, send))


def _cost(asked: HTTPConnection) -> int:
    """How much of a device's share of the house an address takes: many frames at once, or a hint, as much as six pages."""
    path = asked.scope["path"]
    if path.startswith("/static/"):
        return 0
    return 6 if path.endswith(("/frames", "/preview", "/watch")) or "hint" in asked.query_params else 1


def _bounded(receive: Receive) -> Receive:
    """A body without a length is cut off where it grows too long, one that trickles in when patience ends."""
    size, whole, end = 0, False, asyncio.get_running_loop().time() + PATIENCE

    async def bounded() -> Message:
        nonlocal size, whole
        try:
            async with asyncio.timeout_at(None if whole else end):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, "too_slow") from None
        size += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if size > MOST_BODY:
            raise HTTPException(413, "too_much")
        return message

    return bounded


def _with_headers(scope: Scope, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", _kept(scope) if message["status"] < 400 else "no-store")
        await send(message)

    return sending


def _kept(scope: Scope) -> str:
    """How long a browser may keep an answer: pages not at all, files for ever if their address has the present stamp."""
    if not scope["path"].startswith("/static/"):
        return "no-store"
    return f"max-age={YEAR}, immutable" if scope["query_string"] == stamp().encode() else "no-cache"
