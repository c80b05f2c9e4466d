import { join } from 'node:path';
import { errorsIn, RefbenchError, repeatFolder, type Score } from '@refbench/contracts';
import { withLogContext } from '@refbench/base';
import PQueue from 'p-queue';
import type { AttemptOptions } from '../attempt/attempt-options.ts';
import { executeAttempt } from '../attempt/execute-attempt.ts';
import type { ModelService } from '../submission/model-service.ts';
import { entriesWithWork, submissionsOn } from '../submission/with-work.ts';
import type { Submission } from '../submission/submission.ts';
import { ImagePool } from '../disk/image-pool.ts';
import { orderByLayers } from '../disk/order-entries.ts';
import { gradeRecorded, InstanceSession, type GradingContext } from '@refbench/grading';
import { prepareRules, readTask, type CatalogEntry } from '@refbench/instances';
import { packagesFor, type OpenRun } from './open-run.ts';
import { notify, readAttempt, repeatField, type AttemptPhase } from '@refbench/workspace';
import type { RunCell, RunCells, RunOptions } from './run-options.ts';
import { unusablePatch, type Absent, type Incomplete, type RunResult } from './run-result.ts';

/** The attempts of one command, and their results. */
export class RunQueue {
  private readonly options: RunOptions;
  private readonly run: OpenRun;
  private readonly modelService: ModelService | undefined;
  private readonly scores: Score[] = [];
  private readonly incomplete: Incomplete[] = [];
  private readonly unusable: Absent[] = [];
  /** Attempts that are not tried again in another round. */
  private readonly ended = new Set<string>();
  /** The first fatal error. A full disk ends the run, because later results would be lost. */
  private fatal: unknown;

  constructor(options: RunOptions, run: OpenRun, modelService: ModelService | undefined) {
    this.options = options;
    this.run = run;
    this.modelService = modelService;
  }

  async execute(): Promise<Pick<RunResult, 'scores' | 'incomplete' | 'unusable'>> {
    const { cells } = this.options;
    if (cells === undefined) {
      do await this.executeAll();
      while (this.shouldRetry());
    } else await this.executeCells(cells);
    return { scores: this.scores, incomplete: this.incomplete, unusable: this.unusable };
  }

  private async executeAll(): Promise<void> {
    const queue = new PQueue({ concurrency: this.options.parallel });
    const { diskBytes } = this.options;
    const entries = this.entriesWithWork();
    if (diskBytes === undefined) {
      await Promise.all(entries.map((entry) => this.executeInstance(queue, entry)));
    } else await this.executeWithin(diskBytes, queue);
    if (this.fatal !== undefined) throw this.fatal;
  }

  /** Makes attempts as they come. An instance stays prepared until one of another comes. */
  private async executeCells({ source, ended }: RunCells): Promise<void> {
    let session: InstanceSession | undefined;
    try {
      for await (const cell of source) {
        const entry = this.options.entries.find(({ instance }) => instance.id === cell.instance);
        const submission = this.options.submissions.find(({ name }) => name === cell.agent);
        if (entry === undefined || submission === undefined) throw notPlanned(cell);
        if (session?.entry !== entry) {
          await session?.[Symbol.asyncDispose]();
          session = this.openSession(entry);
        }
        const failures = this.incomplete.length;
        // The same attempt may come again after a failure.
        this.ended.clear();
        await this.executeOne(session, submission, cell.repeat);
        if (this.fatal !== undefined) throw this.fatal;
        if (this.options.stop.aborted) return;
        await this.settle(session);
        ended(this.incomplete[failures]);
      }
    } finally {
      await session?.[Symbol.asyncDispose]();
    }
  }

  private openSession(entry: CatalogEntry): InstanceSession {
    const { options } = this;
    return new InstanceSession(entry, { ...options, expected: options.expected?.instance });
  }

