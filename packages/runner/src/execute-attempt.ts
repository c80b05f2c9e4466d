import { join } from 'node:path';
import {
  RefbenchError,
  type AttemptRecord,
  type ControlsLevel,
  type JournalEvent,
  type Limits,
  type Score,
} from '@refbench/contracts';
import { sha256OfBytes, writeFileAtomic, type Journal } from '@refbench/files';
import type { CollectionLimits } from '@refbench/repos';
import { SECCOMP_DIGEST } from '@refbench/sandbox';
import { attemptNumbers, readAttempt, writeAttempt, type StoredAttempt } from './attempt-files.ts';
import { gradeAttempt } from './grade-attempt.ts';
import { attemptLabel, repeatField } from './repeats.ts';
import type { AgentActivity, Contestant, Harvest, TryOptions, TryResult } from './contestant.ts';
import type { PlannedMode } from './modes/planned-mode.ts';
import type { AttemptFolder } from './modes/phase-files.ts';
import { phaseReporter } from './modes/phase-reporter.ts';
import type { AttemptPhase } from './progress.ts';
import type { GradingGround } from './instance-session.ts';
import type { ModelSupply } from './model-supply.ts';
import { TOOL_VERSION } from '@refbench/contracts';

/** Tries of one contestant on one instance in one command while the machine is at fault. */
const INFRA_TRIES = 3;

export interface AttemptOptions {
  readonly ground: GradingGround;
  readonly contestant: Contestant;
  readonly prompt: string;
  /** Absent in the direct mode. */
  readonly planned?: Omit<PlannedMode, 'own' | 'earlier' | 'reporter'>;
  readonly limits: { readonly agent: Limits; readonly grade: Limits };
  readonly controls: ControlsLevel;
  readonly supply: ModelSupply | undefined;
  /** What one attempt may spend on its model. */
  readonly budgetUsd: number;
  readonly run: string;
  /** Which of the run's independent attempts this is, from 1. */
  readonly repeat: number;
  /** `<run>/<instance>/<agent>`, or the folder of the repeat in it. */
  readonly agentFolder: string;
  readonly journal: Journal<JournalEvent>;
  /** Aborted: the container is stopped, and what is not written yet is lost. */
  readonly stop: AbortSignal;
  /** Aborted: what runs is finished, but a harvest has only a short while left. */
  readonly drain: AbortSignal;
  /** Other limits than the usual ones. */
  readonly harvestLimits?: CollectionLimits;
  readonly onPhase: (attempt: number, phase: AttemptPhase) => void;
  readonly onActivity?: (attempt: number, activity: AgentActivity) => void;
}

export type AttemptEnd =
  | { readonly kind: 'scored'; readonly score: Score; readonly reused: boolean }
  | { readonly kind: 'stopped' };

/** Brings one contestant on one instance to a score; takes up whatever an earlier command had finished. */
export async function executeAttempt(options: AttemptOptions): Promise<AttemptEnd> {
  const numbers = await attemptNumbers(options.agentFolder);
  const last = numbers.at(-1);
  if (last !== undefined) {
    const stored = await readAttempt(join(options.agentFolder, String(last)));
    if (stored.kind === 'recorded' && (await isCurrent(options, stored))) {
      return await gradeRecorded(gradingOf(options), stored);
    }
  }
  const first = (last ?? 0) + 1;
  for (let attempt = first; ; attempt += 1) {
    const inferred = await inferAndRecord(options, attempt);
    if (inferred.kind === 'stopped') return inferred;
    if (isWorthRetrying(inferred.record) && attempt - first + 1 < INFRA_TRIES) continue;
    return await gradeRecorded(gradingOf(options), inferred);
  }
}

/** The machine or the provider may do better next time; a spent run budget stays spent. */
function isWorthRetrying({ outcome }: AttemptRecord): boolean {
  return outcome.kind === 'infra-failed' && outcome.cause !== 'run-budget';
}

