import { join } from 'node:path';
import { RefbenchError, repeatFolder, type Score } from '@refbench/contracts';
import type { ImageOptions } from '@refbench/env-builder';
import type { Engine } from '@refbench/sandbox';
import {
  attemptNumbers,
  notify,
  readAttempt,
  repeatField,
  type ProgressListener,
  type Workspace,
} from '@refbench/workspace';
import { InstanceSession, gradeRecorded } from '@refbench/grading';
import { unusablePatch, type Absent, type Incomplete, type RunResult } from './run-result.ts';
import { selectInstances } from '@refbench/instances';
import { reopenRun, type OpenRun } from './open-run.ts';
import { readAbsence } from './absent-results.ts';
import { GIVEN_PATCHES } from '../predictions/prediction-submission.ts';

export interface VerifyOptions {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly build: ImageOptions;
  readonly run: string;
  /** When aborted, no new attempt starts. */
  readonly drain: AbortSignal;
  /** When aborted, containers are stopped. */
  readonly stop: AbortSignal;
  readonly listener: ProgressListener;
}

/**
 * Runs the integrity checks that a run skipped, and updates its scores. No agent runs again: the
 * last attempt of each agent is graded with `--controls full`.
 */
export async function verifyRun(options: VerifyOptions): Promise<RunResult> {
  const { workspace, drain, stop, listener } = options;
  await using run = await reopenRun(workspace, options.run);
  const { plan, folder } = run;
  const entries = await selectInstances(workspace, plan.instances);
  const absent = await absentOf(run);
  for (const one of absent) notify(listener, { kind: 'absent', ...one });
  const repeats = Array.from({ length: plan.repeats ?? 1 }, (_, index) => index + 1);
  const attempts = plan.agents.length * entries.length * repeats.length;
  const tasks = plan.agents.flatMap((agent) => repeats.map((repeat) => ({ ...agent, repeat })));
  notify(listener, { kind: 'planned', run: plan.run, folder, attempts });
  const scores: Score[] = [];
  const incomplete: Incomplete[] = [];
  const unusable: Absent[] = [];
  for (const entry of entries) {
    await using session = new InstanceSession(entry, {
      ...options,
      limits: plan.limits,
      unfinished: true,
    });
    for (const { name, version, repeat } of tasks) {
      if (drain.aborted || stop.aborted) break;
      if (absent.some((one) => one.agent === name && one.instance === entry.instance.id)) continue;
      const end = await verifyOne(options, run, session, name, repeat);
      if ('score' in end) {
        scores.push(end.score);
        const patch = version === GIVEN_PATCHES ? unusablePatch(end.score) : undefined;
        if (patch !== undefined) unusable.push(patch);
      } else if (end.hole !== undefined) incomplete.push(end.hole);
    }
  }
  const interrupted = drain.aborted || stop.aborted;
  return { run: plan.run, folder, scores, incomplete, absent, unusable, interrupted };
}

/** Returns the results that the run recorded as absent. */
async function absentOf({ plan, folder }: OpenRun): Promise<readonly Absent[]> {
  const pairs = plan.instances.flatMap((instance) =>
    plan.agents.map(({ name: agent }) => ({ instance, agent })),
  );
  const found = await Promise.all(
    pairs.map(async (pair) => {
      const reason = await readAbsence(join(folder, pair.instance, pair.agent));
      return reason === undefined ? [] : [{ ...pair, reason }];
    }),
  );
  return found.flat();
}

/** Grades one attempt. Returns its score, why it has none, or neither if the caller stopped. */
async function verifyOne(
  { stop, listener, run: runId }: VerifyOptions,
  run: OpenRun,
  session: InstanceSession,
  agent: string,
  repeat: number,
): Promise<{ readonly score: Score } | { readonly hole: Incomplete | undefined }> {
  const instance = session.entry.instance.id;
  const hole = (
    kind: Incomplete['kind'],
    reason: string,
    hint = '',
  ): { readonly hole: Incomplete } => {
    notify(listener, { kind: 'failed', instance, agent, reason, hint });
    return { hole: { instance, agent, kind, reason, hint } };
  };
  const agentFolder = repeatFolder(join(run.folder, instance, agent), repeat);
  const last = (await attemptNumbers(agentFolder)).at(-1);
  const stored =
    last === undefined ? undefined : await readAttempt(join(agentFolder, String(last)));
  if (stored?.kind !== 'recorded') {
    const hint = `finish the run first, with --run-id ${runId}`;
    return hole('infra-incomplete', 'there is no finished attempt', hint);
  }
  try {
    const end = await gradeRecorded(
      {
        context: await session.context(),
        agent,
        controls: 'full',
        limits: run.plan.limits.grade,
        run: runId,
        repeat,
        agentFolder,
        journal: run.journal,
        stop,
        onPhase: (attempt, phase) =>
          notify(listener, {
            kind: 'phase',
            instance,
            agent,
            attempt,
            ...repeatField(repeat),
            phase,
          }),
      },
      stored,
    );
    if (end.kind === 'stopped') return { hole: undefined };
    notify(listener, { kind: 'scored', score: end.score, reused: end.reused });
    return { score: end.score };
  } catch (error) {
    if (stop.aborted) return { hole: undefined };
    if (!RefbenchError.isInstance(error) || error.kind === 'disk') throw error;
    return hole(error.kind, error.message, error.hint);
  }
}
