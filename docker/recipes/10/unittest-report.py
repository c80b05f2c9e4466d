"""Runs a program whose tests are those of unittest, and writes the outcome of each test to a file.

    python unittest-report.py REPORT -m unittest discover [arguments]
    python unittest-report.py REPORT -m MODULE [arguments]
    python unittest-report.py REPORT SCRIPT [arguments]

unittest has no report of its own that a program can read, and what tests print stands between the lines
of its text. Each line of REPORT is a JSON object, for the format `json-lines` of the counter. Outcomes are
taken from the result that all runners of unittest share, so the project may bring a runner of its own.
"""

import atexit
import functools
import json
import os
import runpy
import sys
import threading
import unittest

report = open(sys.argv[1], "w", encoding="ascii")
process = os.getpid()
# The outcome so far, the number of problems before and the thread, by the id of each test that is running.
running = {}
# Results are kept, so that no other one has the same id.
results = {}
inner = {}
total = 0


def write(value):
    # At once, because a test may end the process. A child of it has the file open, too.
    if os.getpid() == process:
        report.write(json.dumps(value) + "\n")
        report.flush()


def name_of(test):
    return test.id() if hasattr(test, "id") else str(test)


def problems(result):
    return len(result.failures) + len(result.errors)


def end_test(test, outcome):
    global total
    total += 1
    write({"name": name_of(test), "outcome": outcome})


def counts(result):
    """Whether no test runs a suite of its own with this result."""
    if id(result) not in results and id(result) not in inner:
        thread = threading.get_ident()
        within = any(other == thread for _, _, other in running.values())
        (inner if within else results)[id(result)] = result
    return id(result) in results


def note(test, outcome, detail=""):
    key = id(test)
    if key in running:
        if running[key][0] != "failed":
            running[key] = (outcome, *running[key][1:])
    elif outcome == "failed":
        # A fixture of a class or a module, which is no test.
        write({"crashed": name_of(test), "detail": detail})
    else:
        end_test(test, outcome)


def start(result, test):
    running[id(test)] = (None, problems(result), threading.get_ident())


def stop(result, test):
    outcome, before, _ = running.pop(id(test), (None, problems(result), None))
    # A result of the project may keep a problem without telling.
    end_test(test, "failed" if problems(result) > before else outcome or "passed")


def fail(result, test, err):
    note(test, "failed", str(err[1]))


def fail_part(result, test, subtest, err):
    if err is not None:
        note(test, "failed", str(err[1]))


def skip(result, test, reason):
    # A skipped subtest does not skip its test.
    if getattr(test, "test_case", None) is None:
        note(test, "skipped")


def surprise(result, test):
    note(test, "failed")


def after(name, look):
    """Lets `look` see the arguments of a method of all results when the method has ended."""
    original = getattr(unittest.TestResult, name)

    @functools.wraps(original)
    def method(self, *args):
        value = original(self, *args)
        if counts(self):
            look(self, *args)
        return value

    setattr(unittest.TestResult, name, method)


for name, look in (
    ("startTest", start),
    ("stopTest", stop),
    ("addError", fail),
    ("addFailure", fail),
    ("addSubTest", fail_part),
    ("addSkip", skip),
    ("addUnexpectedSuccess", surprise),
):
    after(name, look)


def finish():
    # Without an end, the counter knows that a test ended the process.
    if not running:
        success = bool(results) and all(one.wasSuccessful() for one in results.values())
        write({"end": {"total": total, "success": success}})


leave = os._exit


def leave_after_end(status):
    finish()
    leave(status)


atexit.register(finish)
os._exit = leave_after_end
if sys.argv[2] == "-m":
    # As if Python ran the module: imports begin in the working directory.
    sys.path[0] = os.getcwd()
    target, sys.argv = sys.argv[3], sys.argv[3:]
    runpy.run_module(target, run_name="__main__", alter_sys=True)
else:
    target, sys.argv = sys.argv[2], sys.argv[2:]
    sys.path[0] = os.path.dirname(os.path.abspath(target))
    runpy.run_path(target, run_name="__main__")