  /** Whether another try was asked for of what the infrastructure has failed. */
  private shouldRetry(): boolean {
    const { control, drain, stop } = this.options;
    if (control?.takeRetry() !== true || drain.aborted || stop.aborted) return false;
    const kept = this.incomplete.filter(({ kind }) => kind !== 'infra-incomplete');
    if (kept.length === this.incomplete.length) return false;
    this.incomplete.splice(0, this.incomplete.length, ...kept);
    const scored = this.scores.filter(({ verdict }) => verdict !== 'infra');
    this.scores.splice(0, this.scores.length, ...scored);
    return true;
  }

  /**
   * Runs instances that share layers one after the other. The next image is built while one is in
   * use.
   */
  private async executeWithin(budgetBytes: number, queue: PQueue): Promise<void> {
    const { parallel, drain, stop, listener } = this.options;
    const entries = orderByLayers(this.entriesWithWork());
    const pool = await ImagePool.open({
      ...this.options,
      entries: entries.filter(({ instance }) => instance.no_tests === undefined),
      budgetBytes,
      signal: stop,
      onProgress: (instance, message) => notify(listener, { kind: 'preparing', instance, message }),
    });
    const sessions = new PQueue({ concurrency: parallel });
    for (const entry of entries) {
      await sessions.onSizeLessThan(1);
      if (drain.aborted || stop.aborted || this.fatal !== undefined) break;
      const lease = await this.leaseOf(pool, entry);
      void sessions.add(async () => {
        await using _held = lease;
        await this.executeInstance(queue, entry);
      });
    }
    await sessions.onIdle();
  }

  /**
   * Reserves the image of an instance. If its rules or image fail, every attempt reports that error
   * again. Rules come first, because a broken rule must not cost a build.
   */
  private async leaseOf(
    pool: ImagePool,
    entry: CatalogEntry,
  ): Promise<AsyncDisposable | undefined> {
    try {
      await prepareRules({ ...this.options, entry, signal: this.options.stop });
      // Without tests, there is no image to reserve.
      if (entry.instance.no_tests !== undefined) return undefined;
      return await pool.acquire(entry);
    } catch (error) {
      if (!RefbenchError.isInstance(error) || error.kind === 'disk') this.fatal ??= error;
      return undefined;
    }
  }

  private entriesWithWork(): readonly CatalogEntry[] {
    return entriesWithWork(this.options.entries, this.options.submissions);
  }

  private submissionsOn(entry: CatalogEntry): readonly Submission[] {
    return submissionsOn(entry, this.options.submissions);
  }

  private async executeInstance(queue: PQueue, entry: CatalogEntry): Promise<void> {
    const { options } = this;
    await using session = this.openSession(entry);
    await Promise.all(
      this.submissionsOn(entry).flatMap((submission) =>
        Array.from({ length: options.repeats ?? 1 }, (_, index) =>
          queue.add(() =>
            withLogContext({ instance: entry.instance.id, agent: submission.name }, () =>
              this.executeOne(session, submission, index + 1),
            ),
          ),
        ),
      ),
    );
    await this.settle(session);
  }

  /**
   * Waits for the complete baseline of this host if attempts were scored before it, and grades them again.
   */
  private async settle(session: InstanceSession): Promise<void> {
    const { options } = this;
    const instance = session.entry.instance.id;
    const settled = await session.settle(AbortSignal.any([options.drain, options.stop]));
    if (settled.kind === 'unchanged') return;
    if (settled.kind === 'incomplete') {
      const message = `the baseline of this host is not complete: ${settled.reason}; the scores keep the provisional one`;
      notify(options.listener, { kind: 'preparing', instance, message });
      return;
    }
    const { context, differences } = settled;
    let regraded = 0;
    for (const [index, score] of this.scores.entries()) {
      if (score.instance !== instance || score.provisional === undefined) continue;
      const graded = await this.gradeAgain(score, context);
      if (graded === undefined) continue;
      this.scores[index] = graded;
      regraded += 1;
      notify(options.listener, { kind: 'scored', score: graded, reused: false });
    }
    notify(options.listener, { kind: 'calibrated', instance, differences, regraded });
  }

