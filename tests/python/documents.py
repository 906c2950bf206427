"""Every block ```python of a document runs: tests/python/documents.py FILE... Blocks of one file share their names."""

import os
import re
import sys

os.chdir(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
for file in sys.argv[1:]:
    with open(file, encoding="utf-8") as text:
        blocks = re.findall(r"^```python\n(.*?)^```", text.read(), re.S | re.M)
    names = {}
    for i, block in enumerate(blocks):
        exec(compile(block, f"{file}, block {i + 1}", "exec"), names)
    print(f"{file}: {len(blocks)} blocks")
