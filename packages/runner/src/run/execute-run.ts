import { join } from 'node:path';
import { needsContainer } from '../attempt/agent-submission.ts';
import { openModelService } from '../submission/model-service.ts';
import { sweepScratch } from '@refbench/workspace';
import { conductRun, type RunWork } from './conduct-run.ts';
import type { OpenRun } from './open-run.ts';
import type { RunOptions } from './run-options.ts';
import { RunQueue } from './run-queue.ts';
import type { RunResult } from './run-result.ts';

/**
 * Runs every submission on every instance, or resumes an earlier run with the same id. A run that
 * fails before its first attempt leaves no folder.
 */
export async function executeRun(options: RunOptions): Promise<RunResult> {
  requireContainers(options);
  return await conductRun(options, (run, control) =>
    openLocalWork({ ...options, ...control, control }, run),
  );
}

/** Prepares the attempts of this process. */
async function openLocalWork(options: RunOptions, run: OpenRun): Promise<RunWork> {
  const modelService = await openModelService({
    submissions: options.submissions,
    models: options.models,
    judge: options.models === undefined ? undefined : options.judge,
    engine: options.engine,
    stateDir: options.workspace.stateDir,
    ledgerFile: join(run.folder, 'ledger.jsonl'),
    signal: options.stop,
  });
  const dispose = async (): Promise<void> => modelService?.[Symbol.asyncDispose]();
  try {
    // Sequential: installations share the network and the disk.
    for (const submission of options.submissions) await submission.install?.(options.stop);
    await options.engine.sweep({ run: options.run, dryRun: false });
    await sweepScratch(options.workspace.stateDir, false);
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    execute: (listener) => new RunQueue({ ...options, listener }, run, modelService).execute(),
    [Symbol.asyncDispose]: dispose,
  };
}

/** Rejects agents that need a container on instances without an image. */
export function requireContainers(options: Pick<RunOptions, 'submissions' | 'entries'>): void {
  const entry = options.entries.find(({ instance }) => instance.no_tests !== undefined);
  const agent = options.submissions.find((one) => one.needsNoContainer !== true);
  if (entry === undefined || agent === undefined) return;
  throw needsContainer(agent.name, entry.instance.id);
}
