"""Runs `python -m unittest` and writes the outcome of each test to a file.

    python unittest-report.py REPORT discover [arguments of unittest]

unittest has no report of its own that a program can read, and what tests print stands between the lines
of its text. Each line of REPORT is a JSON object, for the format `json-lines` of the counter.
"""

import json
import os
import sys
import unittest

report = open(sys.argv.pop(1), "w", encoding="ascii")


def write(value):
    # At once, because a test may end the process.
    report.write(json.dumps(value) + "\n")
    report.flush()


def name_of(test):
    return test.id() if hasattr(test, "id") else str(test)


class Result(unittest.TextTestResult):
    """The result that unittest shows, and the worst outcome of each test in the report."""

    running = None
    outcome = None
    tests = 0

    def startTest(self, test):
        self.running, self.outcome = test, None
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        self.tests += 1
        write({"name": name_of(test), "outcome": self.outcome or "passed"})
        self.running = None

    def note(self, test, outcome, detail=""):
        if self.running is not None:
            if self.outcome != "failed":
                self.outcome = outcome
        elif outcome == "failed":
            # A fixture of a class or a module, which is no test.
            write({"crashed": name_of(test), "detail": detail})
        else:
            self.tests += 1
            write({"name": name_of(test), "outcome": outcome})

    def addError(self, test, err):
        super().addError(test, err)
        self.note(test, "failed", str(err[1]))

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.note(test, "failed", str(err[1]))

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.note(test, "failed", str(err[1]))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        # A skipped subtest does not skip its test.
        if getattr(test, "test_case", None) is None:
            self.note(test, "skipped")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.note(test, "failed")


class Runner(unittest.TextTestRunner):
    resultclass = Result

    def run(self, test):
        result = super().run(test)
        write({"end": {"total": result.tests, "success": result.wasSuccessful()}})
        return result


# As if unittest were run as a module: imports begin in the working directory.
sys.path[0] = os.getcwd()
sys.argv[0] = "python -m unittest"
unittest.main(module=None, testRunner=Runner)
