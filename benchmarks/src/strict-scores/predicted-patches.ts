import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '@refbench/base';
import type { ThreeWay } from '@refbench/contracts';

/** The patch of a published agent, with what its publisher computed. */
export interface PredictedPatch {
  readonly agent: string;
  readonly patch: Buffer;
  readonly published: ThreeWay;
}

const evaluationSchema = z.object({
  agent_rule_metrics: z.object({
    ifr: z.number(),
    positive_ifr: z.number(),
    negative_ifr: z.number(),
  }),
});

/**
 * Reads the published patches of an instance.
 * @param data folder with `predictions/OWNER/REPOSITORY/BASE/AGENT`
 * @param base the first eight digits of the base commit
 */
export async function predictedPatches(
  data: string,
  name: string,
  base: string,
): Promise<readonly PredictedPatch[]> {
  const folder = join(data, 'predictions', name, base);
  const agents = existsSync(folder) ? await readdir(folder) : [];
  const patches = await Promise.all(agents.sort().map((agent) => patchOf(folder, agent)));
  return patches.filter((patch) => patch !== undefined);
}

async function patchOf(folder: string, agent: string): Promise<PredictedPatch | undefined> {
  const evaluation = await readJsonFile(
    join(folder, agent, 'evaluation/evaluation_result.json'),
    evaluationSchema,
  );
  if (evaluation.kind !== 'valid') return undefined;
  const { ifr, positive_ifr, negative_ifr } = evaluation.value.agent_rule_metrics;
  return {
    agent,
    patch: await readFile(join(folder, agent, 'prediction.diff')),
    published: { additive: positive_ifr, reductive: negative_ifr, total: ifr },
  };
}
