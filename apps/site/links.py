"""Links between documents become links between pages; a link to a file of the source becomes one to a page that shows it."""
import html
import os
import posixpath
import re


def is_foreign(target):
    return re.match(r"[a-z]+:", target) is not None


def page_address(page):
    return page + ".html"


def relative(target, page):
    """The address of a page or file of the site, seen from another page."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


class Links:
    def __init__(self, source, pages):
        self.source, self.pages, self.shown = source, pages, set()

    def place(self, page, target):
        """Where a link of a document leads: ('page', name), ('image', path), ('source', path), or (None, target)."""
        # README.md is the site's first page and lies above docs/
        folder = "" if page == "index" else posixpath.join("docs", posixpath.dirname(page))
        path = posixpath.normpath(posixpath.join(folder, target))
        if path == "README.md":
            return "page", "index"
        if path.startswith("docs/") and path.endswith(".md") and path[5:-3] in self.pages:
            return "page", path[5:-3]
        if path.startswith("docs/images/"):
            return "image", path[5:]
        if os.path.isfile(os.path.join(self.source, path)):
            return "source", path
        if os.path.isdir(os.path.join(self.source, path)):
            return "folder", path
        return None, path

    def rewrite(self, page, text):
        def replace(match):
            name, target = match.group(1), html.unescape(match.group(2))
            if is_foreign(target) or target.startswith("#"):
                return match.group(0)
            target, _, anchor = target.partition("#")
            kind, what = self.place(page, target)
            if kind == "page":
                address = relative(page_address(what), page)
            elif kind == "image":
                address = relative(what, page)
            elif kind == "source":
                self.shown.add(what)
                address = relative("source/%s.html" % what, page)
            elif kind == "folder":
                address = relative("source/index.html", page)
            else:
                raise SystemExit("docs/%s.md: there is no %s" % (page, what))
            return '%s="%s%s"' % (name, html.escape(address), "#" + anchor if anchor else "")

        return re.sub(r'\b(href|src)="([^"]*)"', replace, text)


def check(folder):
    """Every link and picture of the pages in a folder leads to a file that is there and to a name that it has."""
    names, faults, count = {}, [], 0
    pages = [os.path.join(where, file) for where, _, files in os.walk(folder) for file in files if file.endswith(".html")]

    def text_of(path):
        with open(path, encoding="utf-8") as file:
            # what stands in a script is no link
            return re.sub(r"<script\b.*?</script>", "", file.read(), flags=re.S)

    def names_of(path):
        if path not in names:
            names[path] = set(re.findall(r'\bid="([^"]*)"', text_of(path)))
        return names[path]

    for page in pages:
        if os.path.relpath(page, folder) == "studio/index.html":
            continue  # a program of its own, tested by tests/studio
        for target in re.findall(r'\b(?:href|src)="([^"]*)"', text_of(page)):
            target = html.unescape(target)
            if is_foreign(target):
                continue
            count += 1
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.isfile(path):
                faults.append("%s: '%s' leads nowhere" % (os.path.relpath(page, folder), target))
            elif anchor and path.endswith(".html") and not path.endswith("studio/index.html") and anchor not in names_of(path):
                faults.append("%s: '%s': that page has no such place" % (os.path.relpath(page, folder), target))
    return pages, count, faults
