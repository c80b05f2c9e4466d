import { join } from 'node:path';
import type { InfraCause, Limits, TestRun } from '@refbench/contracts';
import type { Tree } from '@refbench/repos';
import type { ContainerLog, StoppedContainer } from '@refbench/sandbox';
import {
  HARNESS,
  HARNESS_FOLDER,
  PATCH,
  SCRIPTS,
  TESTBED,
  VERDICT,
  WRITABLE,
} from './container-paths.ts';
import { writePatchFolder } from './patch-folder.ts';
import type { PreparedEnvironment } from './prepared-instance.ts';
import { scratchFolder } from './scratch-folder.ts';
import { MAX_TEST_IDS_BYTES, parseTestIds, type TestOutcomes } from './test-ids.ts';
import { MAX_VERDICT_BYTES, parseVerdict } from './verdict-line.ts';

/** One run of the suite: a result, a fault of the machine, or the caller's stop. */
export type TestsResult =
  | {
      readonly kind: 'ran';
      readonly run: TestRun;
      /** What the suite said of each test; undefined where it names none, or was not asked. */
      readonly tests: TestOutcomes | undefined;
      readonly log: ContainerLog;
      readonly durationMs: number;
    }
  | { readonly kind: 'infra'; readonly cause: InfraCause; readonly detail: string }
  | { readonly kind: 'stopped' };

export interface RunTestsOptions {
  readonly prepared: PreparedEnvironment;
  readonly patched: Tree;
  readonly limits: Limits;
  readonly run: string;
  readonly attempt: string;
  /** Also reads the tests' names, for calibration: the suite can write what it likes there. */
  readonly withTests?: boolean;
  readonly signal: AbortSignal;
}

/** How grade.sh ends where the patched files themselves cannot be written. */
const CANNOT_LAY_PATCH = 71;

/** Runs the instance's suite on a tree, in a fresh container from the clean image, without network. */
export async function runTests(options: RunTestsOptions): Promise<TestsResult> {
  const { prepared, limits } = options;
  await using scratch = await scratchFolder(prepared.workspace.stateDir);
  const patchFolder = await scratch.sub('patch');
  await writePatchFolder(patchFolder, prepared.repository, prepared.baseTree, options.patched);
  const testLimitMs = prepared.instance.environment.test_timeout_seconds * 1000;
  const wallClockMs = Math.min(limits.wall_clock_ms, testLimitMs);
  await using created = await prepared.engine.createContainer({
    profile: 'grade',
    image: prepared.environment.imageId,
    command: ['bash', `${HARNESS}/grade.sh`],
    env: {},
    workingDir: TESTBED,
    limits: { ...limits, wall_clock_ms: wallClockMs },
    mounts: [
      { source: HARNESS_FOLDER, target: HARNESS },
      { source: join(prepared.dir, 'environment'), target: SCRIPTS },
      { source: patchFolder, target: PATCH },
    ],
    writable: WRITABLE,
    labels: {
      run: options.run,
      instance: prepared.instance.id,
      attempt: options.attempt,
      phase: 'grade',
    },
  });
  await using running = await created.start({ signal: options.signal });
  await using stopped = await running.ended;
  return await readResult(stopped, wallClockMs, options.withTests === true);
}

async function readResult(
  stopped: StoppedContainer,
  wallClockMs: number,
  withTests: boolean,
): Promise<TestsResult> {
  const ran = (run: TestRun, tests?: TestOutcomes): TestsResult => ({
    kind: 'ran',
    run,
    tests,
    log: stopped.log,
    durationMs: stopped.durationMs,
  });
  const noVerdict = (reason: string): TestsResult => ran({ kind: 'no-verdict', reason });
  const { end } = stopped;
  switch (end.kind) {
    case 'exited': {
      if (end.exitCode === CANNOT_LAY_PATCH) {
        return noVerdict(`the patch cannot be laid over the tree: ${lastLine(stopped.log)}`);
      }
      if (end.exitCode !== 0) {
        return {
          kind: 'infra',
          cause: 'verdict',
          detail: `the grade script ended with status ${end.exitCode}: ${lastLine(stopped.log)}`,
        };
      }
      const status = await stopped.readFile(`${VERDICT}/status`, 16);
      const output = await stopped.readFile(`${VERDICT}/output`, MAX_VERDICT_BYTES + 1);
      const ids = withTests
        ? await stopped.readFile(`${VERDICT}/ids`, MAX_TEST_IDS_BYTES + 1)
        : undefined;
      const run = parseVerdict(status?.toString('utf8') ?? 'unknown', output ?? Buffer.alloc(0));
      return ran(run, ids === undefined ? undefined : parseTestIds(ids));
    }
    case 'timed-out':
      return noVerdict(`the suite was still running after ${wallClockMs / 1000} s`);
    case 'out-of-memory':
      return noVerdict(`the suite needed more than ${end.limitBytes} bytes of memory`);
    case 'storage-exceeded':
      return noVerdict(`the suite wrote more than ${end.limitBytes} bytes`);
    case 'stopped':
      return { kind: 'stopped' };
    case 'infra-failed':
      return { kind: 'infra', cause: end.cause, detail: end.detail };
  }
}

function lastLine(log: ContainerLog): string {
  return log.bytes.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
}
