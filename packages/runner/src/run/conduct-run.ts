import { readdir, rm, rmdir } from 'node:fs/promises';
import { exists } from '@refbench/base';
import { RefbenchError, TOOL_VERSION } from '@refbench/contracts';
import { notify, type ProgressListener, type Workspace } from '@refbench/workspace';
import { recordAbsent } from './absent-results.ts';
import { openRun, type OpenRun } from './open-run.ts';
import type { RunOptions, RunRequest } from './run-options.ts';
import { PhaseJournal } from './phase-journal.ts';
import { watchControl, type RunControl } from './run-control.ts';
import type { RunResult } from './run-result.ts';
import { requireUniqueNames } from './unique-names.ts';

/** A run, wherever its attempts are made. */
export interface ConductOptions
  extends RunRequest, Pick<RunOptions, 'expected' | 'drain' | 'stop' | 'listener'> {
  readonly workspace: Workspace;
  /** Told what refbench ctl asks for, one sentence each. */
  readonly say?: (message: string) => void;
}

/** The attempts of a run, ready to be made. */
export interface RunWork extends AsyncDisposable {
  execute(
    listener: ProgressListener,
  ): Promise<Pick<RunResult, 'scores' | 'incomplete' | 'unusable' | 'setAside'>>;
}

/**
 * Locks a run, keeps its plan and journal, and lets `open` make its attempts: in this process, or on
 * other hosts. A run that fails before its first attempt leaves no folder.
 */
export async function conductRun(
  options: ConductOptions,
  open: (run: OpenRun, control: RunControl) => Promise<RunWork>,
): Promise<RunResult> {
  requireModeSupport(options);
  requireUniqueNames(options.submissions);
  let emptyFolder: string | undefined;
  const { runsDir } = options.workspace;
  const hadRuns = await exists(runsDir);
  try {
    await using run = await openRun(options.workspace, options);
    try {
      return await conductOpenRun(options, run, open);
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

async function hasAttempts(folder: string, { entries }: ConductOptions): Promise<boolean> {
  const names = await readdir(folder);
  return entries.some(({ instance }) => names.includes(instance.id));
}

async function conductOpenRun(
  options: ConductOptions,
  run: OpenRun,
  open: (run: OpenRun, control: RunControl) => Promise<RunWork>,
): Promise<RunResult> {
  using watched = await watchControl(run.folder, options.say ?? (() => undefined));
  const control: RunControl = {
    ...watched,
    drain: AbortSignal.any([options.drain, watched.drain]),
    stop: AbortSignal.any([options.stop, watched.stop]),
  };
  await run.journal.append({
    kind: 'opened',
    tool: TOOL_VERSION,
    pid: process.pid,
    at: new Date().toISOString(),
  });
  await using work = await open(run, control);
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
  const outcome = await work.execute(phases.listener);
  await phases.flush();
  const interrupted = control.drain.aborted || control.stop.aborted;
  await run.journal.append(
    interrupted
      ? { kind: 'interrupted', at: new Date().toISOString() }
      : { kind: 'finished', incomplete: outcome.incomplete.length, at: new Date().toISOString() },
  );
  return { run: options.run, folder: run.folder, ...outcome, absent, interrupted };
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
