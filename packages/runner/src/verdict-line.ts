import { testCountsSchema, type TestRun } from '@refbench/contracts';
import { parseJson } from '@refbench/files';

/** More than this is no verdict line; grade.sh keeps one byte more, so that it shows. */
export const MAX_VERDICT_BYTES = 65_536;

/**
 * Reads what `run_tests` left: its exit status and its whole standard output. Exactly one JSON line is
 * a verdict; code under test that prints a second one, or ends `run_tests` early, makes it none.
 */
export function parseVerdict(status: string, stdout: Buffer): TestRun {
  const noVerdict = (reason: string): TestRun => ({ kind: 'no-verdict', reason });
  if (status.trim() !== '0') return noVerdict(`run_tests ended with status ${status.trim()}`);
  if (stdout.length > MAX_VERDICT_BYTES) {
    return noVerdict(`run_tests printed more than ${MAX_VERDICT_BYTES} bytes`);
  }
  const lines = stdout.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const [line] = lines;
  if (line === undefined) return noVerdict('run_tests printed nothing');
  if (lines.length > 1) {
    return noVerdict(`run_tests printed ${lines.length} lines on standard output; it must be one`);
  }
  const parsed = parseJson(line, testCountsSchema);
  if (parsed.kind === 'invalid') return noVerdict(`the verdict line is off: ${parsed.reason}`);
  // JSON.parse keeps the last of two equal keys: four members have exactly four colons.
  if (line.split(':').length !== 5) return noVerdict('the verdict line names a key twice');
  return { kind: 'counted', counts: parsed.value };
}
