"""Builds the manual: build.py BUILD, into BUILD/site. What it is made of: README.md beside this file."""
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
# DejaVu Math TeX Gyre, free to be passed on (its licence: DejaVu's)
MATH_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuMathTeXGyre.ttf"
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

from header_pages import header_pages  # noqa: E402
from links import Links, check, page_address, relative  # noqa: E402
from markdown import to_html  # noqa: E402
from other_pages import gallery_text, report_page, report_text, source_index, source_text  # noqa: E402
from registry_pages import commands_page, registry_pages  # noqa: E402


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def documents():
    found = {"index": read(SOURCE, "README.md")}
    for where, _, files in sorted(os.walk(os.path.join(SOURCE, "docs"))):
        for file in sorted(files):
            if file.endswith(".md"):
                path = os.path.join(where, file)
                found[os.path.relpath(path, os.path.join(SOURCE, "docs"))[:-3]] = read(path)
    return found


def plain(text):
    text = re.sub(r'<a class="anchor".*?</a>', "", text)
    text = re.sub(r"<annotation.*?</annotation>", "", text, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def title_of(text):
    return plain(re.search(r"<h1[^>]*>(.*?)</h1>", text, re.S).group(1))


def ordered(contents, pages):
    """[(part, [page])], with NAME/* as all pages below NAME, in their order."""
    parts, used = [], set()
    for part in contents["part"]:
        names = []
        for name in part["pages"]:
            names += [p for p in pages if p.startswith(name[:-1])] if name.endswith("/*") else [name]
        missing = [n for n in names if n not in pages]
        if missing:
            raise SystemExit("contents.toml names pages that are not there: " + ", ".join(missing))
        parts.append((part["title"], names))
        used.update(names)
    forgotten = [n for n in pages if n not in used and not n.startswith("source/")]
    if forgotten:
        raise SystemExit("contents.toml forgets: " + ", ".join(forgotten))
    return parts


def navigation(parts, titles, page):
    out = []
    for title, names in parts:
        items = "".join('<li><a href="%s"%s>%s</a></li>' % (
            relative(page_address(n), page), ' aria-current="page"' if n == page else "", html.escape(titles[n], quote=False))
            for n in names)
        out.append("<h2>%s</h2><ul>%s</ul>" % (title, items))
    return "".join(out)


def headings(text):
    found = re.findall(r'<h([23]) id="([^"]*)">(.*?)</h\1>', text, re.S)
    # a long page shows its larger divisions only
    deep = len(found) <= 30
    items = ['<li%s><a href="#%s">%s</a></li>' % (' class="deeper"' if level == "3" else "", name, html.escape(plain(inside), quote=False))
             for level, name, inside in found if level == "2" or deep]
    return "<ul>%s</ul>" % "".join(items) if len(items) > 1 else ""


def around(order, titles, page):
    """The page before and the page behind."""
    if page not in order:
        return ""
    at, out = order.index(page), []
    for step, arrow in ((-1, "← %s"), (1, "%s →")):
        other = order[at + step] if 0 <= at + step < len(order) else None
        out.append('<a href="%s">%s</a>' % (relative(page_address(other), page), arrow % html.escape(titles[other], quote=False))
                   if other else "<span></span>")
    return "".join(out)


def index_entries(page, title, text):
    """What the search looks through: one entry for each heading and what follows it."""
    pieces = re.split(r'(<h[1-3][^>]*>.*?</h[1-3]>)', text, flags=re.S)
    entries, head, anchor = [], title, ""
    for piece in pieces:
        match = re.match(r'<h([1-3])(?: id="([^"]*)")?', piece)
        if match and piece.startswith("<h"):
            head, anchor = plain(piece), "" if match.group(1) == "1" else match.group(2) or ""
        else:
            words = plain(piece)
            if words or anchor:
                entries.append([page_address(page), anchor, title, head, words[:2500]])
    return entries


def make_pages(build, site):
    program = os.path.join(build, "polhode")
    written = documents()
    texts = to_html(written)
    links = Links(SOURCE, set(written) | {"report", "studio-gallery"})
    pages = {name: links.rewrite(name, text) for name, text in texts.items()}
    registry = json.loads(subprocess.check_output([program, "list", "--json"], text=True))
    made = {**commands_page(json.loads(subprocess.check_output([program, "help", "--json"], text=True))),
            **registry_pages(registry), **header_pages(SOURCE)}
    pages.update({name: text for name, (_, text) in made.items()})
    package = os.path.join(build, "python")
    pages["api/python"] = subprocess.check_output(
        ["/usr/bin/python3", os.path.join(HERE, "python_pages.py"), package], text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    pages["report"] = report_text(report_page(program, build, site), site)
    studio = os.path.join(build, "studio.html")
    if os.path.exists(studio):
        os.makedirs(os.path.join(site, "studio"))
        shutil.copy(studio, os.path.join(site, "studio", "index.html"))
    pages["studio-gallery"], scenarios = gallery_text(SOURCE, os.path.exists(studio))
    links.shown.update(scenarios)
    for path in sorted(links.shown):
        pages["source/" + path] = source_text(SOURCE, path)
    pages["source/index"] = source_index(links.shown)
    return pages


def main():
    build = os.path.abspath(sys.argv[1])
    site = os.path.join(build, "site.new")
    shutil.rmtree(site, ignore_errors=True)
    os.makedirs(site)
    pages = make_pages(build, site)
    parts = ordered(tomllib.loads(read(HERE, "contents.toml")), pages)
    order = [name for _, names in parts for name in names]
    titles = {name: title_of(text) for name, text in pages.items()}
    titles["index"] = "Welcome"
    frame, index = read(HERE, "page.html"), []
    for name, text in pages.items():
        path = os.path.join(site, page_address(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(frame.format(title=html.escape(titles[name]), root="../" * name.count("/"), content=text,
                                    navigation=navigation(parts, titles, name), headings=headings(text),
                                    around=around(order, titles, name)))
        if not name.startswith("source/"):
            index += index_entries(name, titles[name], text)
    with open(os.path.join(site, "search-index.js"), "w", encoding="utf-8") as file:
        file.write("window.polhodeIndex = %s;\n" % json.dumps(index, ensure_ascii=False, separators=(",", ":")))
    for name in ("site.css", "site.js"):
        shutil.copy(os.path.join(HERE, name), site)
    if not os.path.exists(MATH_FONT):
        raise SystemExit("%s is not there (in Debian: fonts-dejavu-extra)" % MATH_FONT)
    shutil.copy(MATH_FONT, os.path.join(site, "math.ttf"))
    shutil.copytree(os.path.join(SOURCE, "docs", "images"), os.path.join(site, "images"))
    files, count, faults = check(site)
    if faults:
        raise SystemExit("\n".join(faults))
    old = os.path.join(build, "site")
    shutil.rmtree(old, ignore_errors=True)
    os.rename(site, old)
    print("%d pages, %d links, all of which lead somewhere: %s" % (len(files), count, os.path.join(old, "index.html")))


main()
