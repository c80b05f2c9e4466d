import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

/** Files of a git directory with a single commit. Any other file may refer to another commit. */
const EXPECTED: readonly RegExp[] = [
  /^(HEAD|config|description|index|packed-refs|COMMIT_EDITMSG)$/,
  /^hooks\/[^/]+$/,
  /^info\/(exclude|attributes|refs)$/,
  /^objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/,
  /^objects\/info\/(packs|commit-graph)$/,
  /^objects\/pack\/pack-[0-9a-f]{40}\.(pack|idx|rev|bitmap)$/,
  /^refs\/heads\/[^/]+$/,
];

/**
 * Lists the content of a git directory beyond one commit, one branch and their objects. Hooks are
 * ignored. In the configuration, only remotes are reported.
 */
export async function gitDirectoryFaults(directory: string): Promise<readonly string[]> {
  const files = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
  const faults = files
    .filter((file) => !EXPECTED.some((pattern) => pattern.test(file)))
    .map((file) => `the file ${file}`);
  try {
    const remotes = await git(directory, [
      'config',
      '--file',
      'config',
      '--get-regexp',
      '^remote\\.',
    ]);
    return [
      ...faults,
      ...remotes.map((line) => `the setting ${line}`),
      ...(await history(directory)),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return [...faults, `what git cannot read: ${reason}`];
  }
}

async function history(directory: string): Promise<readonly string[]> {
  const faults: string[] = [];
  const references = await git(directory, ['for-each-ref', '--format=%(refname)']);
  if (references.length > 1) faults.push(`the references ${references.join(', ')}`);
  const objects = new Map<string, string>();
  for (const line of await git(directory, [
    'cat-file',
    '--batch-all-objects',
    '--unordered',
    '--batch-check=%(objectname) %(objecttype)',
  ])) {
    const [oid = '', type = ''] = line.split(' ');
    objects.set(oid, type);
  }
  const ofType = (type: string): number =>
    [...objects.values()].filter((found) => found === type).length;
  if (ofType('commit') !== 1) faults.push(`${ofType('commit')} commits instead of one`);
  if (ofType('tag') > 0) faults.push(`${ofType('tag')} tags`);
  for (const line of await git(directory, ['rev-list', '--objects', 'HEAD'])) {
    objects.delete(line.slice(0, 40));
  }
  const [loose] = objects;
  if (loose !== undefined) {
    faults.push(`${objects.size} objects that HEAD does not need, such as ${loose[1]} ${loose[0]}`);
  }
  return faults;
}

/** Returns the time of a commit; undefined if the repository does not contain it. */
export async function commitTime(directory: string, commit: string): Promise<Date | undefined> {
  const lines = await git(directory, ['cat-file', 'commit', commit]).catch(() => []);
  const seconds = /^committer .* (\d+) [+-]\d{4}$/m.exec(lines.join('\n'))?.[1];
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1000);
}

async function git(directory: string, args: readonly string[]): Promise<readonly string[]> {
  const { stdout, exitCode, stderr } = await execa('git', ['--git-dir', directory, ...args], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_NO_REPLACE_OBJECTS: '1',
      LC_ALL: 'C',
    },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    maxBuffer: 1_000_000_000,
  });
  // `git config` exits with 1 if there is no output.
  if (exitCode !== 0 && !(exitCode === 1 && stderr === '')) throw new Error(stderr);
  return stdout === '' ? [] : stdout.split('\n');
}
