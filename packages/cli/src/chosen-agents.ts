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

/** Which agents take part, and what is said of each. */
export interface AgentOptions extends ModelCommandOptions {
  /** Names and directories, as they were given. */
  readonly agent: readonly string[];
  readonly agentName?: readonly string[];
  readonly agentOption?: readonly string[];
  readonly script?: string;
  readonly stateDir: string;
}

/**
 * The agents of a command line, no two of one name: results lie in folders of their names.
 * @throws RefbenchError kind `usage` on two agents of one name, and on names that cannot be
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
        `${agent.name} is a reference: leave --agent-name ${given}=... out`,
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

/** `<agent>.<option>=<value>`, of one agent. */
function ownOptions(given: string, { agent, agentOption = [] }: AgentOptions): Settings {
  return agentOption.flatMap((text): Settings => {
    const owner = agent
      .filter((one) => text.startsWith(`${one}.`))
      .toSorted((one, other) => other.length - one.length)[0];
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text.slice((owner ?? '').length + 1)) ?? [];
    if (owner === undefined || name === undefined || value === undefined) {
      throw usage(
        `--agent-option ${text} is not for any agent of this command`,
        `write <agent>.<option>=<value>, e.g. ${agent[0] ?? 'codex'}.effort=medium`,
      );
    }
    return owner === given ? [[name, value]] : [];
  });
}

/** Agent as it was given -> the name that it gets here. */
function givenNames({ agent, agentName = [] }: AgentOptions): ReadonlyMap<string, string> {
  return new Map(
    agentName.map((text) => {
      const pair = splitAtKey(text, agent);
      if (pair === undefined) {
        throw usage(
          `--agent-name ${text} names none of the agents of this command`,
          `write <agent>=<name>, where <agent> is one of: ${agent.join(', ')}`,
        );
      }
      const { key, value } = pair;
      if (!segmentSchema.safeParse(value).success) {
        throw usage(`"${value}" is not a valid name of an agent`, `use ${SEGMENT_CHARACTERS}`);
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
    return usage(`--agent names ${first} twice`, 'name it once');
  }
  return usage(
    `two agents are called "${name}": ${first} and ${second}`,
    `give one another name, e.g. --agent-name ${second}=${name}-2`,
  );
}

function usage(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'usage', message, hint });
}