  /** Returns the score with the complete baseline; undefined if it could not be computed. */
  private async gradeAgain(score: Score, context: GradingContext): Promise<Score | undefined> {
    const { options, run } = this;
    const { instance, agent, repeat = 1 } = score;
    const agentFolder = repeatFolder(join(run.folder, instance, agent), repeat);
    try {
      const stored = await readAttempt(join(agentFolder, String(score.attempt)));
      if (stored.kind !== 'recorded') return undefined;
      const end = await gradeRecorded(
        {
          context,
          controls: options.controls,
          run: options.run,
          repeat,
          agentFolder,
          journal: run.journal,
          stop: options.stop,
          onPhase: (attempt, phase) => this.enterPhase({ instance, agent, attempt, repeat }, phase),
          agent,
          limits: options.limits.grade,
        },
        stored,
      );
      return end.kind === 'scored' ? end.score : undefined;
    } catch (error) {
      if (options.stop.aborted) return undefined;
      if (!RefbenchError.isInstance(error) || error.kind === 'disk') throw error;
      const message = `${agent} could not be graded again: ${error.message}`;
      notify(options.listener, { kind: 'preparing', instance, message });
      return undefined;
    }
  }

  private enterPhase(
    { instance, agent, attempt, repeat }: Pick<Score, 'instance' | 'agent' | 'attempt' | 'repeat'>,
    phase: AttemptPhase,
  ): void {
    const { listener, expected } = this.options;
    notify(listener, {
      kind: 'phase',
      instance,
      agent,
      attempt,
      ...repeatField(repeat ?? 1),
      phase,
      expected_ms: expected?.attempt(instance, agent, phase) ?? null,
    });
  }

  private async executeOne(
    session: InstanceSession,
    submission: Submission,
    repeat: number,
  ): Promise<void> {
    const { options, run } = this;
    const agent = submission.name;
    const instance = session.entry.instance.id;
    await options.control?.untilResumed();
    if (options.drain.aborted || options.stop.aborted || this.fatal !== undefined) return;
    const key = `${instance} ${agent} ${repeat}`;
    // In another round, only what the infrastructure has failed is tried again.
    if (this.ended.has(key)) return;
    this.ended.add(key);
    try {
      const end = await executeAttempt({
        context: await session.context(),
        submission,
        ...(await this.promptsOf(session.entry)),
        limits: options.limits,
        controls: options.controls,
        packages: packagesFor(session.entry.instance, options.packages),
        modelService: this.modelService,
        budgetUsd: options.models?.budgetUsd ?? 0,
        run: options.run,
        repeat,
        agentFolder: repeatFolder(join(run.folder, instance, agent), repeat),
        journal: run.journal,
        stop: options.stop,
        drain: options.drain,
        ...(options.collectionLimits === undefined
          ? {}
          : { collectionLimits: options.collectionLimits }),
        latest: () => session.context(),
        onPhase: (attempt, phase) => this.enterPhase({ instance, agent, attempt, repeat }, phase),
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
      const unusable = submission.givenPatch === undefined ? undefined : unusablePatch(end.score);
      if (unusable !== undefined) this.unusable.push(unusable);
      if (end.score.verdict === 'infra') {
        const reason = end.score.reasons['patch'] ?? 'the machine failed';
        this.fail({ instance, agent, kind: 'infra-incomplete', reason, hint: '' });
        this.ended.delete(key);
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
        if (kind === 'infra-incomplete') this.ended.delete(key);
      }
    }
  }

  /** Returns the first prompt, and in the modes with plans what later phases need. */
  private async promptsOf(
    entry: CatalogEntry,
  ): Promise<Pick<AttemptOptions, 'prompt' | 'planned'>> {
    const { mode, planning, judge, track } = this.options;
    const gets = packagesFor(entry.instance, this.options.packages);
    const prompts = gets === 'dated' ? this.options.prompts.withPackages() : this.options.prompts;
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

function notPlanned({ instance, agent }: RunCell): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `${agent} on ${instance} is not an attempt of this run`,
    hint: 'use the same options as the command that conducts the run',
  });
}
