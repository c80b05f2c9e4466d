import { cp, readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { agentDefinitionSchema, RefbenchError } from '@refbench/contracts';
import { digestOf, readYamlFile, sha256OfBytes } from '@refbench/files';
import { AGENT_FOLDER, type Agent } from './agent.ts';

/**
 * An agent of the user's own: a directory with an agent.yaml (name, version, command, env) and
 * whatever files the command needs. Every attempt gets a copy, mounted read-only.
 */
export async function directoryAgent(directory: string): Promise<Agent> {
  const definition = await readYamlFile(join(directory, 'agent.yaml'), agentDefinitionSchema);
  const [program = '', ...rest] = definition.command;
  const inFolder = await isFile(join(directory, program));
  const command = [inFolder ? posix.join(AGENT_FOLDER, program) : program, ...rest];
  return {
    name: definition.name,
    version: definition.version,
    digest: digestOf({ definition, files: await fileDigests(directory) }),
    modes: definition.modes ?? ['direct'],
    async prepare({ folder }) {
      await cp(directory, folder, { recursive: true, verbatimSymlinks: true });
      return { command, env: definition.env };
    },
  };
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}

/** `[path, kind, digest]` of every file below, in code-unit order. */
async function fileDigests(directory: string): Promise<readonly unknown[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
  return await Promise.all(
    paths.map(async ({ entry, path }) => {
      const name = path.slice(directory.length);
      if (entry.isSymbolicLink()) return [name, 'link', await readlink(path)];
      if (!entry.isFile()) {
        throw new RefbenchError({
          kind: 'usage',
          message: `the agent directory holds ${path}, which is neither file, folder nor link`,
          mend: 'remove it',
        });
      }
      const executable = ((await stat(path)).mode & 0o111) !== 0;
      return [name, executable ? 'executable' : 'file', sha256OfBytes(await readFile(path))];
    }),
  );
}