/** A stored attempt stands, unless the machine had failed or another patch was given since. */
async function isCurrent(
  { contestant, ground }: AttemptOptions,
  stored: Extract<StoredAttempt, { readonly kind: 'recorded' }>,
): Promise<boolean> {
  if (stored.record.outcome.kind === 'infra-failed') return false;
  if (contestant.givenPatch === undefined) return true;
  const given = await contestant.givenPatch(ground.prepared);
  const { harvested } = stored.record;
  return given === undefined
    ? harvested.kind === 'none'
    : harvested.kind === 'patch' && harvested.digest === sha256OfBytes(given);
}

async function inferAndRecord(
  options: AttemptOptions,
  attempt: number,
): Promise<
  | { readonly kind: 'recorded'; readonly record: AttemptRecord; readonly patch: Buffer }
  | { readonly kind: 'stopped' }
> {
  const { ground, contestant, prompt, journal } = options;
  const { prepared } = ground;
  const folder = join(options.agentFolder, String(attempt));
  const key = {
    instance: prepared.instance.id,
    agent: contestant.name,
    attempt,
    ...repeatField(options.repeat),
  };
  await writeFileAtomic(join(folder, 'prompt.md'), prompt);
  const startedAt = new Date();
  await journal.append({ kind: 'attempt-started', ...key, at: startedAt.toISOString() });
  if (options.planned === undefined) options.onPhase(attempt, 'inferring');
  const result = await tryOrBlameEngine(options, attempt, folder);
  if (result.kind === 'stopped') return result;
  const { harvested, patch, partial } = recordHarvest(result.harvest);
  const record: AttemptRecord = {
    schema: 1,
    ...key,
    outcome: result.outcome,
    harvested,
    inputs: {
      image: prepared.environment.imageId,
      prompt: sha256OfBytes(prompt),
      agent: contestant.digest,
      ...(contestant.givenPatch === undefined ? { seccomp: SECCOMP_DIGEST } : {}),
      ...(contestant.model === undefined || options.supply === undefined
        ? {}
        : { prices: options.supply.prices }),
    },
    ...(contestant.givenPatch === undefined ? { limits: options.limits.agent } : {}),
    ...(result.usage === undefined ? {} : { usage: result.usage }),
    ...(result.warnings === undefined ? {} : { warnings: [...result.warnings] }),
    started_at: startedAt.toISOString(),
    duration_ms: result.durationMs,
    ...(result.phases === undefined ? {} : { phases: [...result.phases] }),
    tool: TOOL_VERSION,
  };
  await writeAttempt(folder, record, {
    patch,
    partial,
    log: result.log.bytes,
    trajectory: result.trajectory,
  });
  await journal.append({
    kind: 'attempt-ended',
    ...key,
    outcome: result.outcome,
    at: new Date().toISOString(),
  });
  return { kind: 'recorded', record, patch: patch ?? Buffer.alloc(0) };
}

/** An engine that refuses or is gone is the machine's fault, and the attempt says so. */
async function tryOrBlameEngine(
  options: AttemptOptions,
  attempt: number,
  folder: string,
): Promise<TryResult> {
  try {
    return await options.contestant.try({
      prepared: options.ground.prepared,
      prompt: options.prompt,
      limits: options.limits.agent,
      run: options.run,
      attempt: attemptLabel(options.repeat, attempt),
      repeat: options.repeat,
      folder,
      supply: options.supply,
      budgetUsd: options.budgetUsd,
      spentBeforeUsd: options.supply?.gateway.spentUsd(`${ledgerPrefix(options)}/`) ?? 0,
      signal: options.stop,
      drain: options.drain,
      ...(options.harvestLimits === undefined ? {} : { harvestLimits: options.harvestLimits }),
      onHarvest: () => options.onPhase(attempt, 'harvesting'),
      onActivity: (activity) => options.onActivity?.(attempt, activity),
      ...(await plannedMode(options, attempt)),
    });
  } catch (error) {
    if (!RefbenchError.isInstance(error) || error.kind !== 'engine') throw error;
    return {
      kind: 'ended',
      outcome: { kind: 'infra-failed', cause: 'engine-gone', detail: error.message },
      harvest: { kind: 'none', reason: error.message },
      log: { bytes: Buffer.alloc(0), droppedBytes: 0 },
      durationMs: 0,
    };
  }
}

