"""How far a long computation is: told to a function, shown in a terminal or in a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Optional, TextIO, Union

Progress = Union[bool, Callable[[float], object]]
width = 30


def bar(part: float) -> str:
    """A bar of fixed width.

    >>> bar(0.5)
    '[###############               ]  50 %'
    """
    part = min(max(part, 0.0), 1.0)
    full = int(part * width)
    return "[" + "#" * full + " " * (width - full) + f"] {int(100 * part):3d} %"


class Terminal:
    """One line that is written over; nothing where the stream is no terminal."""

    def __init__(self, what: str, stream: TextIO):
        self._what, self._stream, self._last = what, stream, ""

    def show(self, part: float) -> None:
        line = f"\r{bar(part)}  {self._what}"
        if line != self._last:
            self._stream.write(line)
            self._stream.flush()
            self._last = line

    def close(self) -> None:
        if self._last:
            self._stream.write("\r" + " " * (len(self._last) - 1) + "\r")
            self._stream.flush()


class Notebook:
    """A bar of HTML that is replaced as it fills."""

    def __init__(self, what: str, display: Callable[..., Any]):
        self._what, self._display, self._handle, self._percent, self._part = what, display, None, -1, 0.0

    def _repr_html_(self) -> str:
        return f'<progress max="100" value="{self._percent}"></progress> {self._percent} % of {self._what}'

    def show(self, part: float) -> None:
        percent = int(100 * min(max(part, 0.0), 1.0))
        if percent == self._percent:
            return
        self._percent = percent
        if self._handle is None:
            self._handle = self._display(self, display_id=True)
        else:
            self._handle.update(self)

    def close(self) -> None:
        pass  # it stays where the computation ended


def _shown_by(what: str) -> Optional[Union[Terminal, Notebook]]:
    # not imported for this: in a notebook it has been imported already
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is not None and hasattr(shell, "kernel"):
        from IPython.display import display

        return Notebook(what, display)
    return Terminal(what, sys.stderr) if sys.stderr is not None and sys.stderr.isatty() else None


@contextmanager
def listener(wanted: Progress, whole: float, what: str) -> Iterator[Optional[Callable[[float], object]]]:
    """Who is told how much of `whole` is done: the caller's function, a bar where one can be seen, or None."""
    if wanted is False or wanted is None:
        yield None
        return
    if callable(wanted):
        yield wanted
        return
    shown = _shown_by(what)
    if shown is None:
        yield None
        return
    last = [0.0]

    def tell(x: float) -> None:
        now = time.monotonic()
        if now - last[0] > 0.1 or x >= whole:
            last[0] = now
            shown.show(x / whole if whole > 0 else 1.0)

    try:
        yield tell
    finally:
        shown.close()
