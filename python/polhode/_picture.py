"""Pictures as SVG text, without any plotting library: a way on a sphere, and curves over something."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from ._html import escaped
from ._rotation import Rotation

if TYPE_CHECKING:
    from ._exchange import History
    from ._trajectory import Trajectory
    from ._types import Array, Numbers, Vector

colours = ("#c33", "#2266bb", "#2a8a3c", "#a0632a", "#7744aa", "#557")


def sphere_picture(trajectory: Union[Trajectory, History], size: int = 320, most: int = 4000, axis: Vector = (0.0, 0.0, 1.0)) -> str:
    """What an axis of the body (the third) draws on a sphere in the world, seen from the front and above, as SVG."""
    step = max(1, -(-len(trajectory) // most))
    way = trajectory.rotations[::step].apply(np.asarray(axis, float))
    turn = Rotation.from_euler("xzy", [-1.2, -0.6, 0])  # world z up in the picture
    seen = turn.apply(way)
    r = 0.46 * size
    at = np.column_stack([size / 2 + r * seen[:, 0], size / 2 - r * seen[:, 1]])
    lines = []
    for front, style in ((False, 'stroke="#9ab" stroke-width="1"'), (True, 'stroke="#c33" stroke-width="1.6"')):
        inside = (seen[:, 2] >= 0) == front
        pieces = np.split(np.arange(len(at)), np.flatnonzero(np.diff(inside.astype(int))) + 1)
        for piece in pieces:
            if len(piece) and inside[piece[0]]:
                points = " ".join(f"{x:.1f},{y:.1f}" for x, y in at[piece])
                lines.append(f'<polyline points="{points}" fill="none" {style}/>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
            f'<circle cx="{size / 2}" cy="{size / 2}" r="{r}" fill="#f6f7f9" stroke="#889"/>' + "".join(lines) + "</svg>")


class Picture(str):
    """SVG text that a notebook shows; save(path) writes it."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: Any) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def _ticks(low: float, high: float, logarithmic: bool) -> list[float]:
    if logarithmic:
        first, last = math.floor(low), math.ceil(high)
        return [float(k) for k in range(first, last + 1, max(1, (last - first) // 6)) if low - 1e-9 <= k <= high + 1e-9]
    raw = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(raw))
    step = power * min((1, 2, 5, 10), key=lambda m: abs(m * power - raw))
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def _span(values: Array) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        pad = abs(low) * 0.1 or 1.0
        return low - pad, high + pad
    return low - 0.03 * (high - low), high + 0.03 * (high - low)


def curves(x: Numbers, y: Union[Numbers, Mapping[str, Numbers]], *, x_label: str = "", y_label: str = "", title: str = "",
           log_x: bool = False, log_y: bool = False, points: bool = False, size: Sequence[int] = (560, 300)) -> Picture:
    """Curves over x as an SVG picture, for who has no plotting library at hand.

    y is an array, or several by name; each may be a pair (x, y) of its own. Numbers that are not finite, or not positive
    on a logarithmic axis, are left out.

    >>> curves([0, 1, 2], {"a": [0, 1, 4]})[:4]
    '<svg'
    """
    given: dict[str, Any] = dict(y) if isinstance(y, Mapping) else {"": y}
    lines: list[tuple[str, Array, Array]] = []
    for name, one in given.items():
        a, b = one if isinstance(one, tuple) and len(one) == 2 else (x, one)
        a, b = np.asarray(a, float).ravel(), np.asarray(b, float).ravel()
        if a.shape != b.shape:
            raise ValueError(f"curves: {len(a)} and {len(b)} numbers for '{name}' do not go together")
        good = np.isfinite(a) & np.isfinite(b) & ((a > 0) | (not log_x)) & ((b > 0) | (not log_y))
        a, b = a[good], b[good]
        lines.append((name, np.log10(a) if log_x else a, np.log10(b) if log_y else b))
    if not any(len(a) for _, a, _ in lines):
        raise ValueError("curves: there is no number that could be drawn")
    return Picture(_drawn(lines, (x_label, y_label, title), (log_x, log_y), points, size))


def _drawn(lines: list[tuple[str, Array, Array]], words: tuple[str, str, str], logs: tuple[bool, bool], points: bool,
           size: Sequence[int]) -> str:
    wide, high = size
    left, right, top, bottom = 66, 12, 26 if words[2] else 10, 42
    (x0, x1), (y0, y1) = (_span(np.concatenate([line[k] for line in lines])) for k in (1, 2))
    to_x = (wide - left - right) / (x1 - x0)
    to_y = (high - top - bottom) / (y1 - y0)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
           f'font-family="sans-serif" font-size="11" fill="#333">',
           f'<rect x="{left}" y="{top}" width="{wide - left - right}" height="{high - top - bottom}" fill="#fbfbfc" '
           'stroke="#889"/>']
    for v in _ticks(x0, x1, logs[0]):
        at = left + (v - x0) * to_x
        out.append(f'<path d="M{at:.1f} {top}V{high - bottom}" stroke="#dde"/><text x="{at:.1f}" y="{high - bottom + 14}" '
                   f'text-anchor="middle">{_tick(v, logs[0])}</text>')
    for v in _ticks(y0, y1, logs[1]):
        at = high - bottom - (v - y0) * to_y
        out.append(f'<path d="M{left} {at:.1f}H{wide - right}" stroke="#dde"/><text x="{left - 5}" y="{at + 4:.1f}" '
                   f'text-anchor="end">{_tick(v, logs[1])}</text>')
    for k, (name, a, b) in enumerate(lines):
        colour = colours[k % len(colours)]
        step = max(1, -(-len(a) // 4000))
        at = np.column_stack([left + (a[::step] - x0) * to_x, high - bottom - (b[::step] - y0) * to_y])
        if points:
            out += [f'<circle cx="{p:.1f}" cy="{q:.1f}" r="2" fill="{colour}"/>' for p, q in at]
        else:
            way = " ".join(f"{p:.1f},{q:.1f}" for p, q in at)
            out.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        if name:
            out.append(f'<text x="{left + 8}" y="{top + 15 + 14 * k}" fill="{colour}">{escaped(name)}</text>')
    out.append(f'<text x="{(left + wide - right) / 2}" y="{high - 8}" text-anchor="middle">{escaped(words[0])}</text>')
    middle = (top + high - bottom) / 2
    out.append(f'<text x="12" y="{middle}" text-anchor="middle" transform="rotate(-90 12 {middle})">{escaped(words[1])}</text>')
    out.append(f'<text x="{left}" y="16" font-weight="bold">{escaped(words[2])}</text></svg>')
    return "".join(out)


def _tick(v: float, logarithmic: bool) -> str:
    return f"1e{int(v)}" if logarithmic else f"{v:.6g}" if abs(v) > 1e-12 else "0"
