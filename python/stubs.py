"""Writes the stubs of what the registry names: python/stubs.py FOLDER, where FOLDER holds the compiled part.

_families.pyi: torques and rates as functions with their keys; _nouns.pyi: Body, Start and Method with theirs. The same
registry, the same bytes.
"""

import importlib
import keyword
import os
import sys
import textwrap

HEAD = '''# Made from the registry by python/stubs.py: change the description there, not this.
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Optional, Union

from ._rotation import Rotation
from ._types import Array, Formula, Formulas, Matrix, Vector

_Quantity = Union[float, str]  # a number, or one with its unit: "20 rpm"
_Quantities = Union[Sequence[_Quantity], Array]
_Numbers = Union[Sequence[float], Array]
_Given = Union[str, Mapping[str, object], Sequence[object]]
'''

TYPES = {"number": "float", "positive": "float", "non-negative": "float", "integer": "int", "boolean": "bool",
         "text": "_Given", "choice": "str", "vector3": "Vector", "numbers": "_Numbers", "matrix3": "Matrix",
         "formulas": "Formulas", "formula": "Formula", "path": "str"}
# where a key has a unit another one may be said
WITH_UNIT = {**{kind: "_Quantity" for kind in ("number", "positive", "non-negative")}, "vector3": "_Quantities",
             "numbers": "_Quantities", "matrix3": "Union[Matrix, _Quantities]"}


def literal(names):
    return "Literal[" + ", ".join(f'"{n}"' for n in names) + "]"


def type_of(parameter):
    if parameter["type"] == "choice" and parameter["choices"]:
        return literal(parameter["choices"])
    with_unit = parameter["unit"] not in ("", "1")
    return (WITH_UNIT if with_unit else {}).get(parameter["type"], TYPES[parameter["type"]])


def usable(parameters):
    """Each name once, the first description of it, required ones first."""
    seen = {}
    for p in parameters:
        if p["name"].isidentifier() and not keyword.iskeyword(p["name"]):
            seen.setdefault(p["name"], p)
    return sorted(seen.values(), key=lambda p: not p["required"])


def argument(parameter, required, type=None):
    type = type or type_of(parameter)
    return f"{parameter['name']}: {type}" if required else f"{parameter['name']}: Optional[{type}] = None"


def document(lines, indent):
    text = [line for one in lines for line in (textwrap.wrap(one, 110, subsequent_indent="    ") or [""])]
    body = "\n".join(indent + line if line else "" for line in text).replace("\\", "\\\\").replace('"""', "'''")
    return f'{indent}"""{body.lstrip()}\n{indent}"""\n'


def described(entry, parameters):
    lines = [entry["summary"][:1].upper() + entry["summary"][1:] + ".", ""]
    for p in parameters:
        unit = f", {p['unit']}" if p["unit"] else ""
        default = f"; default {p['default']}" if p["default"] else ""
        lines.append(f"{p['name']}{unit}: {p['summary']}{default}")
    if entry["source"]:
        lines += ["", f"Source: {entry['source']}"]
    return lines


def function(entry):
    parameters = usable(entry["parameters"])
    arguments = ", ".join(argument(p, p["required"]) for p in parameters)
    name = entry["name"].replace("-", "_")
    return (f"    def {name}(self{', *, ' + arguments if arguments else ''}) -> Table:\n"
            + document(described(entry, parameters), " " * 8))


def families(core):
    text = HEAD + '''
class Table(dict[str, Any]):
    def __init__(self, family: str, kind: str, keys: Mapping[str, object]) -> None: ...
'''
    for kind in ("torque", "rates"):
        text += f"\nclass _{kind.capitalize()}:\n" + "".join(function(e) for e in core.registry_entries(kind))
    return text + "\ntorque: _Torque\nrates: _Rates\n"


def noun(core, name, first, types, more=(), bases="_Keys"):
    entry = next(e for e in core.registry_entries("table") if e["name"] == name)
    parameters = usable(list(entry["parameters"]) + [p for kind in more for e in core.registry_entries(kind)
                                                     for p in e["parameters"]])
    parameters = [p for k in first for p in parameters if p["name"] == k] + [p for p in parameters if p["name"] not in first]
    clash = {}  # the same key of several entries means different things: what any of them takes
    for kind in more:
        for e in core.registry_entries(kind):
            for p in e["parameters"]:
                clash.setdefault(p["name"], []).append(type_of(p))
    arguments = []
    for p in parameters:
        kinds = list(dict.fromkeys(clash.get(p["name"], []))) if p["name"] not in types else []
        type = types.get(p["name"]) or (kinds[0] if len(kinds) == 1 else f"Union[{', '.join(kinds)}]" if kinds else None)
        arguments.append(argument(p, False, type))
        if p["name"] == first[-1]:
            arguments.append("*")
    class_name = name.capitalize()
    return (f"\nclass {class_name}({bases}):\n" + document(described(entry, parameters), " " * 4)
            + f"    def __init__(self, {', '.join(arguments)}) -> None: ...\n")


def nouns(core):
    names = {kind: [e["name"] for e in core.registry_entries(kind)]
             for kind in ("integrator", "attitude", "constraint", "arithmetic")}
    text = HEAD + "".join(f"{kind.capitalize()}Name = {literal(all)}\n" for kind, all in names.items()) + '''
def _plain(value: Any) -> Any: ...
def _rebuilt(cls: type[Any], keys: Mapping[str, Any]) -> Any: ...

class _Keys:
    def __getattr__(self, name: str) -> Any: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def table(self) -> dict[str, Any]: ...
'''
    text += noun(core, "body", ["inertia"], {"parts": "Sequence[Mapping[str, object]]",
                                             "changing_inertia": "Mapping[str, object]"})
    text += noun(core, "start", ["attitude", "rate"], {"attitude": "Union[Rotation, Mapping[str, object]]"})
    chosen = {kind: f"Union[{kind.capitalize()}Name, Mapping[str, object]]" for kind in names}
    # keys of an attitude or a constraint stand in a table of their own: {"kind": "algebraic", "gain": 2}
    return text + noun(core, "method", ["integrator"], {**chosen, "name": "str", "preset": "str"},
                       ("integrator", "arithmetic"))


def main(folder):
    sys.path.insert(0, os.path.abspath(folder))
    core = importlib.import_module("_core")
    for name, text in (("_families.pyi", families(core)), ("_nouns.pyi", nouns(core))):
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    main(sys.argv[1])
