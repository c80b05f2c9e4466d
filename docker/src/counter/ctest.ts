import { parseJunitXml } from './junit-xml.ts';
import { reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';

/** `1/32 Test  #1: name ....   Passed    0.01 sec`, or `...***Failed  reason`. */
const RESULT = /^ *\d+\/\d+ Test +#\d+: (.*?) \.{3,}(?: +(Passed)\b|[^*.]*\*\*\*(.*)).*$/;
const SUMMARY = /^\d+% tests passed, \d+ tests? failed out of (\d+)/;

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
  let total: number | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '');
    if (line.length > 10_000) continue;
    const test = RESULT.exec(line);
    if (test !== null) {
      const disabled = (test[3] || '').startsWith('Not Run (Disabled)');
      report.add((test[1] || '').trim(), outcomeOf(test[2], test[3] || ''));
      if (!disabled) ran += 1;
    }
    const summary = SUMMARY.exec(line);
    if (summary !== null) total = Number(summary[1]);
  }
  if (total === undefined) report.problem('truncated', 'report', 'there is no summary');
  else if (total !== ran) {
    const detail = `${total} tests ran, ${ran} are listed`;
    report.problem(ran < total ? 'truncated' : 'inconsistent', 'report', detail);
  }
  return report.build();
}

function outcomeOf(passed: string | undefined, failure: string): TestOutcome {
  if (passed !== undefined) return 'passed';
  return /^(Skipped|Not Run \(Disabled\))/.test(failure) ? 'skipped' : 'failed';
}
