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

test('ctest counts a test whose program is missing as failed, and its XML calls it skipped', () => {
  const text = `<testsuite tests="4" failures="0" disabled="1" skipped="2">
  <testcase name="one" status="run"/>
  <testcase name="unbuilt" status="notrun"><skipped message="Unable to find executable"/></testcase>
  <testcase name="off" status="disabled"/>
  <testcase name="skips" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
</testsuite>`;
  expect(outcomes(parseJunitXml(text).tests)).toEqual([
    'passed one',
    'failed unbuilt',
    'skipped off',
    'skipped skips',
  ]);
});

test('counts of failures that no case shows are a contradiction; those that repeat are none', () => {
  const suite = (attributes: string, child = ''): string =>
    `<testsuite name="s" ${attributes}><testcase name="a">${child}</testcase></testsuite>`;
  expect(contradictions(parseJunitXml, suite('tests="1" failures="1"'))).toEqual([
    'inconsistent: s: the runner counts 1 failed, its report lists 0',
  ]);
  // surefire
  const flaky = suite('tests="1" failures="1"', '<flakyFailure message="no"/>');
  expect(contradictions(parseJunitXml, flaky)).toEqual([]);
  // Catch2 and doctest count assertions.
  for (const mark of ['hostname="tbd"', 'doctest_version="2.4.9"']) {
    expect(contradictions(parseJunitXml, suite(`tests="5" failures="0" ${mark}`))).toEqual([]);
  }
  // pytest counts two tests and their five subtests, of which one failed.
  const subtests =
    '<testsuite name="pytest" errors="0" failures="2" tests="7"><testcase name="a"/><testcase name="b"><failure message="assert"/><failure message="contains 1 failed subtest"/></testcase></testsuite>';
  expect(contradictions(parseJunitXml, subtests)).toEqual([]);
  // pytest: it passed, and its teardown failed.
  const twice = suite('tests="2" failures="0" errors="1"', '<error message="teardown"/>');
  expect(contradictions(parseJunitXml, twice)).toEqual([]);
  // node:test
  const todo = suite('', '<skipped type="todo"/><failure message="not yet"/>');
  expect(outcomes(parseJunitXml(todo).tests)).toEqual(['skipped s > a']);
  const comment = `<testsuites>${suite('')}<!-- fail 1 --></testsuites>`;
  expect(contradictions(parseJunitXml, comment)).toHaveLength(1);
});

test('characters that XML forbids stay in names and hide no end', () => {
  const text =
    '<testsuite tests="1"><testcase name="a\u0001\u001b[31m&#10;b"><system-out><![CDATA[\u0000\u001b]]></system-out></testcase></testsuite>';
  const { tests, problems } = parseJunitXml(text);
  expect(tests).toEqual([{ id: 'a\u0001\u001b[31m\nb', outcome: 'passed' }]);
  expect(problems).toEqual([]);
});

test("pytest's statuses other than 1 are not explained by failed tests", () => {
  const { causes } = parseJunitXml(pytest);
  expect(causes?.get(1)).toBeUndefined();
  // A file that cannot be collected interrupts a run.
  expect(causes?.get(2)).toBeUndefined();
  expect(causes?.get(3)).toBe('an internal error of pytest');
});
