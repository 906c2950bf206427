"""A problem: body, start, torques and whatever else a scenario may hold."""

from __future__ import annotations

import copy
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _core
from ._families import Table
from ._html import escaped
from ._nouns import Body, Method, Start, _Keys, _plain, _rebuilt
from ._toml import _value, text_of

if TYPE_CHECKING:
    from ._types import TorqueFunction


class Problem:
    """What moves the body: body, start, torques (or given rates), and whatever else a scenario may hold.

    Torques are tables (`polhode.torque.gravity(...)`), or functions of t, q_NB, w_NB_B that give three numbers, N m in
    body axes. A function costs about a microsecond a call; `polhode.torque.formula` is faster where a formula will do.

    >>> from polhode import torque
    >>> p = Problem(body=Body(inertia=[1, 2, 3]), start=Start(rate=[0.1, 1, 0.2]),
    ...             torques=[torque.constant(value=[0, 0, 0.01])])
    >>> p == Problem.from_text(p.to_toml())
    True
    """

    torques: list[Union[Table, Mapping[str, object], TorqueFunction]]
    directory: str  # that file names in it count from

    def __init__(self, body: Union[Body, Mapping[str, object], None] = None,
                 start: Union[Start, Mapping[str, object], None] = None,
                 torques: Iterable[Union[Table, Mapping[str, object], TorqueFunction]] = (),
                 rates: Optional[Mapping[str, object]] = None, title: Optional[str] = None,
                 directory: Union[str, os.PathLike[str]] = "", **tables: object):
        self._tables: dict[str, Any] = {}
        if title is not None:
            self._tables["title"] = title
        for name, one in (("body", body), ("rates", rates), ("start", start)):
            if one is not None:
                self._tables[name] = one.table() if isinstance(one, _Keys) else _plain(dict(one))
        self._tables.update({k: _plain(v) for k, v in tables.items() if v is not None})
        self.torques = list(torques)
        self.directory = os.fspath(directory)

    @classmethod
    def from_toml(cls, path: Union[str, os.PathLike[str]], set: Optional[Mapping[str, object]] = None) -> Problem:
        """A scenario file. `set` stands in place of what it says: {"torque[0].g": 1.62}."""
        with open(path, encoding="utf-8") as file:
            return cls.from_text(file.read(), directory=os.path.dirname(os.path.abspath(path)), name=str(path), set=set)

    @classmethod
    def from_text(cls, text: str, directory: str = "", name: str = "scenario",
                  set: Optional[Mapping[str, object]] = None) -> Problem:
        """The same from text; file names in it count from `directory`."""
        settings = _settings(set)
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            tables = {}  # the library says it better, with line and column
        if "duration" not in tables.get("run", {}):
            settings.insert(0, "run.duration=1.0")  # run() is told how long
        _core.Scenario.from_text(text, name, settings, directory)  # says what is wrong, and where
        made = cls(directory=directory)
        made._tables = tables
        for key, value in (set or {}).items():
            _put(made._tables, key, value)
        made.torques = [Table("torque", t.get("kind", ""), {k: v for k, v in t.items() if k != "kind"})
                        for t in made._tables.pop("torque", [])]
        return made

    @property
    def body(self) -> Body:
        return _rebuilt(Body, self._tables.get("body", {}))

    @property
    def start(self) -> Start:
        return _rebuilt(Start, self._tables.get("start", {}))

    @property
    def method(self) -> Method:
        """The method the scenario names itself; run() takes it where none is given."""
        return _rebuilt(Method, self._tables.get("method", {}))

    @property
    def title(self) -> str:
        return self._tables.get("title", "")

    def tables(self) -> dict[str, Any]:
        """Everything but torques that are functions, as nested mappings."""
        tables = copy.deepcopy(self._tables)
        named = [dict(t) for t in self.torques if not callable(t)]
        if named:
            tables["torque"] = [_plain(t) for t in named]
        return tables

    def to_toml(self, path: Union[str, os.PathLike[str], None] = None) -> str:
        """As a scenario; also into a file where one is named."""
        if any(callable(t) for t in self.torques):
            raise ValueError("a torque that is a Python function cannot be written into a scenario; use torque.formula")
        text = text_of(self.tables())
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return text

    def scenario(self, method: Optional[Method] = None, duration: Optional[float] = None, sample: Optional[float] = None,
                 compare: Sequence[Method] = ()) -> Any:
        """What the library runs."""
        tables = self.tables()
        if method is not None:
            tables["method"] = method.table()
            tables.pop("compare", None)
        if compare:
            tables["compare"] = [m.table() for m in compare]
        run = tables.setdefault("run", {})
        if duration is not None:
            run["duration"] = float(duration)
        if sample is not None:
            run["sample"] = float(sample)
        scenario = _core.Scenario.from_text(text_of(tables), self.title or "problem", [], self.directory)
        for i, one in enumerate(t for t in self.torques if callable(t)):
            scenario = scenario.with_torque(getattr(one, "__name__", f"function {i}"), one)
        return scenario

    def replaced(self, set: Mapping[str, object]) -> Problem:
        """This problem with some keys changed: problem.replaced({"torque[0].g": 1.62})."""
        made = copy.deepcopy(self)
        tables = made.tables()
        for key, value in set.items():
            _put(tables, key, value)
        functions = [t for t in made.torques if callable(t)]
        made.torques = [Table("torque", t.get("kind", ""), {k: v for k, v in t.items() if k != "kind"})
                        for t in tables.pop("torque", [])] + functions
        made._tables = tables
        return made

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Problem) and self.tables() == other.tables()
                and [t for t in self.torques if callable(t)] == [t for t in other.torques if callable(t)])

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        parts = [f"{name}={one!r}" for name, one in (("body", self.body), ("start", self.start)) if name in self._tables]
        if self.torques:
            parts.append("torques=[" + ", ".join(getattr(t, "__name__", repr(t)) for t in self.torques) + "]")
        if self.title:
            parts.append(f"title={self.title!r}")
        parts += [f"{k}={v!r}" for k, v in self._tables.items() if k not in ("body", "start", "title")]
        if self.directory:
            parts.append(f"directory={self.directory!r}")
        return f"Problem({', '.join(parts)})"

    def __copy__(self) -> Problem:
        made = Problem(directory=self.directory)
        made._tables, made.torques = copy.deepcopy(self._tables), list(self.torques)
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Problem:
        made = self.__copy__()
        made.torques = [t if callable(t) else copy.deepcopy(t, memo) for t in made.torques]
        return made

    def __getstate__(self) -> dict[str, Any]:
        if any(callable(t) for t in self.torques):
            raise TypeError("a problem with a Python function as torque cannot be pickled; use torque.formula")
        return self.__dict__

    def _repr_html_(self) -> str:
        functions = [f"# and {getattr(t, '__name__', 'a function')} of Python" for t in self.torques if callable(t)]
        return f"<pre>{escaped(text_of(self.tables()) + chr(10).join(functions))}</pre>"


def _settings(set: Optional[Mapping[str, object]]) -> list[str]:
    return [f"{k}={_value(_plain(v), k)}" for k, v in (set or {}).items()]


def _put(tables: dict[str, Any], key: str, value: object) -> None:
    """tables["torque"][0]["g"] = value for "torque[0].g"."""
    place: Any = tables
    parts: list[Any] = key.replace("[", ".[").split(".")
    for part, following in zip(parts, parts[1:] + [None]):
        index = int(part[1:-1]) if part.startswith("[") else part
        if following is None:
            place[index] = _plain(value)
        elif isinstance(index, str):
            place = place.setdefault(index, [] if following.startswith("[") else {})
        else:
            place = place[index]
