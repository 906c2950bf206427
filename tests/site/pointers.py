"""What the theory part says about the source is there: a link whose text is `name` leads to a file that has that name.

    pointers.py SOURCE
"""
import os
import re
import sys

source = sys.argv[1]
faults, count = [], 0
for page in sorted(os.listdir(os.path.join(source, "docs/theory"))):
    path = os.path.join(source, "docs/theory", page)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    own = re.findall(r"\[`([^`]+)`\]\(([^)#]+)\)", text)
    if not own:
        faults.append("docs/theory/%s points to no code" % page)
    for name, target in own:
        count += 1
        file = os.path.normpath(os.path.join(os.path.dirname(path), target))
        if not os.path.isfile(file):
            faults.append("docs/theory/%s: there is no %s" % (page, target))
            continue
        with open(file, encoding="utf-8") as code:
            plain = "\n".join(line.split("//")[0] for line in code)
        if not re.search(r"\b%s\b" % re.escape(name), plain) and os.path.basename(file).split(".")[0] != name:
            faults.append("docs/theory/%s: %s has no %s" % (page, target, name))
print("%d pointers to code" % count)
if faults:
    sys.exit("\n".join(faults))
