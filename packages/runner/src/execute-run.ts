import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import {
  errorsIn,
  RefbenchError,
  repeatFolder,
  type ControlsLevel,
  type Score,
} from '@refbench/contracts';
import type { CollectionLimits } from '@refbench/repos';
import type { Engine } from '@refbench/sandbox';
import type { ImageOptions } from '@refbench/env-builder';
import { ImageKeeper } from './disk/image-keeper.ts';
import { orderByLayers } from './disk/order-entries.ts';
import { executeAttempt, type AttemptOptions } from './execute-attempt.ts';
import type { Contestant } from './contestant.ts';
import { readTask, type CatalogEntry } from './instance-catalog.ts';
import { InstanceSession } from './instance-session.ts';
import { openModelSupply, type ModelOptions, type ModelSupply } from './model-supply.ts';
import { prepareRules } from './prepared-instance.ts';
import { openRun, type OpenRun, type RunRequest } from './open-run.ts';
import { notify, type ProgressListener } from './progress.ts';
import { repeatField } from './repeats.ts';
import { writeReport } from './report.ts';
import { recordAbsent } from './predictions/absent-results.ts';
import { refuseSameNames } from './same-names.ts';
import { sweepScratch } from './scratch-folder.ts';
import { TOOL_VERSION } from '@refbench/contracts';
import type { Workspace } from './workspace.ts';

export interface RunOptions extends RunRequest {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly build: ImageOptions;
  /**
   * Instances may still lack rules and task texts: patches that are there already are graded by their
   * tests. Never with agents: nobody pays a model for an instance that cannot be scored whole.
   */
  readonly unfinished?: boolean;
  /** Needed where an agent asks for a model. */
  readonly models?: ModelOptions;
  /** How much of the integrity checking to do. */
  readonly controls: ControlsLevel;
  /** Attempts at a time. */
  readonly parallel: number;
  /** What the images of the run may take of the disk; unbounded when left out. */
  readonly diskBytes?: number;
  /** Aborted: nothing new is started, what runs may end. */
  readonly drain: AbortSignal;
  /** Other limits than the usual ones. */
  readonly harvestLimits?: CollectionLimits;
  /** Aborted: containers are stopped. */
  readonly stop: AbortSignal;
  readonly listener: ProgressListener;
}

/** An attempt without a score, and the kind of error that kept it from one. */
export interface Incomplete {
  readonly instance: string;
  readonly agent: string;
  readonly kind: RefbenchError['kind'];
  readonly reason: string;
  readonly hint: string;
}

/** A pair of agent and instance that there is nothing to score of. */
export interface Absent {
  readonly instance: string;
  readonly agent: string;
  readonly reason: string;
}

export interface RunResult {
  readonly run: string;
  readonly folder: string;
  readonly reportFile: string;
  readonly scores: readonly Score[];
  readonly incomplete: readonly Incomplete[];
  readonly absent: readonly Absent[];
  /** Given patches that could not be read or applied; each has a score of 0. */
  readonly unusable: readonly Absent[];
  readonly interrupted: boolean;
}

/**
 * Runs every agent on every instance, or finishes what an earlier command of this run id began. A run
 * that throws before its first attempt leaves no folder.
 */
export async function executeRun(options: RunOptions): Promise<RunResult> {
  refuseModes(options);
  refuseSameNames(options.contestants);
  let emptyFolder: string | undefined;
  const { runsDir } = options.workspace;
  const hadRuns = (await stat(runsDir).catch(() => undefined)) !== undefined;
  try {
    await using run = await openRun(options.workspace, options);
    try {
      return await executeOpenRun(options, run);
    } catch (error) {
      const isEmpty = run.isNew && !(await hasAttempts(run.folder, options));
      if (isEmpty) emptyFolder = run.folder;
      throw error;
    }
  } finally {
    // After its lock is released.
    if (emptyFolder !== undefined) {
      await rm(emptyFolder, { recursive: true, force: true });
      // Another run may have begun in it.
      if (!hadRuns) await rmdir(runsDir).catch(() => undefined);
    }
  }
}

async function hasAttempts(folder: string, { entries }: RunOptions): Promise<boolean> {
  const names = await readdir(folder);
  return entries.some(({ instance }) => names.includes(instance.id));
}

