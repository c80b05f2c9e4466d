import type { Readable } from 'node:stream';
import { DEFAULT_LIMITS, RefbenchError, type Limits } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import type { ContainerEnd, Engine, ReadOnlyMount, StoppedContainer } from '@refbench/sandbox';
import type { BuildFolder } from './build-folder.ts';
import { timeText } from './time-text.ts';
import { describeEnd, tailOf } from './step-report.ts';

/** One container with the profile `build`. */
export interface BuildRun {
  /** What is built, for messages: `base image "node-20"`. */
  readonly thing: string;
  /** The owner of the container, used to clean up, e.g. an instance id or the name of a base image. */
  readonly owner: string;
  readonly image: string;
  /** A script in `container/` and its arguments. */
  readonly script: readonly [string, ...string[]];
  readonly folder: BuildFolder;
  readonly mounts?: readonly ReadOnlyMount[];
  /** Archives that are unpacked before the start. */
  readonly archives?: readonly { readonly directory: string; readonly open: () => Readable }[];
  /** Path of the complete log, which is also kept after a successful build. */
  readonly logPath: string;
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  /** Called with the time that a successful container took, as text. */
  readonly onTime?: ((text: string) => void) | undefined;
}

/** A container that is committed as a layer. */
export interface BuildStep extends BuildRun {
  readonly reference: string;
  /** Dockerfile lines for the image's configuration. */
  readonly changes: readonly string[];
}

const STEP_FILE = '/var/lib/refbench/step';
const UNCLEAN_FILE = '/var/lib/refbench/unclean';

/**
 * Runs a step and commits it. Returns the id of the image.
 * @throws RefbenchError kind `image` with the script, its result and its log
 */
export async function runBuildStep(engine: Engine, step: BuildStep): Promise<string> {
  return await runBuild(engine, step, (stopped) => stopped.commit(step.reference, step.changes));
}

/**
 * Runs a container and, if it succeeds, passes it to `use` before it is removed.
 * @throws RefbenchError kind `image` with the script, its result and its log
 */
export async function runBuild<T>(
  engine: Engine,
  step: BuildRun,
  use: (stopped: StoppedContainer) => Promise<T>,
): Promise<T> {
  step.signal?.throwIfAborted();
  const [script, ...args] = step.script;
  await using created = await engine.createContainer({
    profile: 'build',
    image: step.image,
    command: ['/bin/bash', `/refbench/steps/${script}`, ...args],
    // Must be empty, because the environment of a container becomes part of the committed image.
    env: {},
    workingDir: '/',
    limits: step.limits ?? DEFAULT_LIMITS.build,
    mounts: [{ source: step.folder.mounted, target: '/refbench' }, ...(step.mounts ?? [])],
    writable: [],
    hostServices: step.folder.services,
    labels: { run: 'env', instance: step.owner, attempt: '0', phase: script.replace('.sh', '') },
  });
  for (const { directory, open } of step.archives ?? []) {
    await created.putArchive(directory, open());
  }
  await using running = await created.start(step.signal ? { signal: step.signal } : {});
  await using stopped = await running.ended;
  const { detail } = await engine.buildIsolation();
  const head = Buffer.from(`network: ${detail}\n`);
  await writeFileAtomic(step.logPath, Buffer.concat([head, stopped.log.bytes]));
  if (stopped.end.kind === 'exited' && stopped.end.exitCode === 0) {
    step.onTime?.(timeText(stopped));
    return await use(stopped);
  }
  step.signal?.throwIfAborted();
  throw await failure(step, stopped.end, stopped);
}

async function failure(
  step: BuildRun,
  end: ContainerEnd,
  stopped: StoppedContainer,
): Promise<RefbenchError> {
  if (end.kind === 'infra-failed') {
    return new RefbenchError({
      kind: 'engine',
      message: `building ${step.thing}: ${end.detail}`,
      hint: 'check that the container engine is running, and run the same command again',
    });
  }
  const unclean = await textOf(stopped, UNCLEAN_FILE);
  if (unclean !== undefined) {
    return new RefbenchError({
      kind: 'image',
      message: `${step.thing}: setup_shell.sh changes the tree:\n${unclean.trimEnd()}`,
      hint: 'write only ignored files, files that environment.ignored in instance.yaml names, or files outside /testbed',
      cause: new UncleanTree(unclean.split('\n').slice(0, -1)),
    });
  }
  const name = (await textOf(stopped, STEP_FILE)) ?? step.script[0];
  return new RefbenchError({
    kind: 'image',
    message: `${step.thing}: ${name} ${describeEnd(end)}; its last lines:\n${tailOf(stopped.log.bytes)}`,
    hint: `read the complete log in ${step.logPath}, and correct ${name}`,
    cause: new StepLog(stopped.log.bytes.toString('utf8')),
  });
}

/** The complete log of a failed step, attached as the cause of an error. */
export class StepLog extends Error {
  readonly log: string;

  constructor(log: string) {
    super('the step failed');
    this.log = log;
  }
}

/** What a set-up changes in the tree, attached as the cause of an error. */
export class UncleanTree extends Error {
  /** Lines of `git status --porcelain`. Of very many, the first ones. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super('the set-up changes the tree');
    this.lines = lines;
  }
}

async function textOf(stopped: StoppedContainer, path: string): Promise<string | undefined> {
  // The text only improves the message. A failure to read it must not hide the original error.
  const bytes = await stopped.readFile(path, 20_000).catch(() => undefined);
  return bytes?.toString('utf8');
}
