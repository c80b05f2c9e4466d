import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJunitXml } from './junit-xml.ts';
import {
  contradictions,
  expectReadsBack,
  expectSurvivesCuts,
  outcomes,
} from './test-reports.testkit.ts';

const pytest = `<?xml version="1.0" encoding="utf-8"?>
<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="4" time="0.1">
<testcase classname="tests.test_a" name="test_ok[a&amp;b]" time="0.001" />
<testcase classname="tests.test_a" name="test_bad"><failure message="assert 1 &gt; 2">x = "&lt;testcase/&gt;"</failure></testcase>
<testcase classname="tests.test_a" name="test_later"><skipped type="pytest.skip" message="no"/></testcase>
<testcase classname="" name="tests.test_b"><error message="collection failure">ImportError</error></testcase>
</testsuite></testsuites>`;

test("pytest's report, with a module that cannot be collected", () => {
  const { tests, problems } = parseJunitXml(pytest);
  expect(outcomes(tests)).toEqual([
    'passed tests.test_a > test_ok[a&b]',
    'failed tests.test_a > test_bad',
    'skipped tests.test_a > test_later',
    'failed pytest > tests.test_b',
  ]);
  expect(problems).toEqual([]);
});

test("surefire's report: output, flaky tests, errors", () => {
  const text = `<?xml version="1.0"?><!-- a comment with <testcase> -->
<testsuite name="org.a.BTest" tests="3" errors="1" skipped="0" failures="0">
  <properties><property name="java.home" value="a > b"/></properties>
  <testcase name="one" classname="org.a.BTest"><system-out><![CDATA[<failure/> ]]></system-out></testcase>
  <testcase name="two" classname="org.a.BTest"><error message="x" type="y">z</error></testcase>
  <testcase name="three" classname="org.a.BTest"><flakyFailure message="x"/></testcase>
</testsuite>`;
  expect(outcomes(parseJunitXml(text).tests)).toEqual([
    'passed org.a.BTest > one',
    'failed org.a.BTest > two',
    'passed org.a.BTest > three',
  ]);
});

test('in reports of ctest, disabled and unbuilt tests count as not run', () => {
  const text = `<testsuite name="(empty)" tests="3" failures="1" disabled="1" skipped="0">
  <testcase name="parse" classname="parse" status="run"/>
  <testcase name="print" classname="print" status="fail"><failure message="Failed"/></testcase>
  <testcase name="huge" classname="huge" status="disabled"/>
</testsuite>`;
  expect(outcomes(parseJunitXml(text).tests)).toEqual([
    'passed parse',
    'failed print',
    'skipped huge',
  ]);
});

test('a case without a name still has an id', () => {
  const text = '<testsuite tests="1"><testcase/></testsuite>';
  expect(outcomes(parseJunitXml(text).tests)).toEqual(['passed (no name)']);
});

test('totals of nested suites are of all below them', () => {
  const text = `<testsuites><testsuite name="a" tests="1"><testsuite name="b" tests="2">
    <testcase name="x"/></testsuite></testsuite></testsuites>`;
  expect(contradictions(parseJunitXml, text)).toEqual([
    'inconsistent: b: the runner counts 2, its report lists 1',
  ]);
});

test('an error outside the cases is a crashed suite', () => {
  const text = '<testsuite name="a" tests="0"><error message="fork died"/></testsuite>';
  expect(outcomes(parseJunitXml(text).tests)).toEqual(['failed a (crashed)']);
});

test('any report reads back; any cut of one is seen', () => {
  const child = { passed: '', failed: '<failure message="no"/>', skipped: '<skipped/>' };
  expectReadsBack(
    parseJunitXml,
    (tests) =>
      `<testsuite name="s" tests="${tests.length}">${tests
        .map(
          ({ id, outcome }) => `<testcase classname="c" name="${id}">${child[outcome]}</testcase>`,
        )
        .join('')}</testsuite>`,
  );
  expectSurvivesCuts(parseJunitXml, pytest);
});

test('any name that a writer escapes reads back', () => {
  const escape = (text: string): string =>
    text.replace(/[<>&"']/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const text = `<testsuite tests="1"><testcase name="${escape(name)}"/></testsuite>`;
      expect(parseJunitXml(text).tests).toEqual([{ id: name, outcome: 'passed' }]);
    }),
  );
});
