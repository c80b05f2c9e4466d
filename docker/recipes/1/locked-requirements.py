"""Prints a poetry.lock as requirements, one exact version a line: pip's tools do not read it.

    python3 locked-requirements.py poetry.lock
"""

import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    blocks = file.read().split("[[package]]")[1:]

for block in blocks:
    name = re.search(r'^name = "([^"]+)"', block, re.M)
    version = re.search(r'^version = "([^"]+)"', block, re.M)
    # A package from git or a folder has a source table; registries answer only for the others.
    source = re.search(r'^\[package\.source\]\s+type = "(git|directory|file|url)"', block, re.M)
    marker = re.search(r'^markers = "((?:[^"\\]|\\.)*)"', block, re.M)
    if not (name and version) or source:
        continue
    condition = f" ; {marker[1]}".replace('\\"', '"') if marker else ""
    print(f"{name[1]}=={version[1]}{condition}")
