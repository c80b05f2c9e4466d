import type { InfraCause, Limits, PackageList, TestRun } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import { GRADE_PROGRAMS } from '@refbench/docker';
import { openReplayDoor, type ReplayDoor } from '@refbench/package-door';
import type { Tree } from '@refbench/repos';
import type { ContainerLog, StoppedContainer } from '@refbench/sandbox';
import {
  HARNESS,
  PATCH,
  SCRIPTS,
  TESTBED,
  WRITABLE,
  scratchFolder,
  withInfraRetries,
} from '@refbench/workspace';
import { z } from 'zod';
import { packageMounts } from '../container/package-mounts.ts';
import { writePatchFolder } from '../container/patch-folder.ts';
import type { PreparedEnvironment, TestOutcomes } from '@refbench/instances';
import { readSuiteResult, type SuiteChannel } from './suite-result.ts';

/**
 * Result of one run of the suite: a verdict, an infrastructure failure, or a stop by the caller.
 */
export type TestsResult =
  | {
      readonly kind: 'ran';
      readonly run: TestRun;
      /** Outcome of each test; undefined if the suite does not name its tests. */
      readonly tests: TestOutcomes | undefined;
      /** Undefined if the suite was ended before it could finish. */
      readonly channel: SuiteChannel | undefined;
      readonly log: ContainerLog;
      readonly durationMs: number;
      /** Undefined if the engine does not tell it. */
      readonly processorMs?: number | undefined;
      /** How the installation of packages ended. Absent if there were none. */
      readonly installation?: Installation | undefined;
      /** The file that an instrumented suite left. */
      readonly report?: Buffer | undefined;
    }
  | { readonly kind: 'infra'; readonly cause: InfraCause; readonly detail: string }
  | { readonly kind: 'stopped' };

/** A run of the suite that has a verdict. */
export type RanTests = Extract<TestsResult, { readonly kind: 'ran' }>;

export interface RunTestsOptions {
  readonly prepared: PreparedEnvironment;
  readonly patched: Tree;
  readonly limits: Limits;
  readonly run: string;
  readonly attempt: string;
  readonly signal: AbortSignal;
  /** Packages to install before the suite. */
  readonly packages?: Pick<PackageList, 'archives' | 'documents'> | undefined;
  /** Another image and other scripts, which also leave a report. Never for a patch that is graded. */
  readonly instrumented?: Instrumented;
}

/** The installation of packages before a suite. */
interface Installation {
  /** Null if it did not end. */
  readonly status: number | null;
  /** Paths that it asked for and that are not among the packages. */
  readonly missing: readonly string[];
}

/** A suite that also measures something. */
interface Instrumented {
  readonly image: string;
  /** Folder of the scripts on this host. */
  readonly scripts: string;
  /** Path of the report in the container. */
  readonly report: string;
}

const MAX_REPORT_BYTES = 256 * 2 ** 20;

/** What the installation of packages may take in addition to the suite. */
const INSTALLATION_MS = 15 * 60_000;

/** Exit code of grade.sh if the patched files cannot be written. */
const CANNOT_LAY_PATCH = 71;

/**
 * Runs the instance's suite on a tree, in a fresh container from the clean image, without network.
 * Infrastructure failures are retried.
 */
export const runTests: (options: RunTestsOptions) => Promise<TestsResult> = withInfraRetries(
  runTestsOnce,
  ({ kind }) => kind === 'infra',
);

async function runTestsOnce(options: RunTestsOptions): Promise<TestsResult> {
  const { prepared, limits, instrumented } = options;
  await using scratch = await scratchFolder(prepared.workspace.stateDir);
  const patchFolder = await scratch.sub('patch');
  await writePatchFolder(patchFolder, prepared.repository, prepared.baseTree, options.patched);
  const testLimitMs = prepared.instance.environment.test_timeout_seconds * 1000;
  const wallClockMs = Math.min(limits.wall_clock_ms, testLimitMs);
  await using door =
    options.packages === undefined
      ? undefined
      : await openReplayDoor(prepared.workspace.stateDir, options.packages);
  await using created = await prepared.engine.createContainer({
    profile: 'grade',
    image: instrumented?.image ?? prepared.environment.imageId,
    command: ['bash', `${HARNESS}/grade.sh`],
    env: {},
    workingDir: TESTBED,
    limits: {
      ...limits,
      wall_clock_ms: wallClockMs + (door === undefined ? 0 : INSTALLATION_MS),
    },
    mounts: [
      { source: GRADE_PROGRAMS, target: HARNESS },
      { source: instrumented?.scripts ?? prepared.environment.scripts, target: SCRIPTS },
      { source: patchFolder, target: PATCH },
      ...(door === undefined ? [] : packageMounts(door.socketDir)),
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
  const result = withInstallation(await readResult(stopped), await installationOf(stopped, door));
  if (instrumented === undefined || result.kind !== 'ran') return result;
  return { ...result, report: await stopped.readFile(instrumented.report, MAX_REPORT_BYTES) };
}

const installedSchema = z.strictObject({ status: z.int() });

async function installationOf(
  stopped: StoppedContainer,
  door: ReplayDoor | undefined,
): Promise<Installation | undefined> {
  if (door === undefined) return undefined;
  const text = await stopped.readFile('/packages-installed.json', 100);
  const parsed = parseJson(text?.toString('utf8') ?? '', installedSchema);
  const status = parsed.kind === 'valid' ? parsed.value.status : null;
  return { status, missing: door.missing() };
}

function withInstallation(
  result: TestsResult,
  installation: Installation | undefined,
): TestsResult {
  return result.kind === 'ran' && installation !== undefined ? { ...result, installation } : result;
}

async function readResult(stopped: StoppedContainer): Promise<TestsResult> {
  const noVerdict = (reason: string): TestsResult => ({
    kind: 'ran',
    run: { kind: 'no-verdict', reason },
    tests: undefined,
    channel: undefined,
    log: stopped.log,
    durationMs: stopped.durationMs,
    processorMs: stopped.processorMs,
  });
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
      const { log, durationMs, processorMs } = stopped;
      return { kind: 'ran', ...(await readSuiteResult(stopped)), log, durationMs, processorMs };
    }
    case 'timed-out':
      return noVerdict(
        `the suite was still running after ${end.limitMs / 1000} s; a slow or busy machine needs more time, which --slow gives`,
      );
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
