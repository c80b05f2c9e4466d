import { resolve } from 'node:path';
import { resolveAgent, type Agent, type AgentOptions as Settings } from '@refbench/agents';
import {
  isReservedAgentName,
  RefbenchError,
  RESERVED_NAME,
  SEGMENT_CHARACTERS,
  segmentSchema,
} from '@refbench/contracts';
import { forAgent, type ModelCommandOptions } from './model-options.ts';
import { splitAtKey } from './option-values.ts';

/** The agents of a command and their settings. */
export interface AgentOptions extends ModelCommandOptions {
  /** Names and directories as given on the command line. */
  readonly agent: readonly string[];
  readonly agentName?: readonly string[];
  readonly agentOption?: readonly string[];
  readonly script?: string;
  readonly stateDir: string;
}

/**
 * Resolves the agents of a command line. Names must be unique, because they name the result folders.
 * @throws RefbenchError kind `usage` if two agents have the same name or a name is invalid
 */
export async function chosenAgents(options: AgentOptions): Promise<readonly Agent[]> {
  const names = givenNames(options);
  const seen = new Map<string, string>();
  const agents: Agent[] = [];
  for (const given of options.agent) {
    const agent = await agentOf(given, options);
    const name = names.get(given) ?? agent.name;
    if (names.has(given) && isReservedAgentName(agent.name)) {
      throw usage(
        `--agent-name renames ${given}`,
        `${agent.name} is a reference agent and keeps its name: remove --agent-name ${given}=...`,
      );
    }
    const other = seen.get(name);
    if (other !== undefined) throw sameName(name, other, given);
    seen.set(name, given);
    agents.push(name === agent.name ? agent : { ...agent, name });
  }
  return agents;
}

async function agentOf(given: string, options: AgentOptions): Promise<Agent> {
  const model = forAgent('--model', options.model, given, options.agent);
  const version = forAgent('--agent-version', options.agentVersion, given, options.agent);
  return await resolveAgent(given, {
    stateDir: resolve(options.stateDir),
    ...(options.script === undefined ? {} : { script: resolve(options.script) }),
    ...(model === undefined ? {} : { model }),
    ...(version === undefined ? {} : { version }),
    options: ownOptions(given, options),
  });
}

/** The options `<agent>.<option>=<value>` of one agent. */
function ownOptions(given: string, { agent, agentOption = [] }: AgentOptions): Settings {
  return agentOption.flatMap((text): Settings => {
    const owner = agent
      .filter((one) => text.startsWith(`${one}.`))
      .toSorted((one, other) => other.length - one.length)[0];
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text.slice((owner ?? '').length + 1)) ?? [];
    if (owner === undefined || name === undefined || value === undefined) {
      throw usage(
        `--agent-option ${text} does not belong to any agent of this command`,
        `write <agent>.<option>=<value>, e.g. ${agent[0] ?? 'codex'}.effort=medium`,
      );
    }
    return owner === given ? [[name, value]] : [];
  });
}

/** Maps an agent as given on the command line to its new name. */
function givenNames({ agent, agentName = [] }: AgentOptions): ReadonlyMap<string, string> {
  return new Map(
    agentName.map((text) => {
      const pair = splitAtKey(text, agent);
      if (pair === undefined) {
        throw usage(
          `--agent-name ${text} does not belong to any agent of this command`,
          `write <agent>=<name>, where <agent> is one of: ${agent.join(', ')}`,
        );
      }
      const { key, value } = pair;
      if (!segmentSchema.safeParse(value).success) {
        throw usage(`"${value}" is not a valid agent name`, `use ${SEGMENT_CHARACTERS}`);
      }
      if (isReservedAgentName(value)) {
        throw usage(`"${value}" cannot name an agent: ${RESERVED_NAME}`, 'choose another name');
      }
      return [key, value] as const;
    }),
  );
}

function sameName(name: string, first: string, second: string): RefbenchError {
  if (first === second) {
    return usage(`--agent names ${first} twice`, 'specify it once');
  }
  return usage(
    `two agents are named "${name}": ${first} and ${second}`,
    `rename one of them, e.g. --agent-name ${second}=${name}-2`,
  );
}

function usage(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'usage', message, hint });
}
