import { cp, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  isReservedAgentName,
  RefbenchError,
  RESERVED_NAME,
  SEGMENT_CHARACTERS,
  segmentSchema,
} from '@refbench/contracts';
import { digestOf, readJsonFile, resolveWithin } from '@refbench/files';
import { z } from 'zod';
import type { Agent, AgentLayout } from './agent.ts';
import type { AgentOptions } from './agent-options.ts';
import { fileDigests } from './file-digests.ts';
import { modelEnv } from './model-env.ts';
import { optionEnv } from './option-env.ts';

/** Names a directory as one of CodeTaste's. */
export const CODETASTE_CONFIG = 'agent_config.json';

const configSchema = z.looseObject({
  id: z.string().min(1),
  agent: z.looseObject({ name: z.string().min(1), version: z.string().nullish() }),
  model: z.looseObject({ name: z.string().min(1) }),
});

/** The paths that CodeTaste's scripts are written for. */
const LAYOUT: AgentLayout = {
  agent: '/agent',
  task: '/task_description',
  promptName: 'description.md',
  writable: ['/output'],
};

/**
 * An agent directory as CodeTaste publishes them: agent_config.json and run_agent, run by bash. What
 * it writes to /output (its own cost and finish reason) is not read. A setup_system.sh is refused: it
 * wants root and a network, which no attempt has.
 */
export async function codetasteAgent(
  directory: string,
  chosenModel: string | undefined,
  options: AgentOptions = [],
): Promise<Agent> {
  const told = optionEnv(options);
  const config = await readConfig(join(directory, CODETASTE_CONFIG));
  await refuseUnusable(directory);
  const model = chosenModel ?? config.model.name;
  const name = segmentOf(config.id);
  if (isReservedAgentName(name) || !segmentSchema.safeParse(name).success) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${join(directory, CODETASTE_CONFIG)}: id "${config.id}" is not a valid name of an agent`,
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
      ...(options.length === 0 ? {} : { options: told }),
    }),
    modes: ['direct', 'plan', 'multiplan'],
    model: { name: model, names: [model] },
    async prepare({ folder, access }) {
      await cp(directory, folder, { recursive: true, verbatimSymlinks: true });
      return {
        command: ['bash', `${LAYOUT.agent}/run_agent`],
        env: { ...(access === undefined ? {} : modelEnv(access, model)), ...told },
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
      hint: 'write a script there that starts the agent',
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

/** Results lie in a folder of this name. */
function segmentOf(id: string): string {
  const plain = id.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-');
  return plain.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '').slice(0, 64);
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