async function executeOpenRun(options: RunOptions, run: OpenRun): Promise<RunResult> {
  await run.journal.append({
    kind: 'opened',
    tool: TOOL_VERSION,
    pid: process.pid,
    at: new Date().toISOString(),
  });
  await using supply = await openModelSupply({
    contestants: options.contestants,
    models: options.models,
    judge: options.models === undefined ? undefined : options.judge,
    stateDir: options.workspace.stateDir,
    ledgerFile: join(run.folder, 'ledger.jsonl'),
    signal: options.stop,
  });
  // One after the other: they share the network and the disk.
  for (const contestant of options.contestants) await contestant.install?.(options.stop);
  await options.engine.sweep({ run: options.run, dryRun: false });
  await sweepScratch(options.workspace.stateDir, false);
  notify(options.listener, {
    kind: 'planned',
    run: options.run,
    folder: run.folder,
    attempts: options.contestants.length * options.entries.length * (options.repeats ?? 1),
  });
  const absent = await recordAbsent(run.folder, options);
  for (const one of absent) notify(options.listener, { kind: 'absent', ...one });
  const outcome = await new RunExecution(options, run, supply).execute();
  const interrupted = options.drain.aborted || options.stop.aborted;
  await run.journal.append(
    interrupted
      ? { kind: 'interrupted', at: new Date().toISOString() }
      : { kind: 'finished', incomplete: outcome.incomplete.length, at: new Date().toISOString() },
  );
  const reportFile = await writeReport(run.folder, run.plan, outcome.scores, outcome.incomplete);
  return { run: options.run, folder: run.folder, reportFile, ...outcome, absent, interrupted };
}

/** The queue of one command, and what came of it. */
class RunExecution {
  private readonly options: RunOptions;
  private readonly run: OpenRun;
  private readonly supply: ModelSupply | undefined;
  private readonly scores: Score[] = [];
  private readonly incomplete: Incomplete[] = [];
  private readonly unusable: Absent[] = [];
  /** A full disk ends the run: whatever came next would be lost. */
  private fatal: unknown;

  constructor(options: RunOptions, run: OpenRun, supply: ModelSupply | undefined) {
    this.options = options;
    this.run = run;
    this.supply = supply;
  }

  async execute(): Promise<Pick<RunResult, 'scores' | 'incomplete' | 'unusable'>> {
    const queue = new PQueue({ concurrency: this.options.parallel });
    const { diskBytes } = this.options;
    const entries = this.entriesWithWork();
    if (diskBytes === undefined) {
      await Promise.all(entries.map((entry) => this.executeInstance(queue, entry)));
    } else await this.executeWithin(diskBytes, queue);
    if (this.fatal !== undefined) throw this.fatal;
    return { scores: this.scores, incomplete: this.incomplete, unusable: this.unusable };
  }

  /** Instances that share layers one after the other; the next image is made while one is used. */
  private async executeWithin(budgetBytes: number, queue: PQueue): Promise<void> {
    const { parallel, drain, stop, listener } = this.options;
    const entries = orderByLayers(this.entriesWithWork());
    const keeper = await ImageKeeper.open({
      ...this.options,
      entries,
      budgetBytes,
      signal: stop,
      onProgress: (instance, message) => notify(listener, { kind: 'preparing', instance, message }),
    });
    const sessions = new PQueue({ concurrency: parallel });
    for (const entry of entries) {
      await sessions.onSizeLessThan(1);
      if (drain.aborted || stop.aborted || this.fatal !== undefined) break;
      const lease = await this.leaseOf(keeper, entry);
      void sessions.add(async () => {
        await using _held = lease;
        await this.executeInstance(queue, entry);
      });
    }
    await sessions.onIdle();
  }

  /**
   * Rules that cannot be run and an image that cannot be built are each attempt's own failure, found
   * again there and named. Rules come first: they must not cost a build.
   */
  private async leaseOf(
    keeper: ImageKeeper,
    entry: CatalogEntry,
  ): Promise<AsyncDisposable | undefined> {
    try {
      await prepareRules({ ...this.options, entry, signal: this.options.stop });
      return await keeper.acquire(entry);
    } catch (error) {
      if (!RefbenchError.isInstance(error) || error.kind === 'disk') this.fatal ??= error;
      return undefined;
    }
  }

  /** Nothing is built, fetched or calibrated for an instance that nobody has anything to score on. */
  private entriesWithWork(): readonly CatalogEntry[] {
    return this.options.entries.filter((entry) => this.contestantsOn(entry).length > 0);
  }

