import { isObject, objectsOf, readJson, textOf, type JsonObject } from './json-text.ts';
import { countsOf, reportBuilder, type TestReport } from './test-report.ts';

/**
 * The JSON of mocha's `json` reporter, all versions since 1. It is written to standard output, so
 * what tests print may stand before and behind it. A failing hook is in `failures` but is no test.
 */
export function parseMochaJson(text: string): TestReport {
  const report = reportBuilder();
  const root = findReport(text);
  if (root === undefined) {
    report.problem('truncated', 'report', 'it is no complete report of mocha');
    return report.build();
  }
  const pending = new Set(objectsOf(root, 'pending').map(idOf));
  const failed = new Set(objectsOf(root, 'failures').map(idOf));
  const tests = objectsOf(root, 'tests');
  for (const test of tests) {
    const id = idOf(test);
    const isFailed = failed.has(id) || Object.keys(errorOf(test)).length > 0;
    report.add(id, isFailed ? 'failed' : pending.has(id) ? 'skipped' : 'passed');
  }
  const known = new Set(tests.map(idOf));
  for (const hook of objectsOf(root, 'failures').filter((test) => !known.has(idOf(test)))) {
    report.problem('crashed', idOf(hook), textOf(errorOf(hook), 'message') || 'it failed');
  }
  const stats = isObject(root['stats']) ? root['stats'] : {};
  if (typeof stats['failures'] === 'number') report.claim('report', { failed: stats['failures'] });
  if (typeof stats['tests'] === 'number') {
    // What failed in a hook is no test of mocha's.
    const listed = { ...countsOf([]), total: tests.length };
    report.claim('report', { total: stats['tests'] }, { listed, exact: true });
  }
  return report.build();
}

function idOf(test: JsonObject): string {
  const file = textOf(test, 'file').replace(/^\/testbed\//, '');
  const title = textOf(test, 'fullTitle').trim();
  return file === '' ? title : `${file} > ${title}`;
}

function errorOf(test: JsonObject): JsonObject {
  return isObject(test['err']) ? test['err'] : {};
}

/** The last object that begins with `stats`; whatever stands around it is the tests' own output. */
function findReport(text: string): JsonObject | undefined {
  const begin = /\{\s*"stats"\s*:/g;
  let found: JsonObject | undefined;
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const value = readJson(objectAt(text, match.index));
    if (isObject(value) && Array.isArray(value['tests'])) found = value;
  }
  return found;
}

/** The text from `{` to its `}`, or to the end. */
function objectAt(text: string, begin: number): string {
  let depth = 0;
  let inString = false;
  for (let at = begin; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(begin, at + 1);
    }
  }
  return text.slice(begin);
}
