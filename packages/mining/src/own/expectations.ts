import type { CodeFile } from './code-lines.ts';

const IN_TESTS =
  /\b(?:assert\w*|expect\w*|should|must|require\.\w+|EXPECT_\w+|ASSERT_\w+|t\.(?:is|deepEqual|equal|same|throws)|verify\w*)\s*[!(. ]/;
/** Some languages keep tests beside the code that they test. */
const ANYWHERE = /\bassert(?:_eq|_ne)?!\s*\(/;
const TEST =
  /^(?:#\[(?:\w+::)?test\b|@(?:Parameterized)?Test\b|(?:async\s+)?def\s+test_|func\s+Test[A-Z]|TEST(?:_F|_P)?\(|(?:it|test)(?:\.\w+)*\()/;
const LITERAL =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\b\d[\w.]*|\b(?:true|false|null|None|True|False|nil|undefined)\b/g;
const MAX_LINE = 1000;

/** What a change does to the expectations of tests. A refactoring leaves them as they are. */
export interface Expectations {
  /** Assertions of the base that no longer stand there with the same values. Names may change. */
  readonly changed: number;
  /** Assertions that are new, with their values. */
  readonly fresh: number;
  /** Tests that are new, without those that were only renamed or moved. */
  readonly newTests: number;
  readonly lostTests: number;
}

/** Compares the assertions among the removed and the added lines by the values that they contain. */
export function compareExpectations(files: readonly CodeFile[]): Expectations {
  const values = new Map<string, number>();
  let [tests, changed, fresh] = [0, 0, 0];
  const count = (key: string, by: number): void =>
    void values.set(key, (values.get(key) ?? 0) + by);
  for (const { added, removed, isTest } of files) {
    const isAssertion = (line: string): boolean =>
      line.length <= MAX_LINE && (isTest ? IN_TESTS : ANYWHERE).test(line);
    for (const line of added.flat()) {
      if (TEST.test(line)) tests += 1;
      if (isAssertion(line)) count(valuesOf(line), 1);
    }
    for (const line of removed.flat()) {
      if (TEST.test(line)) tests -= 1;
      if (isAssertion(line)) count(valuesOf(line), -1);
    }
  }
  for (const number of values.values()) {
    if (number < 0) changed -= number;
    else fresh += number;
  }
  return { changed, fresh, newTests: Math.max(0, tests), lostTests: Math.max(0, -tests) };
}

function valuesOf(line: string): string {
  return (line.match(LITERAL) ?? []).map((each) => each.replaceAll(/["'`]/g, '"')).join(' ');
}
