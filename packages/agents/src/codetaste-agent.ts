import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  isReservedAgentName,
  RefbenchError,
  RESERVED_NAME,
  SEGMENT_CHARACTERS,
  segmentSchema,
} from '@refbench/contracts';
import { digestOf, exists, readJsonFile, resolveWithin } from '@refbench/base';
import { z } from 'zod';
import type { Agent, AgentLayout } from './agent/agent.ts';
import type { AgentOptions } from './agent/agent-options.ts';
import { fileDigests } from './file-digests.ts';
import { modelEnv } from './model-env.ts';
import { optionEnv } from './option-env.ts';

/** The file that identifies an agent directory of CodeTaste. */
export const CODETASTE_CONFIG = 'agent_config.json';

const configSchema = z.looseObject({
  id: z.string().min(1),
  agent: z.looseObject({ name: z.string().min(1), version: z.string().nullish() }),
  model: z.looseObject({ name: z.string().min(1) }),
});

/** The paths that CodeTaste's scripts expect. */
const LAYOUT: AgentLayout = {
  agent: '/agent',
  task: '/task_description',
  promptName: 'description.md',
  writable: ['/output'],
};

/**
 * Creates an agent from a directory in CodeTaste's format: agent_config.json and run_agent, which
 * bash runs. Its output in /output (cost and finish reason) is ignored. A setup_system.sh is refused,
 * because it needs root and network access, which attempts do not have.
 */
export async function codetasteAgent(
  directory: string,
  chosenModel: string | undefined,
  options: AgentOptions = [],
): Promise<Agent> {
  const optionVariables = optionEnv(options);
  const config = await readConfig(join(directory, CODETASTE_CONFIG));
  await refuseUnusable(directory);
  const model = chosenModel ?? config.model.name;
  const name = segmentOf(config.id);
  if (isReservedAgentName(name) || !segmentSchema.safeParse(name).success) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${join(directory, CODETASTE_CONFIG)}: id "${config.id}" is not a valid agent name`,
      hint: `use ${SEGMENT_CHARACTERS}; ${RESERVED_NAME}`,
    });
  }
  return {
    name,
    version: config.agent.version ?? 'unversioned',
    digest: digestOf({
      codetaste: 1,
      model,
      files: await fileDigests(directory),
      ...(options.length === 0 ? {} : { options: optionVariables }),
    }),
    modes: ['direct', 'plan', 'multiplan'],
    model: { name: model, names: [model] },
    async prepare({ folder, access }) {
      await cp(directory, folder, { recursive: true, verbatimSymlinks: true });
      return {
        command: ['bash', `${LAYOUT.agent}/run_agent`],
        env: { ...(access === undefined ? {} : modelEnv(access, model)), ...optionVariables },
        layout: LAYOUT,
      };
    },
  };
}

async function readConfig(path: string): Promise<z.infer<typeof configSchema>> {
  await resolveWithin(dirname(path), path);
  const file = await readJsonFile(path, configSchema);
  if (file.kind === 'valid') return file.value;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${file.kind === 'invalid' ? file.reason : 'there is no such file'}`,
    hint: 'correct the file and run the same command again',
  });
}

async function refuseUnusable(directory: string): Promise<void> {
  if (!(await exists(join(directory, 'run_agent')))) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `the agent directory ${directory} has no run_agent`,
      hint: 'add a script with this name that starts the agent',
    });
  }
  if (await exists(join(directory, 'setup_system.sh'))) {
    throw new RefbenchError({
      kind: 'usage',
      message: `the agent directory ${directory} has a setup_system.sh, which needs root and a network`,
      hint: `attempts have neither: put what it installs into ${basename(directory)}/ (e.g. npm install --prefix), let run_agent start it from /agent, and remove the script; or use the adapter of the same client`,
    });
  }
}

/** Converts an id to a valid folder name. */
function segmentOf(id: string): string {
  const plain = id.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-');
  return plain.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '').slice(0, 64);
}
