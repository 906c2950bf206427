"""Tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def escaped(text: object) -> str:
    """Text that a browser shows as it is."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def table(head: Sequence[object], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """
    >>> table(["a"], [["x < y"]])
    '<table><tr><th>a</th></tr><tr><td>x &lt; y</td></tr></table>'
    """
    title = f"<caption>{escaped(caption)}</caption>" if caption else ""
    first = "<tr>" + "".join(f"<th>{escaped(h)}</th>" for h in head) + "</tr>" if head else ""
    body = "".join("<tr>" + "".join(f"<td>{escaped(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table>{title}{first}{body}</table>"
