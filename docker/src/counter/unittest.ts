import { reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';

const HEAD = /^([\w.]+) \(([\w.<>]+)\)/;
const FIXTURE = /^((?:setUp|tearDown)(?:Class|Module)) \(([\w.<>]+)\) \.\.\. .*ERROR$/;
const END = /\.\.\. (?:.*?)(ok|FAIL|ERROR|skipped\b.*|expected failure|unexpected success)$/;

/**
 * The text of `python -m unittest -v`. A test's first docstring line stands between its name and its
 * result; a module that cannot be imported is a test of `unittest.loader._FailedTest`, as unittest
 * itself counts it. `Ran N tests` is compared with what was read.
 */
export function parseUnittest(text: string): TestReport {
  const report = reportBuilder();
  let open: string | undefined;
  let named = 0;
  let ran: number | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '');
    if (line.length > 10_000) continue;
    const fixture = FIXTURE.exec(line);
    if (fixture !== null) {
      report.problem('crashed', fixture[2] || '', `${fixture[1]} failed; its tests did not run`);
      continue;
    }
    const head = HEAD.exec(line);
    if (head !== null) open = idOf(head[1] || '', head[2] || '');
    const end = END.exec(line);
    if (open !== undefined && end !== null) {
      report.add(open, outcomeOf(end[1] || ''));
      named += 1;
      open = undefined;
    }
    const summary = /^Ran (\d+) tests? in /.exec(line);
    if (summary !== null) ran = (ran || 0) + Number(summary[1]);
  }
  if (ran === undefined) report.problem('truncated', 'report', 'there is no summary');
  else if (ran !== named) {
    const unnamed = ran - named;
    for (let number = 1; number <= unnamed; number += 1)
      report.add(`(unnamed ${number})`, 'failed');
    report.problem('inconsistent', 'report', `${ran} ran, ${named} were named`);
  }
  return report.build();
}

/** `module.Class.test`: since Python 3.11 the parentheses name the test again. */
function idOf(test: string, place: string): string {
  return place.endsWith(`.${test}`) ? place : `${place}.${test}`;
}

function outcomeOf(word: string): TestOutcome {
  if (word === 'ok' || word === 'expected failure') return 'passed';
  return word.startsWith('skipped') ? 'skipped' : 'failed';
}
