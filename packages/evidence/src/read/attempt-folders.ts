import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { repeatFolder, type RunPlan } from '@refbench/contracts';
import type { AttemptKey } from '../schema/run-view.ts';

/** An attempt that has a folder. */
export interface AttemptFolder {
  readonly run: string;
  readonly key: AttemptKey;
  readonly instance: string;
  readonly agent: string;
  readonly repeat: number;
  readonly attempt: number;
  readonly folder: string;
}

/** A planned pair of agent and instance with its attempts, oldest first. */
export interface Cell {
  readonly instance: string;
  readonly agent: string;
  readonly repeat: number;
  readonly folder: string;
  readonly attempts: readonly AttemptFolder[];
}

/** Lists the planned cells of a run. Only names that the plan contains become paths. */
export async function listCells(folder: string, plan: RunPlan): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const instance of plan.instances) {
    for (const { name: agent } of plan.agents) {
      for (let repeat = 1; repeat <= (plan.repeats ?? 1); repeat += 1) {
        const own = repeatFolder(join(folder, instance, agent), repeat);
        const names = await readdir(own).catch(() => []);
        const attempts = names
          .filter((name) => /^[1-9]\d{0,8}$/.test(name))
          .map(Number)
          .sort((left, right) => left - right)
          .map((attempt) => ({
            key: `${instance}/${agent}/${repeat}/${attempt}`,
            run: plan.run,
            instance,
            agent,
            repeat,
            attempt,
            folder: join(own, String(attempt)),
          }));
        cells.push({ instance, agent, repeat, folder: own, attempts });
      }
    }
  }
  return cells;
}
