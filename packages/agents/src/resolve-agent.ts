import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import type { Agent } from './agent.ts';
import { directoryAgent } from './directory-agent.ts';
import { goldenAgent } from './golden-agent.ts';
import { nopAgent } from './nop-agent.ts';
import { scriptAgent } from './script-agent.ts';

const EMBEDDED = ['golden', 'nop', 'script'] as const;

/** `--agent`: an embedded agent's name, or the path of an agent directory (it holds a `/`). */
export async function resolveAgent(
  nameOrDirectory: string,
  options: { readonly script?: string } = {},
): Promise<Agent> {
  switch (nameOrDirectory) {
    case 'golden':
      return goldenAgent;
    case 'nop':
      return nopAgent;
    case 'script':
      return await scriptAgent(options.script);
    default:
  }
  const directory = resolve(nameOrDirectory);
  const info = await stat(directory).catch(() => undefined);
  if (info?.isDirectory() === true) return await directoryAgent(directory);
  throw new RefbenchError({
    kind: 'usage',
    message: `there is no agent "${nameOrDirectory}"`,
    mend: `use one of ${EMBEDDED.join(', ')}, or the path of a directory with an agent.yaml`,
  });
}
