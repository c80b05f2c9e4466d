"""Prints Meson's JUnit report, with the failures that old versions leave out of it.

    python3 meson-report.py testlog.json testlog.junit.xml

In old versions, a test that passes although it should fail is listed as passed, and Meson ends with a
failure. Meson's log has one JSON object a line, with the result of each test.
"""

import json
import re
import sys
from xml.sax.saxutils import quoteattr

log, report = sys.argv[1:]
# As bytes, because what tests print is in it and need not be XML.
with open(report, "rb") as file:
    text = file.read()
with open(log, encoding="utf-8", errors="replace") as lines:
    tests = [json.loads(line) for line in lines]
for test in tests:
    if test["result"] != "UNEXPECTEDPASS":
        continue
    # `project:suite / name`, or only the name
    name = quoteattr(test["name"].rsplit(" / ", 1)[-1]).encode()
    case = re.search(rb"<testcase name=" + re.escape(name) + rb"[^>]*?(/?)>", text)
    if case is None or text[case.end() :].startswith(b"<failure"):
        continue
    failure = b'<failure message="it passed, but should fail"/>'
    begin, end = case.span()
    if case.group(1):
        changed = text[begin : end - 2] + b">" + failure + b"</testcase>"
    else:
        changed = text[begin:end] + failure
    text = text[:begin] + changed + text[end:]
sys.stdout.buffer.write(text)
