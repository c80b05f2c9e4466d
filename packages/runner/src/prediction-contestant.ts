import { readFile } from 'node:fs/promises';
import { RefbenchError, segmentSchema } from '@refbench/contracts';
import { digestOf, parseJson } from '@refbench/files';
import { z } from 'zod';
import type { Contestant, TryResult } from './contestant.ts';
import type { PreparedInstance } from './prepared-instance.ts';

/** A line of a predictions file, in the field names that SWE-bench made common. */
const predictionSchema = z.looseObject({
  instance_id: z.string(),
  model_name_or_path: z.string().min(1),
  model_patch: z.string().nullable(),
});

type PatchSource = (prepared: PreparedInstance) => Promise<Buffer | undefined>;

/**
 * Contestants of `grade --predictions`: one for each model of a JSONL file (or a JSON array), or the
 * golden or empty patch of every instance.
 */
export async function predictionContestants(source: string): Promise<readonly Contestant[]> {
  if (source === 'golden') return [contestant('golden', (prepared) => prepared.goldenPatch())];
  if (source === 'nop') return [contestant('nop', () => Promise.resolve(Buffer.alloc(0)))];
  const predictions = await readPredictions(source);
  const models = [...new Set(predictions.map((prediction) => prediction.model))];
  return models.map((model) => {
    const patches = new Map(
      predictions
        .filter((prediction) => prediction.model === model)
        .map(({ instance, patch }) => [instance, patch]),
    );
    return contestant(model, (prepared) => Promise.resolve(patches.get(prepared.instance.id)));
  });
}

function contestant(name: string, patchOf: PatchSource): Contestant {
  return {
    name,
    version: 'predictions',
    // The patches are no part of it: grading the same run id with changed patches is meant to work.
    digest: digestOf({ predictions: name }),
    modes: ['direct', 'plan', 'multiplan'],
    givenPatch: patchOf,
    try: async ({ prepared }) => ended(await patchOf(prepared)),
  };
}

function ended(patch: Buffer | undefined): TryResult {
  return {
    kind: 'ended',
    outcome: { kind: 'completed', oom_seen: false },
    harvest:
      patch === undefined
        ? { kind: 'none', reason: 'there is no prediction for this instance' }
        : { kind: 'given', patch },
    log: { bytes: Buffer.alloc(0), droppedBytes: 0 },
    durationMs: 0,
  };
}

interface Prediction {
  readonly instance: string;
  readonly model: string;
  readonly patch: Buffer | undefined;
}

async function readPredictions(path: string): Promise<readonly Prediction[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new RefbenchError({
      kind: 'usage',
      message: `cannot read the predictions file ${path}`,
      mend: 'name a JSONL file, or one of: golden, nop',
      cause: error,
    });
  });
  const predictions = text.trimStart().startsWith('[')
    ? parseArray(path, text)
    : text
        .split('\n')
        .flatMap((line, index) => (line.trim() === '' ? [] : [parseOne(path, line, index + 1)]));
  refuseDoubles(path, predictions);
  return predictions;
}

function parseArray(path: string, text: string): readonly Prediction[] {
  const parsed = parseJson(text, z.array(predictionSchema));
  if (parsed.kind === 'invalid') throw invalid(path, parsed.reason);
  return parsed.value.map((prediction) => toPrediction(path, prediction));
}

function parseOne(path: string, line: string, number: number): Prediction {
  const parsed = parseJson(line, predictionSchema);
  if (parsed.kind === 'invalid') throw invalid(path, `line ${number}: ${parsed.reason}`);
  return toPrediction(path, parsed.value);
}

function toPrediction(path: string, line: z.infer<typeof predictionSchema>): Prediction {
  // Model names are often repository paths in mixed case; a folder's name they are not.
  const model = line.model_name_or_path.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  if (!segmentSchema.safeParse(model).success) {
    throw invalid(path, `"${line.model_name_or_path}" cannot name an agent`);
  }
  const patch = line.model_patch === null ? undefined : Buffer.from(line.model_patch, 'utf8');
  return { instance: line.instance_id.toLowerCase(), model, patch };
}

function refuseDoubles(path: string, predictions: readonly Prediction[]): void {
  const seen = new Set<string>();
  for (const { instance, model } of predictions) {
    const key = `${model} on ${instance}`;
    if (seen.has(key)) throw invalid(path, `it holds two predictions of ${key}`);
    seen.add(key);
  }
}

function invalid(path: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${reason}`,
    mend: 'each line is an object with instance_id, model_name_or_path and model_patch',
  });
}
