import { parseJunitXml } from './junit-xml.ts';
import { reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';

/** `1/32 Test  #1: name ....   Passed    0.01 sec`, or `...***Failed  reason`. */
const RESULT = /^ *\d+\/\d+ Test +#\d+: (.*?) \.{3,}(?: +(Passed)\b|[^*.]*\*\*\*(.*)).*$/;
/** What ctest writes with `-O`: the result follows in another line. */
const UNFINISHED = /^ *\d+\/\d+ Test +#\d+: .* \.{3,}$/;
const SUMMARY = /^\d+% tests passed, (\d+) tests? failed out of (\d+)/;

/**
 * What a CMake project reports: JUnit's XML, or the text that `ctest -O` leaves where ctest is older
 * than its XML. The summary of the text counts skipped tests, but not disabled ones.
 */
export function parseCtest(text: string): TestReport {
  return /^\s*</.test(text) ? parseJunitXml(text) : parseCtestText(text);
}

function parseCtestText(text: string): TestReport {
  const report = reportBuilder();
  let ran = 0;
  let failed = 0;
  let unfinished = '';
  let summary: { readonly failed: number; readonly total: number } | undefined;
  for (const raw of text.split('\n')) {
    let line = raw.replace(/\r$/, '');
    if (unfinished !== '' && /^(\*\*\*| +Passed\b)/.test(line)) line = `${unfinished}${line}`;
    if (line !== '') unfinished = UNFINISHED.test(line) ? line : '';
    const test = RESULT.exec(line);
    if (test !== null) {
      const disabled = (test[3] || '').startsWith('Not Run (Disabled)');
      const outcome = outcomeOf(test[2], test[3] || '');
      report.add((test[1] || '').trim(), outcome);
      if (!disabled) ran += 1;
      if (outcome === 'failed') failed += 1;
    }
    const end = SUMMARY.exec(line);
    if (end !== null) summary = { failed: Number(end[1]), total: Number(end[2]) };
  }
  if (summary === undefined) report.problem('truncated', 'report', 'there is no summary');
  else {
    const listed = { passed: 0, failed, skipped: 0, total: ran };
    report.claim('report', summary, { listed, exact: true });
  }
  return report.build();
}

function outcomeOf(passed: string | undefined, failure: string): TestOutcome {
  if (passed !== undefined) return 'passed';
  return /^(Skipped|Not Run \(Disabled\))/.test(failure) ? 'skipped' : 'failed';
}
