import type { TestRun } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import type { StoppedContainer } from '@refbench/sandbox';
import { z } from 'zod';
import { VERDICT } from '@refbench/workspace';
import { MAX_TEST_IDS_BYTES, parseTestIds, type TestOutcomes } from '@refbench/instances';
import { MAX_VERDICT_BYTES, parseVerdict } from './verdict-line.ts';

/**
 * - `separate`: another user counted the tests after all code under test had ended.
 * - `shared`: the recipe has only `run_tests`, so the program that prints the counts runs as the
 * same user and at the same time as the code under test.
 */
export type SuiteChannel = 'separate' | 'shared';

/** Schema of `/verdict/result.json`, in which run-suite.mjs records how the program ended. */
const suiteResultSchema = z.strictObject({
  channel: z.enum(['separate', 'shared']),
  program: z.enum(['test_command', 'count_tests', 'run_tests']),
  status: z.int().nullable(),
  signal: z.string().nullable(),
  /** Whether a process of the suite could not be killed. */
  unkillable: z.boolean(),
  /** Why the reports cannot be counted, if so. */
  problem: z.string().optional(),
});

type SuiteEnd = z.infer<typeof suiteResultSchema>;

const RESULT_BYTES = 4096;

/** Reads the files that run-suite.mjs wrote in a stopped container. */
export async function readSuiteResult(stopped: Pick<StoppedContainer, 'readFile'>): Promise<{
  readonly run: TestRun;
  readonly tests: TestOutcomes | undefined;
  readonly channel: SuiteChannel | undefined;
}> {
  const text = await stopped.readFile(`${VERDICT}/result.json`, RESULT_BYTES);
  const parsed = parseJson(text?.toString('utf8') ?? '', suiteResultSchema);
  if (parsed.kind === 'invalid') {
    const run: TestRun = { kind: 'no-verdict', reason: 'the grade script left no result' };
    return { run, tests: undefined, channel: undefined };
  }
  const end = parsed.value;
  const reason = reasonForNoVerdict(end);
  if (reason !== undefined) {
    return { run: { kind: 'no-verdict', reason }, tests: undefined, channel: end.channel };
  }
  const output = await stopped.readFile(`${VERDICT}/output`, MAX_VERDICT_BYTES + 1);
  const ids = await stopped.readFile(`${VERDICT}/ids`, MAX_TEST_IDS_BYTES + 1);
  return {
    run: parseVerdict(end.program, output ?? Buffer.alloc(0)),
    tests: ids === undefined ? undefined : parseTestIds(ids),
    channel: end.channel,
  };
}

/**
 * Returns why there is no verdict. Only a program that exits by itself with status 0 has one,
 * whatever it printed.
 */
function reasonForNoVerdict({
  program,
  status,
  signal,
  unkillable,
  problem,
}: SuiteEnd): string | undefined {
  if (signal !== null) return `${program} was ended by ${signal}`;
  if (unkillable) return `${program} left processes that could not be ended`;
  if (problem !== undefined) return `${program}: ${problem}`;
  return status === 0 ? undefined : `${program} ended with status ${status}`;
}
