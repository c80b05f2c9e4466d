import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EMBEDDED_AGENTS } from '@refbench/agents';
import { exists } from '@refbench/base';
import { listInstanceIds } from '@refbench/instances';
import { loadPrices } from '@refbench/models';
import type { ListedValues } from '../command-line/completion.ts';

/** Lists what an option accepts in the workspace of the current folder. */
export async function listValues(what: ListedValues): Promise<readonly string[]> {
  switch (what) {
    case 'instances':
      return await listInstanceIds(resolve('instances'));
    case 'agents':
      return [...EMBEDDED_AGENTS, ...(await agentFolders('agents'))];
    case 'models':
      return (await loadPrices()).models;
  }
}

async function agentFolders(parent: string): Promise<readonly string[]> {
  const names = await readdir(resolve(parent)).catch(() => []);
  const found: string[] = [];
  for (const name of names) {
    const folder = join(parent, name);
    if (await exists(resolve(folder, 'agent.yaml'))) found.push(`./${folder}`);
  }
  return found;
}
