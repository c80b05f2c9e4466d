import { testCountsSchema, type TestRun } from '@refbench/contracts';
import { parseJson } from '@refbench/base';

/**
 * Maximum size of a verdict line. run-suite.mjs keeps one more byte, so that an excess is detected.
 */
export const MAX_VERDICT_BYTES = 65_536;

/**
 * Parses the standard output of `count_tests`, or of `run_tests` if the recipe has only that. A
 * verdict is exactly one JSON line.
 * @param program name of the program, for the reason if there is no verdict
 */
export function parseVerdict(program: string, stdout: Buffer): TestRun {
  const noVerdict = (reason: string): TestRun => ({ kind: 'no-verdict', reason });
  if (stdout.length > MAX_VERDICT_BYTES) {
    return noVerdict(`${program} printed more than ${MAX_VERDICT_BYTES} bytes`);
  }
  const lines = stdout.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const [line] = lines;
  if (line === undefined) return noVerdict(`${program} printed nothing`);
  if (lines.length > 1) {
    return noVerdict(`${program} printed ${lines.length} lines on standard output; it must be one`);
  }
  const parsed = parseJson(line, testCountsSchema);
  if (parsed.kind === 'invalid') return noVerdict(`the verdict line is invalid: ${parsed.reason}`);
  // JSON.parse accepts duplicate keys. Four members have exactly four colons.
  if (line.split(':').length !== 5) return noVerdict('the verdict line contains a duplicate key');
  return { kind: 'counted', counts: parsed.value };
}
