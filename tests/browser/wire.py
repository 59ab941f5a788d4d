"""A wire between a browser and the house that can be cut and mended."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Wire:
    """Listens on a port of its own and passes everything on, until it is cut."""

    def __init__(self, port: int) -> None:
        self.far, self.whole = port, True
        self.pairs: list[socket.socket] = []
        self.ear = socket.create_server(("127.0.0.1", 0))
        self.port = self.ear.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        self.whole = False
        for end in self.pairs:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.pairs.clear()

    def mend(self) -> None:
        self.whole = True

    def _listen(self) -> None:
        while True:
            near, _ = self.ear.accept()
            if not self.whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.far))
            self.pairs += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    @staticmethod
    def _pass_on(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