  private contestantsOn({ instance }: CatalogEntry): readonly Contestant[] {
    return this.options.contestants.filter((one) => one.absentOn?.(instance.id) === undefined);
  }

  private async executeInstance(queue: PQueue, entry: CatalogEntry): Promise<void> {
    await using session = new InstanceSession(entry, this.options);
    await Promise.all(
      this.contestantsOn(entry).flatMap((contestant) =>
        Array.from({ length: this.options.repeats ?? 1 }, (_, index) =>
          queue.add(() => this.executeOne(session, contestant, index + 1)),
        ),
      ),
    );
  }

  private async executeOne(
    session: InstanceSession,
    contestant: Contestant,
    repeat: number,
  ): Promise<void> {
    const { options, run } = this;
    const agent = contestant.name;
    const instance = session.entry.instance.id;
    if (options.drain.aborted || options.stop.aborted || this.fatal !== undefined) return;
    try {
      const end = await executeAttempt({
        ground: await session.ground(),
        contestant,
        ...(await this.promptsOf(session.entry)),
        limits: options.limits,
        controls: options.controls,
        supply: this.supply,
        budgetUsd: options.models?.budgetUsd ?? 0,
        run: options.run,
        repeat,
        agentFolder: repeatFolder(join(run.folder, instance, agent), repeat),
        journal: run.journal,
        stop: options.stop,
        drain: options.drain,
        ...(options.harvestLimits === undefined ? {} : { harvestLimits: options.harvestLimits }),
        onPhase: (attempt, phase) =>
          notify(options.listener, {
            kind: 'phase',
            instance,
            agent,
            attempt,
            ...repeatField(repeat),
            phase,
          }),
        onActivity: (attempt, activity) =>
          notify(options.listener, {
            instance,
            agent,
            attempt,
            ...repeatField(repeat),
            ...activity,
          }),
      });
      if (end.kind === 'stopped') return;
      this.scores.push(end.score);
      notify(options.listener, { kind: 'scored', score: end.score, reused: end.reused });
      const unusable = contestant.givenPatch === undefined ? undefined : unusablePatch(end.score);
      if (unusable !== undefined) this.unusable.push(unusable);
      if (end.score.verdict === 'infra') {
        const reason = end.score.reasons['patch'] ?? 'the machine failed';
        this.fail({ instance, agent, kind: 'infra-incomplete', reason, hint: '' });
      }
    } catch (error) {
      if (options.stop.aborted) return;
      const errors = errorsIn(error).filter((one) => RefbenchError.isInstance(one));
      const [first] = errors;
      const expected = errors.length === errorsIn(error).length;
      if (!expected || first === undefined || errors.some(({ kind }) => kind === 'disk')) {
        this.fatal ??= error;
      } else {
        const { kind, hint } = first;
        const reason = errors.map(({ message }) => message).join('; then, cleaning up: ');
        this.fail({ instance, agent, kind, reason, hint });
      }
    }
  }

  /** What the first agent is told, and in the modes with plans what the later phases need. */
  private async promptsOf(
    entry: CatalogEntry,
  ): Promise<Pick<AttemptOptions, 'prompt' | 'planned'>> {
    const { mode, prompts, planning, judge, track } = this.options;
    const task = await readTask(entry, track).catch((error: unknown) => {
      if (this.options.unfinished === true) return '';
      throw error;
    });
    const prompt = prompts.first(mode, task);
    if (mode === 'direct') return { prompt };
    const description = await readTask(entry, 'instructed');
    return { prompt, planned: { kind: mode, prompts, planning, judge, description } };
  }

  private fail(incomplete: Incomplete): void {
    this.incomplete.push(incomplete);
    const { instance, agent, reason, hint } = incomplete;
    notify(this.options.listener, { kind: 'failed', instance, agent, reason, hint });
  }
}

/** A patch that could not be read or applied, and scores 0 for that; undefined for all others. */
export function unusablePatch({ instance, agent, verdict, reasons }: Score): Absent | undefined {
  const { patch: reason } = reasons;
  return verdict === 'model' && reason !== undefined ? { instance, agent, reason } : undefined;
}

/** Plan and multiplan need an agent that can write plans. */
export function refuseModes(options: Pick<RunOptions, 'contestants' | 'mode'>): void {
  const other = options.contestants.find(({ modes }) => !modes.includes(options.mode));
  if (other === undefined) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `agent "${other.name}" does not know the mode "${options.mode}"`,
    hint: `it knows: ${other.modes.join(', ')}`,
  });
}
