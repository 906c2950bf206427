"""Pages from what the program knows of itself: `polhode list --json` and `polhode help --json`."""
import html
import re

# Which kinds of the registry share a page, in this order; what is not named here gets the last one.
PAGES = [
    ("reference/methods", "Integrators", ["integrator", "preset", "arithmetic"]),
    ("reference/attitudes", "Attitudes and conventions", ["attitude", "convention"]),
    ("reference/constraints", "Constraints", ["constraint"]),
    ("reference/torques", "Torques", ["torque"]),
    ("reference/rates", "Given rates", ["rates", "noise", "average"]),
    ("reference/measures", "Measures", ["measure"]),
    ("reference/formats", "Formats and links", ["format", "link", "input"]),
    ("reference/scenario-keys", "Scenario keys", ["table"]),
    ("reference/other-names", "Everything else that can be named", None),
]
WORDS = {"integrator": "Integrators", "preset": "Methods of the founding documents", "arithmetic": "Arithmetic",
         "attitude": "Attitudes", "convention": "Other people's conventions", "constraint": "Constraints",
         "torque": "Torques", "rates": "Given rates", "noise": "Noise", "average": "Averages", "measure": "Measures",
         "format": "Formats", "link": "Links of a live run", "input": "Inputs of a live run", "table": "Tables"}


def words(text):
    """Text of the registry: escaped, with `names` as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text, quote=False))


def code(text):
    return "<code>%s</code>" % html.escape(text, quote=False) if text else ""


def table(heads, rows):
    head = "".join("<th>%s</th>" % h for h in heads)
    body = "".join("<tr>%s</tr>" % "".join("<td>%s</td>" % cell for cell in row) for row in rows)
    return '<div class="table"><table><thead><tr>%s</tr></thead><tbody>%s</tbody></table></div>' % (head, body)


def heading(level, name, text):
    return '<h%d id="%s">%s <a class="anchor" href="#%s" aria-label="link to this place">#</a></h%d>' % (
        level, name, text, name, level)


def parameters(entry):
    rows = []
    for p in entry["parameters"]:
        kind = p["type"] + (" " + ", ".join(p["choices"]) if p.get("choices") else "")
        unit = p["unit"] if p["unit"] != "1" else ""
        default = "required" if p["required"] else code(p["default"])
        rows.append([code(p["name"]), words(kind), words(unit), default, words(p["summary"])])
    return table(["key", "what stands there", "unit", "default", "meaning"], rows) if rows else ""


def shown_number(value):
    return "%.2f" % value if isinstance(value, float) and value < 100 and value != int(value) else "%d" % round(value)


def measured(entry):
    """Order, cost and what is kept, as the program measured them when this page was made."""
    rows = []
    for m in entry.get("measured", []):
        rows.append([code(m["setting"]), shown_number(m["order"]) if "order" in m else "",
                     shown_number(m["flops_per_step"]) if "flops_per_step" in m else "",
                     shown_number(m["flops_per_step_heavy"]) if "flops_per_step_heavy" in m else "",
                     shown_number(m["elementary_functions_per_step"]) if "elementary_functions_per_step" in m else "",
                     words(", ".join(m["keeps"]))])
    heads = ["setting", "order", "operations a step, free", "with gravity", "elementary functions", "keeps"]
    return table(heads, rows) if rows else ""


def overview(entries):
    """All integrators on one table, each by its first measured setting."""
    rows = []
    for e in entries:
        m = e.get("measured", [{}])[0]
        rows.append(['<a href="#integrator-%s">%s</a>' % (e["name"], code(e["name"])), words(e["order"]),
                     shown_number(m["order"]) if "order" in m else "",
                     shown_number(m["flops_per_step"]) if "flops_per_step" in m else "",
                     words(", ".join(m.get("keeps", []))), words(e["summary"])])
    return ("<p>Order: as it is known, and as it was measured when this page was made, with the first setting of each; "
            "operations: additions, multiplications and the like in one step of a free body; keeps: which of the motion's constants "
            "it holds to rounding.</p>") + table(
        ["name", "order", "measured", "operations", "keeps", "what it is"], rows)


def entry_text(e):
    name = "%s-%s" % (e["kind"], e["name"].replace(".", "-"))
    shown = "[%s]" % e["name"] if e["kind"] == "table" else e["name"]
    text = heading(3, name, code(shown)) + "<p>%s</p>" % words(e["summary"])
    facts = [("order", e["order"]), ("unit", e["unit"]), ("source", e["source"])]
    facts = ["%s: %s" % (what, words(value)) for what, value in facts if value]
    text += '<p class="facts">%s</p>' % " · ".join(facts) if facts else ""
    return text + measured(e) + parameters(e)


def registry_pages(registry):
    named = {kind for _, _, kinds in PAGES if kinds for kind in kinds}
    pages = {}
    for page, title, kinds in PAGES:
        kinds = kinds or sorted({e["kind"] for e in registry} - named)
        text = "<h1>%s</h1>" % title
        text += '<p>Made from the registry: what <code>polhode list</code> prints, and what the readers of files obey.</p>'
        for kind in kinds:
            entries = [e for e in registry if e["kind"] == kind]
            if not entries:
                continue
            text += heading(2, "kind-" + kind, WORDS.get(kind, kind.replace("_", " ").capitalize()))
            text += overview(entries) if kind == "integrator" else ""
            text += "".join(entry_text(e) for e in entries)
        pages[page] = (title, text)
    return pages


def option_rows(options):
    rows = []
    for o in options:
        names = ", ".join(code(n) for n in o["names"])
        value = " <i>%s</i>" % html.escape(o["value"]) if o["value"] else ""
        rows.append([names + value + (" ..." if o["repeated"] else ""),
                     words(o["summary"]) + (" (required)" if o["required"] else "")])
    return rows


def commands_page(line):
    text = "<h1>Commands</h1><p>What <code>polhode help COMMAND</code> prints, and <code>man polhode-COMMAND</code> shows.</p>"
    text += table(["command", "what it does"],
                  [['<a href="#%s">%s</a>' % (c["name"], code("polhode " + c["name"])), words(c["summary"])]
                   for c in line["commands"]])
    for c in line["commands"]:
        text += heading(2, c["name"], code("polhode " + c["name"])) + "<p>%s.</p>" % words(c["summary"].rstrip("."))
        text += table(["argument or option", "meaning"], option_rows(c["positionals"]) + option_rows(c["options"]))
        if c["footer"].strip():
            text += "<pre><code>%s</code></pre>" % html.escape(c["footer"].strip("\n"), quote=False)
    return {"reference/commands": ("Commands", text)}
