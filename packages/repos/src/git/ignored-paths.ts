import { execa } from 'execa';
import { localGitEnv, SAFE_CONFIG } from './git-env.ts';

/**
 * What git ignores in a folder: files and whole folders, relative to it, one character a byte. Empty
 * where the folder is in no work tree, or git is not installed.
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
  const result = await execa('git', [...SAFE_CONFIG, ...list], {
    cwd: folder,
    env: localGitEnv(),
    extendEnv: false,
    encoding: 'buffer',
    stdin: 'ignore',
    reject: false,
  });
  if (result.exitCode !== 0) return new Set();
  const names = Buffer.from(result.stdout).toString('latin1').split('\0');
  return new Set(names.filter((name) => name !== '').map((name) => name.replace(/\/$/, '')));
}
