"""Documents to HTML: all of them in two runs of pandoc, one for those with equations."""
import html
import re
import subprocess

SEPARATOR = '<div class="page-break-%d"></div>'


def slug(text, used):
    """The name of a heading as GitHub makes it, so that links work in both places."""
    plain = html.unescape(re.sub(r"<[^>]*>", "", text)).strip().lower()
    name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
    count = used.get(name, 0)
    used[name] = count + 1
    return name if count == 0 else "%s-%d" % (name, count)


def name_headings(text):
    used = {}

    def replace(match):
        level, inside = match.group(1), match.group(2)
        name = slug(inside, used)
        return '<h%s id="%s">%s <a class="anchor" href="#%s" aria-label="link to this place">#</a></h%s>' % (
            level, name, inside, name, level)

    return re.sub(r"<h([1-6])>(.*?)</h\1>", replace, text, flags=re.S)


def run_pandoc(texts, math):
    joined = "".join("%s\n\n%s\n\n" % (SEPARATOR % i, text) for i, text in enumerate(texts))
    reader = "gfm-gfm_auto_identifiers-emoji" + ("+tex_math_dollars" if math else "")
    result = subprocess.run(["pandoc", "-f", reader, "-t", "html", "--mathml", "--wrap=none"], input=joined, text=True,
                            capture_output=True, check=True)
    if result.stderr:
        raise SystemExit("pandoc: " + result.stderr)
    pieces = re.split(r'<div class="page-break-\d+">\s*</div>', result.stdout)[1:]
    if len(pieces) != len(texts):
        raise SystemExit("a document leaves a block open: %d pages of %d came out" % (len(pieces), len(texts)))
    return pieces


def to_html(documents):
    """{name: text} to {name: html}. A document has equations where it says $$ or lies in theory/."""
    result = {}
    for math in (False, True):
        names = [n for n, text in documents.items() if ("$$" in text or n.startswith("theory/")) == math]
        # a word behind the language of a block is for the tests: ```sh no-run
        texts = [re.sub(r"^(```\w+) .*$", r"\1", documents[n], flags=re.M) for n in names]
        for name, piece in zip(names, run_pandoc(texts, math) if names else []):
            piece = re.sub(r"<table.*?</table>", lambda m: '<div class="table">%s</div>' % m.group(0), piece, flags=re.S)
            result[name] = name_headings(piece)
    return result
