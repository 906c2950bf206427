"""An empty system in a folder that has some Debian packages, what they depend on, and nothing else.

    clean_root.py FOLDER DEB... -- PACKAGE...

The files of what the DEBs depend on, and of the PACKAGEs with their dependencies, are copied from this machine with the
records that dpkg keeps of them. So `dpkg --root` refuses a package that asks for more than was copied, and a program
that needs more than its package asks for does not start. Nothing is fetched.
"""
import os
import re
import shutil
import subprocess
import sys

STATUS = "/var/lib/dpkg/status"
# nobody reads these there
SKIPPED = ("/usr/share/doc/", "/usr/share/man/", "/usr/share/locale/", "/usr/share/info/", "/usr/share/lintian/")


def read_stanzas():
    packages, provided = {}, {}
    with open(STATUS, encoding="utf-8") as file:
        for stanza in file.read().strip().split("\n\n"):
            fields = dict(re.findall(r"^([A-Za-z-]+): ?(.*(?:\n .*)*)", stanza, re.M))
            state = fields.get("Status", "").split(" ")[-1]
            if state not in ("installed", "triggers-pending", "triggers-awaited"):
                continue
            stanza = re.sub(r"^(Status: .*) triggers-.*", r"\1 installed", stanza, flags=re.M)
            stanza = re.sub(r"^Triggers-.*\n", "", stanza, flags=re.M)
            name = fields["Package"]
            packages[name] = (fields, stanza)
            for other in names_in(fields.get("Provides", "")):
                provided.setdefault(other[0], []).append(name)
    return packages, provided


def names_in(text):
    """Each comma of a field of dependencies as the list of its alternatives' names."""
    return [[re.split(r"[ (:]", choice.strip())[0] for choice in part.split("|")] for part in text.split(",") if part.strip()]


def closure(wanted, packages, provided):
    seen, waiting = set(), list(wanted)
    while waiting:
        choices = waiting.pop()
        real = [name for name in choices if name in packages]
        real = real or [p for name in choices for p in provided.get(name, [])]
        if not real:
            sys.exit("clean_root: none of %s is installed here" % ", ".join(choices))
        if any(name in seen for name in real):
            continue
        seen.add(real[0])
        fields = packages[real[0]][0]
        waiting += names_in(fields.get("Depends", "")) + names_in(fields.get("Pre-Depends", ""))
    return sorted(seen)


def copy(path, root):
    target = root + path
    if path.startswith(SKIPPED) or os.path.lexists(target):
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.islink(path):
        os.symlink(os.readlink(path), target)
    elif os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    elif os.path.isfile(path):
        shutil.copy2(path, target)


def add_alternatives(root):
    """The links that packages make when they are set up, such as libblas.so.3."""
    folder = "/var/lib/dpkg/alternatives"
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            lines = file.read().split("\n")
        # mode, link of the master, then pairs of name and link until an empty line
        links = [(name, lines[1])]
        for i in range(2, len(lines) - 1, 2):
            if not lines[i]:
                break
            links.append((lines[i], lines[i + 1]))
        for one, link in links:
            chosen = "/etc/alternatives/" + one
            if os.path.islink(chosen) and os.path.lexists(root + os.readlink(chosen)):
                copy(chosen, root)
                copy(link, root)


def main():
    root = os.path.abspath(sys.argv[1])
    split = sys.argv.index("--")
    debs, base = sys.argv[2:split], sys.argv[split + 1:]
    packages, provided = read_stanzas()
    own = [subprocess.check_output(["dpkg-deb", "-f", deb, "Package"], text=True).strip() for deb in debs]
    wanted = [[name] for name in base]
    for deb in debs:
        depends = subprocess.check_output(["dpkg-deb", "-f", deb, "Depends"], text=True)
        wanted += [choices for choices in names_in(depends) if not set(choices) & set(own)]
    chosen = closure(wanted, packages, provided)
    for folder in ("bin", "lib", "lib64", "sbin"):
        os.makedirs(os.path.join(root, "usr", folder), exist_ok=True)
        os.symlink("usr/" + folder, os.path.join(root, folder))
    info = "/var/lib/dpkg/info"
    os.makedirs(root + info)
    for folder in ("/var/lib/dpkg/updates", "/var/lib/dpkg/triggers", "/tmp", "/etc", "/dev", "/proc"):
        os.makedirs(root + folder, exist_ok=True)
    stanzas = []
    for name in chosen:
        stanzas.append(packages[name][1])
        listing = next(f for f in (name + ".list", "%s:%s.list" % (name, packages[name][0]["Architecture"]))
                       if os.path.exists(os.path.join(info, f)))
        shutil.copy2(os.path.join(info, listing), root + info)
        with open(os.path.join(info, listing), encoding="utf-8") as file:
            for path in file.read().split("\n"):
                if path not in ("", "/."):
                    copy(path, root)
    with open(root + STATUS, "w", encoding="utf-8") as file:
        file.write("\n\n".join(stanzas) + "\n")
    add_alternatives(root)
    subprocess.check_call(["ldconfig", "-r", root])
    print("a clean root with %d packages" % len(chosen))


main()
