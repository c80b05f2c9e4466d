import { lstat, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { AGENT_FOLDER } from './agent.ts';

/** Programs of a system have no such names; scripts of a directory do. */
const SCRIPT = /\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|exe)$/;

/**
 * Whether the program of an agent directory is a file of the directory; otherwise it is a program of the
 * image, which only the container knows. What can be known beforehand to fail is refused.
 * @param command argv as agent.yaml has it
 * @throws RefbenchError kind `invalid-file`
 */
export async function findProgram(directory: string, command: readonly string[]): Promise<boolean> {
  const [program = '', ...args] = command;
  for (const path of args) await refuseMissing(directory, path);
  if (posix.isAbsolute(program)) {
    await refuseMissing(directory, program);
    return false;
  }
  const parts = posix.normalize(program).split('/');
  if (parts[0] === '..' || parts[0] === '.') {
    throw unstartable(directory, `"${program}" is not a file in the directory`);
  }
  const info = await stat(join(directory, program)).catch(() => undefined);
  if (info === undefined) {
    if (!program.includes('/') && !SCRIPT.test(program)) return false;
    throw unstartable(directory, `there is no file "${program}"`);
  }
  if (!info.isFile()) {
    throw unstartable(directory, `"${program}" is not a file`);
  }
  if ((info.mode & 0o111) === 0) {
    throw unstartable(
      directory,
      `"${program}" is not executable`,
      `make it so: chmod +x ${join(directory, program)}`,
    );
  }
  return true;
}

/** A path below the place where the container sees the directory. */
async function refuseMissing(directory: string, path: string): Promise<void> {
  const below = posix.relative(AGENT_FOLDER, posix.normalize(path));
  if (!path.startsWith(`${AGENT_FOLDER}/`) || below.startsWith('..')) return;
  // A link may lead to a place that only the container has.
  if ((await lstat(join(directory, below)).catch(() => undefined)) !== undefined) return;
  throw unstartable(directory, `there is no file "${below}", which it names as ${path}`);
}

function unstartable(directory: string, what: string, hint?: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${join(directory, 'agent.yaml')}: command cannot be started: ${what}`,
    hint:
      hint ??
      'name an executable file of the directory, or a program of the images such as bash or node',
  });
}
