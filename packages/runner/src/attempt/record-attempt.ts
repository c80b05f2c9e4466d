import { join } from 'node:path';
import {
  RefbenchError,
  TOOL_VERSION,
  type AttemptRecord,
  type PackageList,
} from '@refbench/contracts';
import { archivesDigest } from '@refbench/package-door';
import { digestOf, sha256OfBytes, sum, withLogContext, writeFileAtomic } from '@refbench/base';
import { SECCOMP_DIGEST } from '@refbench/sandbox';
import {
  attemptLabel,
  attemptNumbers,
  repeatField,
  withInfraRetries,
  writeAttempt,
  type AttemptFolder,
} from '@refbench/workspace';
import { spentBefore } from '../submission/spent-before.ts';
import { phaseReporter } from '../modes/phase-reporter.ts';
import type { AttemptOptions } from './attempt-options.ts';
import type { AttemptPatch, TryOptions, TryResult } from '../submission/submission.ts';

interface RecordOptions extends AttemptOptions {
  /** Number of the first attempt. Every retry gets the next number and a separate folder. */
  readonly firstNumber: number;
  readonly signal: AbortSignal;
}

type RecordedAttempt =
  | { readonly kind: 'recorded'; readonly record: AttemptRecord; readonly patch: Buffer }
  | { readonly kind: 'stopped' };

/** Runs a submission on an instance and writes its record. Infrastructure failures are retried. */
export const runAndRecord: (options: RecordOptions) => Promise<RecordedAttempt> = withInfraRetries(
  (options: RecordOptions, call) => recordAttempt(options, options.firstNumber + call - 1),
  (result) => result.kind === 'recorded' && isRetryable(result.record),
);

/** A retry may succeed, unless the budget of the run is spent. */
function isRetryable({ outcome }: AttemptRecord): boolean {
  return outcome.kind === 'infra-failed' && outcome.cause !== 'run-budget';
}

async function recordAttempt(options: AttemptOptions, attempt: number): Promise<RecordedAttempt> {
  const { context, submission, prompt, journal } = options;
  const { prepared } = context;
  const folder = join(options.agentFolder, String(attempt));
  const key = {
    instance: prepared.instance.id,
    agent: submission.name,
    attempt,
    ...repeatField(options.repeat),
  };
  await writeFileAtomic(join(folder, 'prompt.md'), prompt);
  const startedAt = new Date();
  await journal.append({ kind: 'attempt-started', ...key, at: startedAt.toISOString() });
  if (options.planned === undefined) options.onPhase(attempt, 'inferring');
  const label = attemptLabel(options.repeat, attempt);
  const result = await withLogContext({ attempt: label }, () =>
    trySubmission(options, attempt, folder),
  );
  if (result.kind === 'stopped') return result;
  const inContainer = submission.givenPatch === undefined && prepared.environment !== null;
  const { harvested, patch, partial } = recordPatch(result.collected);
  const record: AttemptRecord = {
    schema: 1,
    ...key,
    outcome: result.outcome,
    harvested,
    inputs: {
      image: prepared.environment?.imageId ?? null,
      prompt: sha256OfBytes(prompt),
      agent: submission.digest,
      ...(inContainer ? { seccomp: SECCOMP_DIGEST } : {}),
      ...(submission.model === undefined || options.modelService === undefined
        ? {}
        : { prices: options.modelService.prices }),
    },
    ...(inContainer ? { limits: options.limits.agent } : {}),
    ...(result.usage === undefined ? {} : { usage: result.usage }),
    ...(result.packages === undefined ? {} : { packages: summaryOf(result.packages) }),
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
    packages: result.packages,
  });
  await journal.append({
    kind: 'attempt-ended',
    ...key,
    outcome: result.outcome,
    at: new Date().toISOString(),
  });
  return { kind: 'recorded', record, patch: patch ?? Buffer.alloc(0) };
}

