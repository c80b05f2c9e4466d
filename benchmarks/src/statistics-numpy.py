"""The sign-flip tests of statistics.ts in numpy, in two ways; prints one JSON line."""

import json
import sys
import time

import numpy as np


def plain(differences, samples, rng):
    """As it is usually written: signs drawn for each pair."""
    signs = rng.choice([-1.0, 1.0], size=(samples, len(differences)))
    sums = np.abs((signs * differences).sum(axis=1))
    return ((sums >= abs(differences.sum()) - 1e-9).sum() + 1) / (samples + 1)


def matrix(differences, samples, rng):
    """All pairs at once, on shared signs, in blocks that fit the memory."""
    observed = np.abs(differences.sum(axis=1)) - 1e-9
    hits = np.zeros(len(differences), dtype=np.int64)
    for start in range(0, samples, 10_000):
        rows = min(10_000, samples - start)
        signs = rng.integers(0, 2, size=(rows, differences.shape[1]), dtype=np.int8) * 2.0 - 1.0
        hits += (np.abs(signs @ differences.T) >= observed).sum(axis=0)
    return (hits + 1) / (samples + 1)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        task = json.load(file)
    families = np.array(task["families"])
    differences = np.array(
        [family[first] - family[second] for family in families for first, second in task["pairs"]]
    )
    rng = np.random.default_rng(1)
    start = time.perf_counter()
    for pair in differences[: task["plain"]]:
        plain(pair, task["samples"], rng)
    plain_seconds = (time.perf_counter() - start) / task["plain"] * len(differences)
    best = None
    for _ in range(5):
        start = time.perf_counter()
        p = matrix(differences, task["samples"], rng)
        seconds = time.perf_counter() - start
        best = seconds if best is None else min(best, seconds)
    result = {
        "version": np.__version__,
        "plain_seconds": plain_seconds,
        "matrix_seconds": best,
        "p": p.tolist(),
    }
    print(json.dumps(result))


main()
