import { lstat, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { AGENT_FOLDER } from './agent/agent.ts';

/** Extensions of scripts in a directory. System programs do not have them. */
const SCRIPT = /\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|exe)$/;

/**
 * Returns whether the program of an agent directory is a file in the directory. Otherwise it is a
 * program of the image, which cannot be checked here. Commands that would certainly fail are refused.
 * @param command argv in agent.yaml
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

/** Refuses a path below AGENT_FOLDER that does not exist in the directory. */
async function refuseMissing(directory: string, path: string): Promise<void> {
  const below = posix.relative(AGENT_FOLDER, posix.normalize(path));
  if (!path.startsWith(`${AGENT_FOLDER}/`) || below.startsWith('..')) return;
  // A link may refer to a path that only exists in the container.
  if ((await lstat(join(directory, below)).catch(() => undefined)) !== undefined) return;
  throw unstartable(directory, `there is no file "${below}" for the argument ${path}`);
}

function unstartable(directory: string, what: string, hint?: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${join(directory, 'agent.yaml')}: command cannot be started: ${what}`,
    hint:
      hint ??
      'specify an executable file in the directory, or a program of the images such as bash or node',
  });
}
