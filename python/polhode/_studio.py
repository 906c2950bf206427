"""The studio in a frame of a notebook: its whole page and the scenario in one piece of HTML, nothing fetched from anywhere."""

from __future__ import annotations

import base64
import os
import zlib
from typing import Optional, Union

from ._nouns import Method
from ._problem import Problem
from ._toml import text_of


def studio_page() -> str:
    """The studio as it was built into the package; FileNotFoundError says how to get it where it was not."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "studio.html")
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        raise FileNotFoundError("this package was built without the studio's page: `make studio`, then `make python`, "
                                "build both (`polhode studio` shows the same in a browser)") from None


def packed(text: str) -> str:
    """A scenario as the studio's links have it: deflated, base64 for addresses.

    >>> packed("title = \\"x\\"")
    'K8ksyUlVsFVQqlACAA'
    """
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(text.encode("utf-8")) + deflate.flush()
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


class Studio:
    """The studio with a scenario. A notebook shows it; save(path) writes one page that any browser opens, offline."""

    def __init__(self, scenario: str, height: int = 520):
        self.scenario, self.height = scenario, height

    def page(self, embedded: bool = False) -> str:
        """The page, opened at the scenario; embedded: only the body, its words and the time line."""
        head = f"<head><script>if (!location.hash) location.hash = '#s={packed(self.scenario)}{'&embed' if embedded else ''}';"
        if embedded:
            # a page without an address of its own: it can write none into the bar, and none leads to it
            head += ("const write = history.replaceState.bind(history); history.replaceState = (...a) => { try { write(...a); }"
                     " catch { /* no address */ } };</script><style>#whole { display: none }</style>")
        else:
            head += "</script>"
        return studio_page().replace("<head>", head, 1)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.page())

    def _repr_html_(self) -> str:
        inside = self.page(embedded=True).replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{inside}" style="width: 100%; height: {int(self.height)}px; border: 0"></iframe>'

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Studio) and (self.scenario, self.height) == (other.scenario, other.height)

    def __hash__(self) -> int:
        return hash((self.scenario, self.height))

    def __repr__(self) -> str:
        return f"Studio({self.scenario!r}, {self.height})"


def studio(problem: Problem, method: Optional[Method] = None, duration: Optional[float] = None,
           sample: Optional[float] = None, *, height: int = 520) -> Studio:
    """A problem in the studio, in a frame of the notebook, to be turned about and played with.

    The studio computes the motion again by itself, with the bits that run() has.
    """
    if any(callable(t) for t in problem.torques):
        raise ValueError("studio: a torque that is a Python function cannot go there; use torque.formula")
    tables = problem.tables()
    if method is not None:
        tables["method"] = method.table()
        tables.pop("compare", None)
    run = tables.setdefault("run", {})
    if duration is not None:
        run["duration"] = float(duration)
    if sample is not None:
        run["sample"] = float(sample)
    if "duration" not in run:
        raise ValueError("studio: say how long: duration=...")
    studio_page()  # says so now where there is none
    return Studio(text_of(tables), height)
