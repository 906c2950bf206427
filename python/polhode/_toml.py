"""Tables of a scenario as TOML text. Numbers are written so that they are read back bit for bit."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from typing import Any

import numpy as np


def _value(value: Any, where: str) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value):
            raise ValueError(f"{where}: {value} is not a finite number")
        return repr(float(value))
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v, f'{where}.{k}')}" for k, v in value.items()) + " }"
    if isinstance(value, np.ndarray):
        value = value.tolist()
        if not isinstance(value, list):
            return _value(value, where)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v, f"{where}[{i}]") for i, v in enumerate(value)) + "]"
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    raise TypeError(f"{where}: a {type(value).__name__} cannot be written into a scenario")


def _key(key: str) -> str:
    plain = key.replace("_", "").replace("-", "")
    return key if plain.isalnum() and plain.isascii() else _value(key, "key")


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def text_of(tables: Mapping[str, Any]) -> str:
    """A scenario's tables, as nested mappings, as text.

    >>> print(text_of({"title": "one", "body": {"inertia": [1.0, 2, 3]}}))
    title = "one"
    <BLANKLINE>
    [body]
    inertia = [1.0, 2, 3]
    <BLANKLINE>
    """
    lines = [f"{_key(k)} = {_value(v, k)}" for k, v in tables.items() if not isinstance(v, Mapping) and not _is_tables(v)]
    for name, table in tables.items():
        if isinstance(table, Mapping):
            lines += _table(name, table, f"[{name}]")
        elif _is_tables(table):
            for i, one in enumerate(table):
                lines += _table(f"{name}[{i}]", one, f"[[{name}]]")
    return "\n".join(lines) + "\n"


def _table(where: str, table: Mapping[str, Any], head: str) -> list[str]:
    lines = ["", head]
    inner: list[str] = []
    for k, v in table.items():
        if isinstance(v, Mapping) and head.startswith("[") and not head.startswith("[[") and any(
                isinstance(x, Mapping) for x in v.values()):
            inner += _table(f"{where}.{k}", v, f"{head[:-1]}.{_key(k)}]")
        else:
            lines.append(f"{_key(k)} = {_value(v, f'{where}.{k}')}")
    return lines + inner
