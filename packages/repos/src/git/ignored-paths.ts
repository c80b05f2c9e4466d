import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { localGitEnv, SAFE_CONFIG } from './git-env.ts';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 2 ** 28;

/**
 * Returns the ignored files and folders in a folder as relative paths with one character per byte.
 * Empty if git fails, e.g. because the folder is not in a work tree or git is not installed.
 */
export async function ignoredPaths(folder: string): Promise<ReadonlySet<string>> {
  const list = [
    'ls-files',
    '--others',
    '--ignored',
    '--exclude-standard',
    '--directory',
    '-z',
    '.',
  ];
  const result = await run('git', [...SAFE_CONFIG, ...list], {
    cwd: folder,
    env: localGitEnv(),
    encoding: 'buffer',
    maxBuffer: MAX_OUTPUT_BYTES,
  }).catch(() => undefined);
  const names = result?.stdout.toString('latin1').split('\0') ?? [];
  return new Set(names.filter((name) => name !== '').map((name) => name.replace(/\/$/, '')));
}
