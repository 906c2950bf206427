"""Every notebook of a folder runs from its first cell to its last: tests/python/notebooks.py FOLDER|FILE...

With nbclient and a kernel they run as Jupyter runs them; without, their code cells run here one after the other, and what
the last line of a cell gives is asked for its picture or table, as a notebook would. The files hold no outputs.
"""

import ast
import json
import os
import sys
import xml.etree.ElementTree


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def complaints(book):
    """What is wrong with the file itself."""
    cells = book["cells"]
    codes = [c for c in cells if c["cell_type"] == "code"]
    found = []
    if book["nbformat"] != 4 or len({c["id"] for c in cells}) != len(cells):
        found.append("cells of format 4 with an id each are needed")
    if any(c["outputs"] or c["execution_count"] is not None for c in codes):
        found.append("it holds outputs: clear them before it is committed")
    if not cells or cells[0]["cell_type"] != "markdown" or not "".join(cells[0]["source"]).startswith("# "):
        found.append("it begins with a title")
    if len(cells) - len(codes) < 3:
        found.append("it explains nothing")
    return found


def shown(value, pictures):
    """As a notebook shows what a cell gives."""
    for name in ("_repr_html_", "_repr_svg_"):
        text = getattr(value, name, lambda: None)()
        if text and "<svg" in text:
            xml.etree.ElementTree.fromstring(text[text.index("<svg"):text.index("</svg>") + 6])
            pictures.append(name)
    repr(value)


def run_plainly(path, book):
    names, pictures = {"__name__": "__main__"}, []
    for i, cell in enumerate(book["cells"]):
        if cell["cell_type"] != "code":
            continue
        where = f"{os.path.basename(path)}, cell {i + 1}"
        tree = ast.parse("".join(cell["source"]), where)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, where, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), where, "eval"), names)
            if value is not None:
                shown(value, pictures)
    return len(pictures)


def run_as_jupyter(path):
    import nbclient
    import nbformat

    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    nbclient.NotebookClient(book, timeout=None, kernel_name="python3",
                            resources={"metadata": {"path": os.path.dirname(path)}}).execute()
    return sum("<svg" in str(o.get("data", "")) for c in book.cells for o in c.get("outputs", []))


def with_jupyter():
    try:
        import ipykernel  # noqa: F401
        import nbclient  # noqa: F401
    except ImportError:
        return False
    return True


def run(path):
    """How many pictures it shows."""
    path = os.path.abspath(path)
    book = read(path)
    wrong = complaints(book)
    if wrong:
        raise SystemExit(f"{path}: {'; '.join(wrong)}")
    if with_jupyter():
        return run_as_jupyter(path)
    os.chdir(os.path.dirname(path))
    return run_plainly(path, book)


def main(paths):
    files = [f for p in paths for f in (sorted(os.path.join(p, n) for n in os.listdir(p) if n.endswith(".ipynb"))
                                        if os.path.isdir(p) else [p])]
    files = [os.path.abspath(f) for f in files]
    for file in files:
        pictures = run(file)
        if not pictures:
            raise SystemExit(f"{file}: it shows no picture")
        print(f"{os.path.basename(file)}: {pictures} pictures")


if __name__ == "__main__":
    main(sys.argv[1:])
