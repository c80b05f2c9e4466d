import {
  didYouMean,
  isReservedAgentName,
  RefbenchError,
  RESERVED_NAME,
  SEGMENT_CHARACTERS,
  segmentSchema,
} from '@refbench/contracts';
import type { Prediction } from './parse-predictions.ts';

const MAX_NAMED = 5;

/**
 * Converts a model name to the name of its results folder. Model names are often paths in mixed
 * case.
 */
export function agentNameOf(model: string): string {
  return model.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
}

/**
 * Rejects ambiguous predictions.
 * @param known ids of all available instances
 * @throws RefbenchError kind `usage` on unknown instances, `invalid-file` on invalid names and
 *   duplicates
 */
export function checkPredictions(
  name: string,
  predictions: readonly Prediction[],
  known: readonly string[],
): void {
  checkNames(name, predictions);
  checkDuplicates(name, predictions);
  const ids = new Set(known);
  const unknown = predictions.filter(({ instance }) => !ids.has(instance));
  if (unknown.length === 0) return;
  const named = unknown
    .slice(0, MAX_NAMED)
    .map(({ place, instance }) => `${place} "${instance}"${didYouMean(instance, known)}`);
  const more = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : '';
  throw new RefbenchError({
    kind: 'usage',
    message: `${name} has predictions for unknown instances: ${named.join(', ')}${more}`,
    hint: 'correct the ids, remove these predictions, or specify another --instances-dir; refbench instance list shows the ids',
  });
}

function checkNames(name: string, predictions: readonly Prediction[]): void {
  const models = new Map<string, Prediction>();
  for (const prediction of predictions) {
    const agent = agentNameOf(prediction.model);
    const problem = !segmentSchema.safeParse(agent).success
      ? `cannot name an agent: use ${SEGMENT_CHARACTERS}`
      : isReservedAgentName(agent)
        ? `cannot name an agent: ${RESERVED_NAME}`
        : undefined;
    const { place, model } = prediction;
    if (problem !== undefined) throw invalid(name, `${place}: "${model}" ${problem}`);
    const other = models.get(agent);
    if (other !== undefined && other.model !== model) {
      throw invalid(
        name,
        `${other.place} "${other.model}" and ${place} "${model}" would both be called "${agent}"`,
      );
    }
    models.set(agent, prediction);
  }
}

function checkDuplicates(name: string, predictions: readonly Prediction[]): void {
  const seen = new Map<string, Prediction>();
  for (const prediction of predictions) {
    const key = `${prediction.model} on ${prediction.instance}`;
    const first = seen.get(key);
    if (first !== undefined) {
      throw invalid(
        name,
        `it contains two predictions of ${key}: ${first.place} and ${prediction.place}`,
      );
    }
    seen.set(key, prediction);
  }
}

function invalid(name: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${name}: ${reason}`,
    hint: 'correct model_name_or_path, or remove one of the predictions',
  });
}
