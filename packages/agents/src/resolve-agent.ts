import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { didYouMean, REFERENCE_AGENTS, RefbenchError } from '@refbench/contracts';
import type { Agent } from './agent/agent.ts';
import { checkAgentOptions, type AgentOptions } from './agent/agent-options.ts';
import { clientAgent } from './clients/client-agent.ts';
import { CLIENTS } from './clients/clients.ts';
import { CODETASTE_CONFIG, codetasteAgent } from './codetaste-agent.ts';
import { directoryAgent } from './directory-agent.ts';
import { goldenAgent } from './golden-agent.ts';
import { nopAgent } from './nop-agent.ts';
import { scriptAgent } from './script-agent.ts';

/** The agents that need no folder. */
export const EMBEDDED_AGENTS: readonly string[] = [
  ...REFERENCE_AGENTS,
  ...CLIENTS.map((client) => client.name),
];

export interface ResolveAgentOptions {
  /** The script for the script agent. The default is the script of the instance. */
  readonly script?: string;
  readonly model?: string;
  /** The version of a client from npm. The default is the pinned one. */
  readonly version?: string;
  /** The state folder for installed clients. Only clients need it. */
  readonly stateDir?: string;
  /** Options of the agent as `[name, value]`. */
  readonly options?: AgentOptions;
}

/** Resolves the value of `--agent`: the name of an embedded agent or the path of an agent directory. */
export async function resolveAgent(
  nameOrDirectory: string,
  options: ResolveAgentOptions = {},
): Promise<Agent> {
  const { options: own = [] } = options;
  if (REFERENCE_AGENTS.some((name) => name === nameOrDirectory)) {
    checkAgentOptions(nameOrDirectory, own, []);
  }
  switch (nameOrDirectory) {
    case 'golden':
      return goldenAgent;
    case 'nop':
      return nopAgent;
    case 'script':
      return await scriptAgent(options.script);
    default:
  }
  const client = CLIENTS.find(({ name }) => name === nameOrDirectory);
  if (client !== undefined) {
    const { model, version, stateDir = resolve('.refbench') } = options;
    return clientAgent(client, { model, version, stateDir, options: own });
  }
  const directory = resolve(nameOrDirectory);
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory() === true) {
    const codetaste = await stat(join(directory, CODETASTE_CONFIG)).catch(() => undefined);
    return codetaste === undefined
      ? await directoryAgent(directory, options.model, own)
      : await codetasteAgent(directory, options.model, own);
  }
  if (found !== undefined || nameOrDirectory.includes('/')) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${directory}: ${found === undefined ? 'there is no such directory' : 'it is a file, not the directory of an agent'}`,
      hint: `name a directory with an agent.yaml, or one of ${EMBEDDED_AGENTS.join(', ')}`,
    });
  }
  throw new RefbenchError({
    kind: 'usage',
    message: `unknown agent "${nameOrDirectory}"${didYouMean(nameOrDirectory, EMBEDDED_AGENTS)}`,
    hint: `use one of ${EMBEDDED_AGENTS.join(', ')}, or the path of a directory with an agent.yaml`,
  });
}