/** Runs the submission. An engine error becomes an infrastructure failure of the attempt. */
async function trySubmission(
  options: AttemptOptions,
  attempt: number,
  folder: string,
): Promise<TryResult> {
  try {
    return await options.submission.try({
      prepared: options.context.prepared,
      prompt: options.prompt,
      limits: options.limits.agent,
      run: options.run,
      attempt: attemptLabel(options.repeat, attempt),
      repeat: options.repeat,
      folder,
      modelService: options.modelService,
      budgetUsd: options.budgetUsd,
      spentBeforeUsd: spentBefore(
        options.modelService?.gateway,
        ledgerPrefix(options),
        options.repeat,
      ),
      signal: options.stop,
      drain: options.drain,
      ...(options.collectionLimits === undefined
        ? {}
        : { collectionLimits: options.collectionLimits }),
      onCollect: () => options.onPhase(attempt, 'collecting'),
      onActivity: (activity) => options.onActivity?.(attempt, activity),
      ...(options.packages === 'dated' ? { packages: options.context.packages } : {}),
      ...(await plannedMode(options, attempt)),
    });
  } catch (error) {
    if (!RefbenchError.isInstance(error) || error.kind !== 'engine') throw error;
    return {
      kind: 'ended',
      outcome: { kind: 'infra-failed', cause: 'engine-gone', detail: error.message },
      collected: { kind: 'none', reason: error.message },
      log: { bytes: Buffer.alloc(0), droppedBytes: 0 },
      durationMs: 0,
    };
  }
}

/** The common prefix of all attempts of a submission on an instance in the ledger. */
function ledgerPrefix({ run, context, submission }: AttemptOptions): string {
  return [run, context.prepared.instance.id, submission.name].join('/');
}

/** Options of the modes with plans for one attempt; empty in the direct mode. */
async function plannedMode(
  options: AttemptOptions,
  attempt: number,
): Promise<Pick<TryOptions, 'planned'>> {
  const { planned, agentFolder, submission, context } = options;
  if (planned === undefined) return {};
  const folderOf = (number: number): AttemptFolder => ({
    attempt: number,
    folder: join(agentFolder, String(number)),
  });
  const numbers = await attemptNumbers(agentFolder);
  const reporter = phaseReporter({
    key: {
      instance: context.prepared.instance.id,
      agent: submission.name,
      attempt,
      ...repeatField(options.repeat),
    },
    journal: options.journal,
    onPhase: (phase) => options.onPhase(attempt, phase),
  });
  const earlier = numbers.filter((number) => number < attempt).map(folderOf);
  return { planned: { ...planned, own: folderOf(attempt), earlier, reporter } };
}

/**
 * Returns the record of a collected patch and the bytes of patch.diff, or of partial.diff if the
 * tree was rejected.
 */
function recordPatch(collected: AttemptPatch): {
  readonly harvested: AttemptRecord['harvested'];
  readonly patch: Buffer | undefined;
  readonly partial?: Buffer;
} {
  switch (collected.kind) {
    case 'none':
      return { harvested: collected, patch: undefined };
    case 'rejected': {
      const { kind, stage, reason } = collected;
      return {
        harvested: { kind, stage, reason },
        patch: undefined,
        ...(collected.partial === undefined ? {} : { partial: collected.partial }),
      };
    }
    case 'given': {
      const digest = sha256OfBytes(collected.patch);
      return {
        harvested: {
          kind: 'patch',
          digest,
          changed_files: null,
          special_files: [],
          escaping_links: [],
        },
        patch: collected.patch,
      };
    }
    case 'collected':
      return {
        harvested: {
          kind: 'patch',
          digest: sha256OfBytes(collected.patch),
          changed_files: collected.changed,
          special_files: [...collected.skippedSpecial],
          escaping_links: [...collected.escapingLinks],
        },
        patch: collected.patch,
      };
  }
}

function summaryOf(packages: PackageList): NonNullable<AttemptRecord['packages']> {
  return {
    list: digestOf(packages),
    archives: archivesDigest(packages),
    count: packages.archives.length,
    bytes: sum(packages.archives.map(({ bytes }) => bytes)),
  };
}
