import { nameOf, digestOf, readInput } from '@refbench/base';
import type { Submission, TryResult } from '../submission/submission.ts';
import type { GradableInstance } from '@refbench/instances';
import { agentNameOf, checkPredictions } from './check-predictions.ts';
import { parsePredictions } from './parse-predictions.ts';

/** Version of an agent in the plan if its patches were submitted. */
export const GIVEN_PATCHES = 'predictions';

/** Patches to grade. */
export interface GivenPatches {
  readonly submissions: readonly Submission[];
  /** Ids of the instances with a patch; undefined if every instance has one. */
  readonly instances: readonly string[] | undefined;
}

interface GivenPatch {
  readonly patch: Buffer;
  readonly note?: string | undefined;
}

export type PatchSource = (prepared: GradableInstance) => Promise<GivenPatch | undefined>;

/**
 * Returns the submissions of `grade --predictions`: one per model in a file, or the golden or empty
 * patch of every instance.
 * @param source a path, `-` for standard input, `golden` or `nop`
 * @param known ids of all available instances
 * @throws RefbenchError kinds `usage` and `invalid-file`
 */
export async function predictionSubmissions(
  source: string,
  known: readonly string[],
): Promise<GivenPatches> {
  const everywhere = (name: string, patchOf: PatchSource): GivenPatches => ({
    submissions: [patchSubmission(name, patchOf)],
    instances: undefined,
  });
  if (source === 'golden') {
    return everywhere('golden', async (prepared) => ({ patch: await prepared.goldenPatch() }));
  }
  if (source === 'nop') {
    return everywhere('nop', () => Promise.resolve({ patch: Buffer.alloc(0) }));
  }
  const bytes = await readInput(source, {
    called: 'predictions file',
    hint: 'specify a file of predictions, - for standard input, or one of: golden, nop',
  });
  const name = nameOf(source);
  const predictions = parsePredictions(name, bytes);
  checkPredictions(name, predictions, known);
  const models = [...new Set(predictions.map(({ model }) => model))];
  return {
    submissions: models.map((model) => {
      const own = predictions.filter((prediction) => prediction.model === model);
      const patches = new Map(own.map(({ instance, patch }) => [instance, patch]));
      return {
        ...patchSubmission(agentNameOf(model), async ({ instance, repository }) => {
          const patch = patches.get(instance.id);
          if (patch === undefined) return undefined;
          return await repository.readGivenPatch(instance.base, patch);
        }),
        absenceReason: (instance) => reasonForAbsence(patches, instance),
      };
    }),
    instances: predictions.flatMap(({ instance, patch }) => (patch === undefined ? [] : instance)),
  };
}

function reasonForAbsence(
  patches: ReadonlyMap<string, Buffer | undefined>,
  instance: string,
): string | undefined {
  if (!patches.has(instance)) return 'there is no prediction for this instance';
  return patches.get(instance) === undefined ? 'its model_patch is null' : undefined;
}

/**
 * Creates a submission of given patches.
 * @param name the name that stands in the results
 * @param patchOf the patch of an instance; undefined if there is none
 */
export function patchSubmission(name: string, patchOf: PatchSource): Submission {
  return {
    name,
    version: GIVEN_PATCHES,
    // The digest excludes the patches, so that changed patches can be graded under the same run id.
    digest: digestOf({ predictions: name }),
    modes: ['direct', 'plan', 'multiplan'],
    needsNoContainer: true,
    givenPatch: async (prepared) => (await patchOf(prepared))?.patch,
    try: async ({ prepared }) => ended(await patchOf(prepared)),
  };
}

function ended(given: GivenPatch | undefined): TryResult {
  return {
    kind: 'ended',
    outcome: { kind: 'completed', oom_seen: false },
    collected:
      given === undefined
        ? { kind: 'none', reason: 'there is no prediction for this instance' }
        : { kind: 'given', patch: given.patch },
    log: { bytes: Buffer.alloc(0), droppedBytes: 0 },
    durationMs: 0,
    ...(given?.note === undefined ? {} : { warnings: [given.note] }),
  };
}
