"""Pages on the C++ interface, from the comments of the headers: what stands above a declaration is its description."""
import html
import os
import re

FOLDERS = [("rotation", "Core: rotations"), ("kinematics", "Core: given rates"), ("body", "Core: inertia"),
           ("dynamics", "Core: bodies"), ("torque", "Core: torques"), ("orbit", "Core: orbits"),
           ("integrate", "Core: steppers"), ("constrain", "Core: constraints"), ("exact", "Core: closed forms"),
           ("ensemble", "Core: many bodies"), ("analog", "Core: the analog computer"), ("arithmetic", "Core: numbers"),
           ("estimate", "Core: estimation"), ("strapdown", "Core: readings")]


def prose(lines):
    """A comment as paragraphs; lines that are indented further are code."""
    out, kept, plain = [], [], []

    def flush():
        if plain:
            text = html.escape(" ".join(plain), quote=False)
            out.append("<p>%s</p>" % re.sub(r"`([^`]*)`", r"<code>\1</code>", text))
            plain.clear()
        if kept:
            while kept and not kept[-1].strip():
                kept.pop()
            indent = min(len(line) - len(line.lstrip()) for line in kept if line.strip())
            out.append("<pre><code>%s</code></pre>" % html.escape("\n".join(line[indent:] for line in kept), quote=False))
            kept.clear()

    for line in lines:
        body = re.sub(r"^\s*//[/!<]? ?", "", line).rstrip()
        if body.startswith("   ") or (kept and not body):
            if plain:
                flush()
            kept.append(body)
        elif not body:
            flush()
        else:
            if kept:
                flush()
            plain.append(body)
    flush()
    return "".join(out)


def without_comment(line):
    return re.sub(r"//.*$", "", line)


class Reader:
    """Declarations of one header with the comments above them. Bodies of functions, private members and namespaces called
    detail are passed over."""

    def __init__(self, lines):
        self.lines, self.items, self.at = lines, [], 0

    def skip_braces(self, depth):
        while depth > 0 and self.at < len(self.lines):
            text = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', "", without_comment(self.lines[self.at]))
            depth += text.count("{") - text.count("}")
            self.at += 1

    def declaration(self):
        """The lines up to the ';' or '{' that ends a declaration, and the depth of braces behind it."""
        text, depth, round_ = [], 0, 0
        while self.at < len(self.lines):
            line = self.lines[self.at]
            plain = re.sub(r'"(\\.|[^"\\])*"', '""', without_comment(line))
            self.at += 1
            for i, c in enumerate(plain):
                round_ += (c == "(") - (c == ")")
                if round_ == 0 and c == "{":
                    rest = plain[i:]
                    depth = rest.count("{") - rest.count("}")
                    return text + [line[:i].rstrip()], depth, True
                if round_ == 0 and c == ";":
                    return text + [line.rstrip()], 0, False
            text.append(line.rstrip())
        return text, 0, False

    def read(self, inside=None):
        comment, public = [], inside != "class"
        while self.at < len(self.lines):
            line = self.lines[self.at]
            bare = line.strip()
            if not bare:
                comment = []
            elif bare.startswith("//"):
                comment.append(line)
            elif bare.startswith("#"):
                while self.lines[self.at].rstrip().endswith("\\"):
                    self.at += 1
                comment = []
            elif bare.startswith("}"):
                self.at += 1
                return
            elif bare in ("public:", "private:", "protected:"):
                public = bare == "public:"
            else:
                self.one(comment, public, inside)
                comment = []
                continue
            self.at += 1

    def one(self, comment, public, inside):
        bare = self.lines[self.at].strip()
        if bare.startswith(("namespace", "extern \"C\"")) and bare.endswith("{"):
            self.at += 1
            if re.match(r"namespace\s*(\{|\w*::)*(detail|inner)", bare) or bare == "namespace {":
                self.skip_braces(1)
            else:
                self.read(inside)
            return
        text, depth, braces = self.declaration()
        kind = re.search(r"\b(class|struct|enum|union)\b", " ".join(text))
        is_type = braces and kind and "(" not in re.sub(r"requires\s*\(.*?\)", "", " ".join(text))
        shown = public and comment
        if is_type and depth > 0:
            start = len(self.items)
            if kind.group(1) == "enum":
                begin = self.at
                self.skip_braces(depth)
                text = text + ["{"] + [l.rstrip() for l in self.lines[begin:self.at]]
                shown = public
                self.items.append((comment, text)) if shown else None
                return
            self.items.append((comment, text)) if public else None
            self.read(kind.group(1))
            if not comment and len(self.items) == start + 1:
                self.items.pop()  # nothing is said of it or in it
            if not public:
                del self.items[start:]
            return
        self.skip_braces(depth)
        if shown:
            self.items.append((comment, text))


def header(path, name):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    first = 0
    while first < len(lines) and lines[first].startswith("//"):
        first += 1
    reader = Reader(lines[first:])
    reader.read()
    anchor = name.replace("/", "-").replace(".", "-")
    text = '<h2 id="%s"><code>&lt;polhode/%s&gt;</code> <a class="anchor" href="#%s" aria-label="link to this place">#</a></h2>' % (
        anchor, name, anchor)
    text += prose(lines[:first])
    for comment, code in reader.items:
        indent = min((len(l) - len(l.lstrip()) for l in code if l.strip()), default=0)
        shown = "\n".join(l[indent:] for l in code).strip()
        text += '<div class="declaration"><pre><code>%s</code></pre>%s</div>' % (html.escape(shown, quote=False), prose(comment))
    return text


def header_pages(source):
    base = os.path.join(source, "include", "polhode")
    pages = {}
    known = [("library", "Library")] + FOLDERS
    known += [(f, "Core: " + f) for f in sorted(os.listdir(base)) if os.path.isdir(os.path.join(base, f))
              and f not in dict(known)]
    for folder, title in known:
        if not os.path.isdir(os.path.join(base, folder)):
            continue
        text = "<h1>%s</h1><p>From the headers' own comments. Examples: see the page on the library.</p>" % title
        for where, _, files in sorted(os.walk(os.path.join(base, folder))):
            for file in sorted(files):
                path = os.path.join(where, file)
                text += header(path, os.path.relpath(path, base))
        pages["api/" + folder] = (title, text)
    return pages
