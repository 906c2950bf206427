"""Pages around what other commands made: the report on the founding documents, the studio, files of the source."""
import html
import json
import os
import re
import shutil
import subprocess
import tomllib

from registry_pages import heading, table, words

BACK = '<p style="font-family:sans-serif"><a href="../report.html">&larr; the manual</a></p>'


def report_page(program, build, site):
    """Computes the report again where the program is newer than it, copies it, and counts its verdicts."""
    folder = os.path.join(build, "site-report")
    verdicts = os.path.join(folder, "verdicts.json")
    if not os.path.exists(verdicts) or os.path.getmtime(verdicts) < os.path.getmtime(program):
        print("Computing the founding documents again", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([program, "reproduce", "--out", folder, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    target = os.path.join(site, "report")
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("provenance.json"))
    for file in os.listdir(target):
        if file.endswith(".html"):
            path = os.path.join(target, file)
            with open(path, encoding="utf-8") as page:
                text = page.read()
            text = re.sub(r"(<body[^>]*>)", r"\1" + BACK, text, count=1)
            with open(path, "w", encoding="utf-8") as page:
                page.write(text)
    with open(verdicts, encoding="utf-8") as file:
        told = json.load(file)
    return told


def report_text(told, site):
    rows = []
    documents = list(dict.fromkeys(claim["document"] for claim in told["verdicts"]))
    for name in documents:
        verdicts = [claim["verdict"] for claim in told["verdicts"] if claim["document"] == name]
        with open(os.path.join(site, "report", name + ".html"), encoding="utf-8") as file:
            title = re.search(r"<h1[^>]*>(.*?)</h1>", file.read(), re.S).group(1)
        rows.append(['<a href="report/%s.html">%s</a>' % (name, re.sub(r"<[^>]*>", "", title)), str(len(verdicts)),
                     ", ".join("%s: %d" % (v, verdicts.count(v)) for v in sorted(set(verdicts), key=verdicts.count, reverse=True))])
    return ("<h1>The founding documents, judged</h1>"
            "<p>Five documents from 1952 to 2015 stand behind Polhode. Each printed number and each claim was computed again, "
            "by the program that this manual belongs to; the pages say what was printed, what came out, and the verdict. "
            '<a href="report/index.html">All of it</a>, or one by one:</p>'
            + table(["document", "claims", "verdicts"], rows)
            + '<p>How it is done, and what to read first: <a href="reproduce.html">The founding documents, once more</a>.</p>')


def gallery_text(source, has_studio):
    """Every scenario of the gallery with a link that opens it in the studio."""
    folder = os.path.join(source, "scenarios")
    text = "<h1>The studio and its gallery</h1>"
    if has_studio:
        text += ('<p>The <a href="studio/index.html">studio</a> computes in this page, with the same core as the program: '
                 "nothing is installed and nothing is sent. Each name opens one scenario; change it while it turns.</p>"
                 '<iframe class="studio" src="studio/index.html#g=gyroscope-cusp&amp;embed" title="The studio with a gyroscope" '
                 'loading="lazy"></iframe>')
    else:
        text += ("<p>The studio was not built with this copy of the manual (<code>make studio</code>, then <code>make "
                 "site</code>). Each scenario also runs from the command line.</p>")
    rows = []
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".toml"):
            continue
        with open(os.path.join(folder, file), encoding="utf-8") as scenario:
            content = scenario.read()
        name = file[:-5]
        title = tomllib.loads(content).get("title", "")
        shown = '<a href="studio/index.html#g=%s"><code>%s</code></a>' % (name, name) if has_studio else "<code>%s</code>" % name
        rows.append([shown, html.escape(title, quote=False), '<a href="source/scenarios/%s.html">file</a>' % file])
    text += heading(2, "scenarios", "Every scenario") + table(["opens in the studio", "what it is", ""], rows)
    return text, ["scenarios/" + f for f in os.listdir(folder) if f.endswith(".toml")]


def source_text(source, path):
    with open(os.path.join(source, path), encoding="utf-8") as file:
        lines = file.read().rstrip("\n").split("\n")
    shown = "".join('<span id="L%d" class="line">%s</span>\n' % (i + 1, html.escape(line, quote=False))
                    for i, line in enumerate(lines))
    return '<h1><code>%s</code></h1><pre class="source"><code>%s</code></pre>' % (html.escape(path), shown)


def source_index(shown):
    rows = "".join('<li><a href="%s.html"><code>%s</code></a></li>' % (path, path) for path in sorted(shown))
    return "<h1>Files of the source</h1><p>Those that this manual points to.</p><ul>%s</ul>" % rows
