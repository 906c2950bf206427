"""What a notebook shows: pictures that are well formed, tables, the studio in a frame; and the example notebooks."""

import base64
import html
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
import zlib

import numpy as np
import pytest

import polhode as ph
from polhode import _studio

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
notebooks = os.path.join(root, "examples", "notebooks")
runner = os.path.join(root, "tests", "python", "notebooks.py")


def body(**keys):
    return ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]), **keys)


rk4 = ph.Method("rk4", step=1e-2)


def test_the_picture_of_a_trajectory_is_its_axis_on_a_sphere():
    given = ph.Problem(rates=ph.rates.constant(value=[0, 1.0, 0]), start=ph.Start(attitude=ph.Rotation()))
    rows = ph.run(given, ph.Method("exact"), duration=2 * np.pi, sample=0.01)
    picture = xml.fromstring(rows._repr_svg_())
    lines = [line for line in picture.iter() if line.tag.endswith("polyline")]
    points = np.array([[float(x) for x in p.split(",")] for line in lines for p in line.get("points").split()])
    circle = next(c for c in picture.iter() if c.tag.endswith("circle"))
    away = np.hypot(points[:, 0] - float(circle.get("cx")), points[:, 1] - float(circle.get("cy")))
    # a great circle, half of it in front: it touches the rim twice, and leaves it nowhere
    assert len(points) > 600 and away.max() <= float(circle.get("r")) + 0.1 and away.max() > float(circle.get("r")) - 1
    assert {line.get("stroke") for line in lines} == {"#9ab", "#c33"}
    assert ph.run(body(), rk4, duration=1)[:1]._repr_svg_() is None


def test_long_trajectories_have_short_pictures():
    rows = ph.run(body(), ph.Method("rk4", step=1e-3), duration=50, sample=1e-3)
    assert len(rows) > 50_000 and len(rows._repr_svg_()) < 200_000


@pytest.mark.parametrize("make", [
    lambda: ph.run(body(title="<b> & co"), rk4, duration=1),
    lambda: body(title="<b> & co"),
    lambda: ph.measure(body(), rk4, duration=1),
    lambda: ph.compare(body(), [rk4], duration=1),
    lambda: ph.study(body(), [ph.Method("rk4")], steps=[0.1], duration=1),
    lambda: ph.stability("algebraic", steps_per_cycle=[20]),
    lambda: ph.sweep(os.path.join(root, "scenarios", "sweeps", "first.toml"), runs=3),
    lambda: ph.methods(),
    lambda: ph.entries("torque", "gravity"),
], ids=["trajectory", "problem", "measures", "comparison", "study", "stability", "sweep", "methods", "entry"])
def test_tables_are_well_formed(make):
    text = make()._repr_html_()
    tree = xml.fromstring(f"<div>{text.replace('&quot;', chr(34))}</div>")
    assert "<b> & co" not in text and len(list(tree.iter())) > 1


def test_curves():
    x = np.linspace(0.1, 10, 50)
    picture = ph.curves(x, {"a & b": x**2, "own": ([1, 2], [3, 4])}, log_x=True, log_y=True, x_label="<t>", title="T")
    tree = xml.fromstring(picture)
    assert sum(e.tag.endswith("polyline") for e in tree.iter()) == 2 and picture._repr_svg_() == picture
    assert "1e1" in picture and "&lt;t&gt;" in picture and "a &amp; b" in picture
    assert "nan" not in ph.curves([0, 1, 2], [1, np.nan, np.inf]) and "nan" not in ph.curves([1, 1], [2, 2])
    dots = xml.fromstring(ph.curves([0, 1, 2], [1, 2, 3], points=True))
    assert sum(e.tag.endswith("circle") for e in dots.iter()) == 3
    with pytest.raises(ValueError, match="do not go together"):
        ph.curves([0, 1], [1, 2, 3])
    with pytest.raises(ValueError, match="no number"):
        ph.curves([1, 2], [-1, -2], log_y=True)


# ---- the studio ------------------------------------------------------------------------------------------------------
def page(monkeypatch, text="<!doctype html><html><head><title>x</title></head><body>&amp; \"y\"</body></html>"):
    monkeypatch.setattr(_studio, "studio_page", lambda: text)


def test_the_studio_opens_at_the_problem(monkeypatch, tmp_path):
    page(monkeypatch)
    rows = ph.run(body(title="Eine Lösung"), rk4, duration=1, sample=0.1)
    frame = rows.studio(height=400)
    inside = html.unescape(re.fullmatch(r'<iframe srcdoc="([^"]*)" style="[^"]*400px[^"]*"></iframe>', frame._repr_html_())[1])
    assert inside == frame.page(embedded=True) and '&amp; "y"</body>' in inside
    link = re.search(r"location\.hash = '#s=([\w-]+)&embed'", inside)[1]
    text = zlib.decompress(base64.urlsafe_b64decode(link + "=" * (-len(link) % 4)), -15).decode()
    problem = ph.Problem.from_text(text)
    assert problem.title == "Eine Lösung" and problem.method == rk4
    assert ph.run(problem) == rows  # the same bits
    frame.save(tmp_path / "page.html")
    assert "&embed" not in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_studio_says_what_is_missing(monkeypatch):
    page(monkeypatch)
    with pytest.raises(ValueError, match="torque.formula"):
        ph.studio(body(torques=[lambda t, q, w: w]), duration=1)
    with pytest.raises(ValueError, match="duration"):
        ph.studio(body())
    monkeypatch.undo()
    monkeypatch.setattr(_studio.os.path, "abspath", lambda p: "/nowhere/_studio.py")
    with pytest.raises(FileNotFoundError, match="make studio"):
        ph.studio(body(), duration=1)


def test_the_page_that_was_built_fetches_nothing():
    try:
        text = _studio.studio_page()
    except FileNotFoundError:
        pytest.skip("the studio's page was not built: it needs Emscripten, which the package does not")
    assert text.count("<head>") == 1 and not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=[\"']?https?:", text)


# ---- the examples ----------------------------------------------------------------------------------------------------
def test_there_are_six_notebooks():
    assert len([f for f in os.listdir(notebooks) if f.endswith(".ipynb")]) == 6


@pytest.mark.parametrize("name", sorted(f for f in os.listdir(notebooks) if f.endswith(".ipynb")))
def test_notebooks_run(name):
    path = os.path.join(notebooks, name)
    assert os.path.getsize(path) < 20_000
    done = subprocess.run([sys.executable, runner, path], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(os.path.abspath(ph.__file__)))})
    assert done.returncode == 0 and re.search(r"[1-9]\d* pictures", done.stdout), done.stdout + done.stderr


@pytest.mark.parametrize("change, words", [
    (lambda book: book["cells"][1].update(outputs=[{}]), "outputs"),
    (lambda book: book["cells"].pop(0), "title"),
    (lambda book: book["cells"][1].update(source=["1/0"]), "ZeroDivisionError"),
    (lambda book: book["cells"].__setitem__(slice(None), [c for c in book["cells"] if c["cell_type"] == "markdown"]), "no picture"),
])
def test_a_bad_notebook_is_found(tmp_path, change, words):
    import json

    with open(os.path.join(notebooks, "a-torque-of-your-own.ipynb"), encoding="utf-8") as file:
        book = json.load(file)
    change(book)
    (tmp_path / "bad.ipynb").write_text(json.dumps(book))
    done = subprocess.run([sys.executable, runner, str(tmp_path / "bad.ipynb")], capture_output=True, text=True,
                          env=dict(os.environ))
    assert done.returncode != 0 and words in done.stderr + done.stdout
