"""Prints what poetry.lock holds for this machine as requirements, one exact version a line.

    python3 locked-requirements.py poetry.lock

pip's tools do not read the lock. Which of its packages this machine needs is told by Poetry itself, which
does not install anything here: conditions such as the platform stand in pyproject.toml, and not all of
them in the lock. Where Poetry refuses, as for a lock that no longer fits pyproject.toml, every package of
the lock is printed.
"""

import os
import re
import subprocess
import sys

LOCK = sys.argv[1]
POETRY = "poetry install --dry-run --no-root --all-groups --all-extras --no-interaction --no-ansi"
# A package from git or a folder has its commit or its path after the version.
OPERATION = re.compile(r"^\s*[-•] (?:Installing|Updating|Downgrading) (\S+) \((?:\S+ -> )?([^\s()]+)\)$")


def chosen_by_poetry():
    try:
        done = subprocess.run(
            POETRY.split(),
            cwd=os.path.dirname(os.path.abspath(LOCK)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            universal_newlines=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"{LOCK}: Poetry does not tell which packages are needed: {error}", file=sys.stderr)
        return None
    found = filter(None, map(OPERATION.match, done.stdout.splitlines()))
    return [f"{name}=={version}" for name, version in (match.groups() for match in found)]


def everything_locked():
    with open(LOCK, encoding="utf-8") as file:
        blocks = file.read().split("[[package]]")[1:]
    for block in blocks:
        name = re.search(r'^name = "([^"]+)"', block, re.M)
        version = re.search(r'^version = "([^"]+)"', block, re.M)
        # A package from git or a folder has a source table; registries answer only for the others.
        source = re.search(
            r'^\[package\.source\]\s+type = "(git|directory|file|url)"', block, re.M
        )
        marker = re.search(r'^markers = "((?:[^"\\]|\\.)*)"', block, re.M)
        if not (name and version) or source:
            continue
        condition = f" ; {marker[1]}".replace('\\"', '"') if marker else ""
        yield f"{name[1]}=={version[1]}{condition}"


chosen = chosen_by_poetry()
for line in everything_locked() if chosen is None else chosen:
    print(line)
