import type { DryRun, Instance } from '@refbench/contracts';
import type { Engine } from '@refbench/sandbox';
import type { Submission } from '../submission/submission.ts';
import { freeBytes } from '../disk/free-bytes.ts';
import { KnownSizes } from '../disk/known-sizes.ts';
import { needsOf, storedImages } from '../disk/stored-images.ts';
import type { CatalogEntry } from '@refbench/instances';
import type { ModelOptions } from '../submission/model-service.ts';
import type { Workspace } from '@refbench/workspace';
import { earlierAttempts } from './earlier-attempts.ts';
import { estimateAgent } from './estimate-agent.ts';

export interface EstimateOptions {
  readonly workspace: Workspace;
  readonly submissions: readonly Submission[];
  readonly entries: readonly CatalogEntry[];
  readonly mode: string;
  /** Repeats of each submission on each instance. */
  readonly repeats: number;
  readonly models?: ModelOptions | undefined;
  /** Number of concurrent attempts. */
  readonly parallel: number;
  readonly engine: Engine;
}

/**
 * Estimates a run from the state of this host and from earlier runs. Nothing is built or written.
 */
export async function estimateRun(options: EstimateOptions): Promise<DryRun> {
  const { workspace, submissions, entries, engine, models } = options;
  const stored = await storedImages(engine, needsOf(entries.map(({ instance }) => instance)));
  const sizes = await KnownSizes.open(workspace.stateDir);
  const instances = entries.map(({ instance }): DryRun['instances'][number] => ({
    instance: instance.id,
    image: imageOf(instance, (stored.tops.get(instance.id) ?? []).length > 0),
    bytes: sizes.of(instance.id) ?? null,
    absent: submissions
      .filter((one) => one.absenceReason?.(instance.id) !== undefined)
      .map(({ name }) => name),
  }));
  const toBuild = instances.filter(
    ({ image, absent }) => image === 'to build' && absent.length < submissions.length,
  );
  const earlier = await earlierAttempts(workspace.runsDir);
  const agents = submissions.map((submission) =>
    estimateAgent({
      submission,
      attempts:
        instances.filter(({ absent }) => !absent.includes(submission.name)).length *
        options.repeats,
      mode: options.mode,
      earlier,
      prices: models?.prices,
    }),
  );
  const attempts = agents.reduce((sum, one) => sum + one.attempts, 0);
  return {
    attempts,
    instances,
    disk: {
      to_build_bytes: toBuild.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      unknown: toBuild.filter(({ bytes }) => bytes === null).length,
      free_bytes: await freeBytes([engine.info.dataDir]),
    },
    agents,
    minutes: minutesOf(agents, options.parallel),
    usd: sumOrNull(agents.map(({ usd }) => usd)),
    usd_at_most: mostUsd(options, agents),
  };
}

function minutesOf(agents: DryRun['agents'], parallel: number): number | null {
  const total = sumOrNull(
    agents.map(({ minutes_per_attempt: each, attempts }) =>
      each === null ? null : each * attempts,
    ),
  );
  return total === null ? null : total / parallel;
}

/** Returns the sum, or null if any part is unknown. */
function sumOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0);
}

function mostUsd(
  { models, submissions }: EstimateOptions,
  agents: DryRun['agents'],
): number | null {
  if (models === undefined) return null;
  const paid = new Set(
    submissions.filter(({ model }) => model !== undefined).map(({ name }) => name),
  );
  const attempts = agents
    .filter(({ agent }) => paid.has(agent))
    .reduce((sum, one) => sum + one.attempts, 0);
  return Math.min(attempts * models.budgetUsd, models.runBudgetUsd ?? Number.POSITIVE_INFINITY);
}

function imageOf({ no_tests }: Instance, isStored: boolean): DryRun['instances'][number]['image'] {
  if (no_tests !== undefined) return 'none';
  return isStored ? 'stored' : 'to build';
}
