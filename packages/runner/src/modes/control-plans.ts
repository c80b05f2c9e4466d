import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { attemptNumbers, planPaths, readPlans, type StoredPlans } from '@refbench/workspace';

/**
 * Six plans of one agent for one instance: the five of a multiplan attempt, then the single plan.
 */
export interface SixPlans {
  readonly agent: string;
  readonly attempts: { readonly multiplan: number; readonly plan: number };
  readonly texts: readonly string[];
}

/**
 * Reads the plans of every agent that made both kinds for an instance, from the newest attempt of
 * each kind.
 * @throws RefbenchError kind `usage` if one name denotes two different agents
 */
export async function findSixPlans(
  multiplanFolder: string,
  planFolder: string,
): Promise<readonly SixPlans[]> {
  const agents: string[] = await readdir(multiplanFolder).catch(() => []);
  const found = await Promise.all(
    agents.sort().map(async (agent): Promise<readonly SixPlans[]> => {
      const five = await newestPlans(join(multiplanFolder, agent), 'multiplan');
      const one = await newestPlans(join(planFolder, agent), 'plan');
      if (five === undefined || one === undefined) return [];
      if (five.record.inputs.agent !== one.record.inputs.agent) {
        throw new RefbenchError({
          kind: 'usage',
          message: `agent "${agent}" is not the same in both runs`,
          hint: 'make both kinds of plans with the same agent version, model and files',
        });
      }
      const attempts = { multiplan: five.attempt, plan: one.attempt };
      return [{ agent, attempts, texts: [...five.texts, ...one.texts] }];
    }),
  );
  return found.flat();
}

async function newestPlans(
  agentFolder: string,
  phase: 'plan' | 'multiplan',
): Promise<(StoredPlans & { readonly attempt: number }) | undefined> {
  for (const attempt of (await attemptNumbers(agentFolder)).toReversed()) {
    const stored = await readPlans(join(agentFolder, String(attempt)));
    if (stored?.record.phase !== phase) continue;
    if (stored.texts.length === planPaths(phase).length) return { ...stored, attempt };
  }
  return undefined;
}