/** What the names of all the attempts begin with in the ledger. */
function ledgerPrefix({ run, ground, contestant }: AttemptOptions): string {
  return [run, ground.prepared.instance.id, contestant.name].join('/');
}

/** The mode with plans, for one attempt; empty in the direct mode. */
async function plannedMode(
  options: AttemptOptions,
  attempt: number,
): Promise<Pick<TryOptions, 'planned'>> {
  const { planned, agentFolder, contestant, ground } = options;
  if (planned === undefined) return {};
  const folderOf = (number: number): AttemptFolder => ({
    attempt: number,
    folder: join(agentFolder, String(number)),
  });
  const numbers = await attemptNumbers(agentFolder);
  const reporter = phaseReporter({
    key: {
      instance: ground.prepared.instance.id,
      agent: contestant.name,
      attempt,
      ...repeatField(options.repeat),
    },
    journal: options.journal,
    onPhase: (phase) => options.onPhase(attempt, phase),
  });
  const earlier = numbers.filter((number) => number < attempt).map(folderOf);
  return { planned: { ...planned, own: folderOf(attempt), earlier, reporter } };
}

/** The record of a harvest, and the bytes for patch.diff or, where it was rejected, of what was read. */
function recordHarvest(harvest: Harvest): {
  readonly harvested: AttemptRecord['harvested'];
  readonly patch: Buffer | undefined;
  readonly partial?: Buffer;
} {
  switch (harvest.kind) {
    case 'none':
      return { harvested: harvest, patch: undefined };
    case 'rejected': {
      const { kind, stage, reason } = harvest;
      return {
        harvested: { kind, stage, reason },
        patch: undefined,
        ...(harvest.partial === undefined ? {} : { partial: harvest.partial }),
      };
    }
    case 'given': {
      const digest = sha256OfBytes(harvest.patch);
      return {
        harvested: {
          kind: 'patch',
          digest,
          changed_files: null,
          special_files: [],
          escaping_links: [],
        },
        patch: harvest.patch,
      };
    }
    case 'harvested':
      return {
        harvested: {
          kind: 'patch',
          digest: sha256OfBytes(harvest.patch),
          changed_files: harvest.changed,
          special_files: [...harvest.skippedSpecial],
          escaping_links: [...harvest.escapingLinks],
        },
        patch: harvest.patch,
      };
  }
}

/** What grading an attempt that is recorded needs; no agent is among it. */
export interface GradingOptions extends Pick<
  AttemptOptions,
  'ground' | 'controls' | 'run' | 'repeat' | 'agentFolder' | 'journal' | 'stop' | 'onPhase'
> {
  readonly agent: string;
  readonly limits: Limits;
}

function gradingOf(options: AttemptOptions): GradingOptions {
  return { ...options, agent: options.contestant.name, limits: options.limits.grade };
}

/** Brings a recorded attempt to a score. */
export async function gradeRecorded(
  options: GradingOptions,
  { record, patch }: { readonly record: AttemptRecord; readonly patch: Buffer },
): Promise<AttemptEnd> {
  const { agent, journal, ground } = options;
  const { attempt } = record;
  const result = await gradeAttempt({
    ...ground,
    folder: join(options.agentFolder, String(attempt)),
    agent,
    attempt,
    repeat: options.repeat,
    outcome: record.outcome,
    harvested: record.harvested,
    patch,
    usage: record.usage,
    warnings: record.warnings,
    attemptLimits: record.limits,
    phases: record.phases,
    limits: options.limits,
    controls: options.controls,
    run: options.run,
    signal: options.stop,
    onPhase: (phase) => options.onPhase(attempt, phase),
  });
  if (result.kind === 'stopped') return result;
  if (result.kind === 'unchanged') return { kind: 'scored', score: result.score, reused: true };
  await journal.append({
    kind: 'graded',
    instance: ground.prepared.instance.id,
    agent,
    attempt,
    ...repeatField(options.repeat),
    verdict: result.score.verdict,
    superseded: result.superseded,
    at: new Date().toISOString(),
  });
  return { kind: 'scored', score: result.score, reused: false };
}
