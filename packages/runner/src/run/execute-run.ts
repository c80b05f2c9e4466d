import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '@refbench/base';
import { RefbenchError, TOOL_VERSION } from '@refbench/contracts';
import { needsContainer } from '../attempt/agent-submission.ts';
import { openModelService } from '../submission/model-service.ts';
import { notify, sweepScratch } from '@refbench/workspace';
import { recordAbsent } from './absent-results.ts';
import { openRun, type OpenRun } from './open-run.ts';
import type { RunOptions } from './run-options.ts';
import { PhaseJournal } from './phase-journal.ts';
import { RunQueue } from './run-queue.ts';
import type { RunResult } from './run-result.ts';
import { requireUniqueNames } from './unique-names.ts';

/**
 * Runs every submission on every instance, or resumes an earlier run with the same id. A run that
 * fails before its first attempt leaves no folder.
 */
export async function executeRun(options: RunOptions): Promise<RunResult> {
  requireModeSupport(options);
  requireContainers(options);
  requireUniqueNames(options.submissions);
  let emptyFolder: string | undefined;
  const { runsDir } = options.workspace;
  const hadRuns = await exists(runsDir);
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
    // The lock is released by now.
    if (emptyFolder !== undefined) {
      await rm(emptyFolder, { recursive: true, force: true });
      // Another run may have started in the folder.
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
  await using modelService = await openModelService({
    submissions: options.submissions,
    models: options.models,
    judge: options.models === undefined ? undefined : options.judge,
    engine: options.engine,
    stateDir: options.workspace.stateDir,
    ledgerFile: join(run.folder, 'ledger.jsonl'),
    signal: options.stop,
  });
  // Sequential: installations share the network and the disk.
  for (const submission of options.submissions) await submission.install?.(options.stop);
  await options.engine.sweep({ run: options.run, dryRun: false });
  await sweepScratch(options.workspace.stateDir, false);
  notify(options.listener, {
    kind: 'planned',
    run: options.run,
    folder: run.folder,
    attempts: options.submissions.length * options.entries.length * (options.repeats ?? 1),
    expected_ms: options.expected?.totalMs ?? null,
  });
  const absent = await recordAbsent(run.folder, options);
  for (const one of absent) notify(options.listener, { kind: 'absent', ...one });
  const phases = new PhaseJournal(run.journal, options.listener);
  const observed = { ...options, listener: phases.listener };
  const outcome = await new RunQueue(observed, run, modelService).execute();
  await phases.flush();
  const interrupted = options.drain.aborted || options.stop.aborted;
  await run.journal.append(
    interrupted
      ? { kind: 'interrupted', at: new Date().toISOString() }
      : { kind: 'finished', incomplete: outcome.incomplete.length, at: new Date().toISOString() },
  );
  return { run: options.run, folder: run.folder, ...outcome, absent, interrupted };
}

/** Rejects agents that need a container on instances without an image. */
export function requireContainers(options: Pick<RunOptions, 'submissions' | 'entries'>): void {
  const entry = options.entries.find(({ instance }) => instance.no_tests !== undefined);
  const agent = options.submissions.find((one) => one.needsNoContainer !== true);
  if (entry === undefined || agent === undefined) return;
  throw needsContainer(agent.name, entry.instance.id);
}

/** Rejects agents that do not support the mode of the run. */
export function requireModeSupport(options: Pick<RunOptions, 'submissions' | 'mode'>): void {
  const other = options.submissions.find(({ modes }) => !modes.includes(options.mode));
  if (other === undefined) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `agent "${other.name}" does not support the mode "${options.mode}"`,
    hint: `supported modes: ${other.modes.join(', ')}`,
  });
}
