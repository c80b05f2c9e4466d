import { cp } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { agentDefinitionSchema, RefbenchError, type AgentDefinition } from '@refbench/contracts';
import { digestOf, readFileWithin, readYamlFile } from '@refbench/base';
import { AGENT_FOLDER, type Agent } from './agent/agent.ts';
import type { AgentOptions } from './agent/agent-options.ts';
import { fileDigests } from './file-digests.ts';
import { findProgram } from './find-program.ts';
import { modelEnv } from './model-env.ts';
import { optionEnv } from './option-env.ts';

/**
 * Creates an agent from a directory of the user with an agent.yaml (name, version, command, env,
 * files, model) and the files that the command needs. Every attempt gets a copy, which is mounted
 * read-only.
 */
export async function directoryAgent(
  directory: string,
  chosenModel: string | undefined,
  options: AgentOptions = [],
): Promise<Agent> {
  const optionVariables = optionEnv(options);
  const definition = await readYamlFile(join(directory, 'agent.yaml'), agentDefinitionSchema);
  const [program = '', ...rest] = definition.command;
  const inFolder = await findProgram(directory, definition.command);
  const command = [inFolder ? posix.join(AGENT_FOLDER, program) : program, ...rest];
  const homeFiles = await readHomeFiles(directory, definition);
  const names = chosenModel === undefined ? definition.model?.names : [chosenModel];
  const [model] = names ?? [];
  return {
    name: definition.name,
    version: definition.version,
    digest: digestOf({
      definition,
      files: await fileDigests(directory),
      ...(chosenModel === undefined ? {} : { chosenModel }),
      ...(options.length === 0 ? {} : { options: optionVariables }),
    }),
    modes: definition.modes ?? ['direct'],
    ...(definition.reference === true ? { reference: true } : {}),
    ...(model === undefined || names === undefined ? {} : { model: { name: model, names } }),
    async prepare({ folder, access }) {
      await cp(directory, folder, { recursive: true, verbatimSymlinks: true });
      const found = access === undefined || model === undefined ? {} : modelEnv(access, model);
      return { command, env: { ...found, ...definition.env, ...optionVariables }, homeFiles };
    },
  };
}

const MAX_HOME_FILE_BYTES = 10_000_000;

async function readHomeFiles(
  directory: string,
  { files }: AgentDefinition,
): Promise<Readonly<Record<string, Buffer>>> {
  const read = Object.entries(files).map(async ([target, source]) => {
    const path = join(directory, source);
    const content = await readFileWithin(directory, path, MAX_HOME_FILE_BYTES);
    if (content === undefined) {
      throw new RefbenchError({
        kind: 'invalid-file',
        message: `${join(directory, 'agent.yaml')}: files names ${source}, which cannot be read`,
        hint: 'specify a file of the directory',
      });
    }
    return [target, content] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
