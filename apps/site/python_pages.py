"""The page on the Python package, from its docstrings. Run with the package on the path: it prints HTML."""
import html
import inspect
import sys


def described(thing):
    text = inspect.getdoc(thing) or ""
    return "<pre class=\"docstring\">%s</pre>" % html.escape(text, quote=False) if text else ""


def signature(name, thing):
    try:
        return "%s%s" % (name, inspect.signature(thing))
    except (TypeError, ValueError):
        return name


def own_members(thing):
    for name, member in vars(thing).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield name, name, member
        elif callable(member) or isinstance(member, (classmethod, staticmethod)):
            yield name, signature(name, getattr(thing, name)), getattr(thing, name)


def main():
    sys.path.insert(0, sys.argv[1])
    import polhode

    def heading(level, name, text):
        return '<h%d id="%s"><code>%s</code> <a class="anchor" href="#%s" aria-label="link to this place">#</a></h%d>' % (
            level, name, html.escape(text), name, level)

    out = ["<h1>Python</h1>", "<p>From the docstrings of the package; <a href=\"../python.html\">Python</a> shows it at work.</p>",
           described(polhode)]
    names = sorted(getattr(polhode, "__all__", None) or [n for n in dir(polhode) if not n.startswith("_")])
    for name in names:
        thing = getattr(polhode, name)
        full = "polhode." + name
        if inspect.isclass(thing):
            out += [heading(2, name, signature(full, thing)), described(thing)]
            for _, shown, member in own_members(thing):
                out += ['<div class="declaration"><pre><code>.%s</code></pre>%s</div>' % (html.escape(shown), described(member))]
        elif inspect.ismodule(thing) or not callable(thing):
            if not thing.__doc__:
                continue
            out += [heading(2, name, full), described(thing)]
            for inner in sorted(n for n in dir(thing) if not n.startswith("_")):
                member = getattr(thing, inner)
                if callable(member) and inspect.getdoc(member) and not inspect.isclass(member):
                    shown = signature("%s.%s" % (full, inner), member)
                    out += ['<div class="declaration"><pre><code>%s</code></pre>%s</div>' % (html.escape(shown), described(member))]
        else:
            out += [heading(2, name, signature(full, thing)), described(thing)]
    print("\n".join(out))


main()
