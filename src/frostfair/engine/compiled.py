"""From the rules as Python to the rules as machine code, once, remembered on disk.

Rules and *templates* (modules written against a global named `rules`) are ordinary Python: importing them
runs them as Python.  `specialise` makes a copy of such a module for one game, either to be interpreted or
compiled by numba, in which every function marked with `@rule`, its own or imported, is copied along.  So the
functions of one game call each other directly, everything is inlined together, and neither stale code nor
another game's code can ever run.

Neither rules nor templates allocate: callers pass in what they write to.  So no machine code counts references, which
would take longer than the rules themselves.
"""

from __future__ import annotations

import hashlib
import linecache
import os
import platform
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

_lock = threading.RLock()
_made: dict[tuple[object, ...], ModuleType] = {}


def rule(function: F) -> F:
    """Mark a function as part of the rules: plain Python now, machine code in a compiled copy of its module.

    The text of its file is noted as it is now, whatever comes of the file until the function is compiled.
    """
    file = function.__code__.co_filename
    linecache.checkcache(file)
    function.__rule__ = hashlib.sha256("".join(linecache.getlines(file)).encode()).digest()  # type: ignore[attr-defined]
    return function


def can_compile() -> bool:
    """False when NUMBA_DISABLE_JIT asks for the same text to run as Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def nothing(kit, s):  # type: ignore[no-untyped-def]
    """What `pending`, `skip` and `foreseeable` are in a copy of rules that lack them: nothing can be seen through."""
    return False


def specialise(template: ModuleType, rules: ModuleType, *, machine: bool, **parts: ModuleType) -> ModuleType:
    """A copy of `template` whose global `rules` is a copy of this game's `rules`; `parts` are its further globals.

    With `machine` the copies are compiled when first called (or loaded from the cache); else they are Python.
    The same arguments give the same module again.  `template` may be `rules` itself.
    """
    needed = {"rules": rules, **parts}
    folder = cache_folder(template, **needed) if machine and can_compile() else None
    key = (template, folder, *needed.items())
    with _lock:
        if key not in _made:
            _made[key] = _Copy(needed, folder).of(template)
        return _made[key]


def cache_folder(template: ModuleType, rules: ModuleType, **parts: ModuleType) -> Path:
    """Where the machine code of this template for this game lies: named by everything it can depend on."""
    import numba

    digest = hashlib.sha256()
    modules = _reached(template, rules, *parts.values())
    for text in sorted({function.__rule__ for module in modules for function in _functions(module).values()}):
        digest.update(text)
    for path in _sources(modules):
        digest.update(path.read_bytes())
    for fact in (rules.KIT.descr, rules.STATE.descr, numba.__version__, np.__version__, sys.version, platform.machine()):
        digest.update(repr(fact).encode())
    for flag in sorted(flag for flag in os.environ if flag.startswith("NUMBA_") and flag != "NUMBA_CACHE_DIR"):
        digest.update(f"{flag}={os.environ[flag]}".encode())
    digest.update(repr([(part, module.__name__) for part, module in parts.items()]).encode())
    short = rules.__name__.removesuffix(".rules").rsplit(".", 1)[-1]
    return cache_home() / f"{short}-{template.__name__.rsplit('.', 1)[-1]}-{digest.hexdigest()[:20]}"


def cache_home() -> Path:
    """The folder of all machine code: FROSTFAIR_CACHE, or the user's cache folder."""
    chosen = os.environ.get("FROSTFAIR_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "frostfair"


def _functions(module: ModuleType) -> dict[str, Any]:
    """The functions marked with `@rule` that a module defines or imports, by the names it gives them."""
    return {
        name: value for name, value in vars(module).items() if isinstance(value, FunctionType) and hasattr(value, "__rule__")
    }


def _reached(*modules: ModuleType) -> list[ModuleType]:
    """These modules and all whose functions they come to call."""
    reached = list(modules)
    for module in reached:
        homes = {function.__module__: sys.modules[function.__module__] for function in _functions(module).values()}
        reached += [home for home in homes.values() if home not in reached]
    return reached


def _sources(modules: Iterable[ModuleType]) -> Iterable[Path]:
    """Every Python file beside these modules or in the engine: a superset of what they can depend on."""
    folders = {Path(str(module.__file__)).parent for module in modules} | {Path(__file__).parent}
    return sorted(path for folder in folders for path in folder.glob("*.py"))


class _Copy:
    """One game's copies of all modules that a template reaches through `@rule` functions."""

    def __init__(self, needed: dict[str, ModuleType], folder: Path | None) -> None:
        self.needed, self.folder = needed, folder
        self.made: dict[str, ModuleType] = {}

    def of(self, module: ModuleType) -> ModuleType:
        if module.__name__ in self.made:
            return self.made[module.__name__]
        copy = self.made[module.__name__] = ModuleType(module.__name__, module.__doc__)
        copy.__dict__.update(module.__dict__)
        for name, value in _functions(module).items():
            if value.__module__ == module.__name__:
                copy.__dict__[name] = self.function(value, copy)
            else:
                copy.__dict__[name] = getattr(self.of(sys.modules[value.__module__]), value.__name__)
        if module is self.needed["rules"]:
            for name in ("pending", "skip", "foreseeable"):
                copy.__dict__.setdefault(name, self.function(cast("FunctionType", nothing), copy))
        for name in self.needed.keys() & getattr(module, "__annotations__", {}).keys():
            copy.__dict__[name] = self.of(self.needed[name])
        return copy

    def function(self, original: FunctionType, home: ModuleType) -> Callable[..., Any]:
        copy = FunctionType(original.__code__, home.__dict__, original.__name__, original.__defaults__)
        copy.__module__, copy.__qualname__, copy.__doc__ = original.__module__, original.__qualname__, original.__doc__
        return copy if self.folder is None else _machine(copy, self.folder)


def _machine(function: FunctionType, folder: Path) -> Callable[..., Any]:
    """Compile when first called.  numba chooses the cache's place when it wraps, so it is set just for that moment."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        how = {"cache": True, "nogil": True, "error_model": "numpy", "forceinline": True, "_nrt": False}
        compiled: Callable[..., Any] = numba.njit(**how)(function)
        return compiled
    finally:
        config.CACHE_DIR = before
