import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refbench, temporaryFolder } from './command.testkit.ts';

// No container is needed; but the built command is, which these tests have.

const COMMITS = 100;
const FILES = 46;

/** A bare `owner/name` of commits that each change every file. */
async function mirrorAt(folder: string): Promise<void> {
  const git = join(folder, 'owner', 'name.git');
  await mkdir(git, { recursive: true });
  const run = (args: readonly string[], input = ''): void => {
    const { status, stderr } = spawnSync('git', args, { cwd: git, input, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  run(['init', '--quiet', '--bare', '--initial-branch=trunk']);
  run(['fast-import', '--quiet'], Array.from({ length: COMMITS + 1 }, commitStream).join(''));
}

function commitStream(_: unknown, at: number): string {
  const message = `Refactor the names of step ${at}`;
  const files = Array.from({ length: FILES }, (_file, file) => {
    const lines = Array.from(
      { length: 5 + (at % 7) },
      (_line, line) => `call(${at * line}, ${file})\n`,
    );
    const text = lines.join('');
    return `M 100644 inline src/file${file}.ts\ndata ${text.length}\n${text}`;
  });
  return [
    'commit refs/heads/trunk\n',
    `committer A <a@example.com> ${1_700_000_000 + at} +0000\n`,
    `data ${message.length}\n${message}\n`,
    ...files,
  ].join('');
}

/** A folder with a git that shows the last of the commits only after ten minutes. */
async function waitingGit(folder: string): Promise<string> {
  const mirror = join(folder, 'owner/name.git');
  const options = { cwd: mirror, encoding: 'utf8' } as const;
  const commit = execFileSync('git', ['rev-parse', 'trunk'], options).trim();
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const script = `#!/bin/sh
case "$*" in *diff*${commit}*) exec sleep 600 ;; esac
PATH='${process.env['PATH']}' exec git "$@"
`;
  await writeFile(join(bin, 'git'), script, { mode: 0o755 });
  return bin;
}

test('Ctrl-C while commits are measured: 130, and repeating the command produces the same result', async () => {
  await using folder = await temporaryFolder();
  await mirrorAt(folder.path);
  const shared = ['--mirror', folder.path, '--state-dir', join(folder.path, 'state')];
  const mine = async (name: string): Promise<string> => {
    const mined = join(folder.path, name);
    const repositories = ['mine', 'git', '--repositories', 'owner/name', '--folder', mined];
    expect((await refbench([...repositories, ...shared])).code).toBe(0);
    return mined;
  };
  const rank = (mined: string): readonly string[] => ['mine', 'rank', '--folder', mined, ...shared];
  const mined = await mine('mined');
  // One job waits for a commit, so that the command cannot finish before it is interrupted.
  const path = `${await waitingGit(folder.path)}:${process.env['PATH']}`;
  const interrupted = await refbench([...rank(mined), '--jobs', '2'], {
    env: { PATH: path },
    onErrorLine: (line) => (line.startsWith('measured 50 of') ? 'SIGINT' : undefined),
  });
  expect(interrupted.code).toBe(130);
  expect(interrupted.stderr).toContain('run the same command to resume');
  const measures = async (): Promise<number> =>
    (await readFile(join(mined, 'measures.jsonl'), 'utf8')).trim().split('\n').length;
  const kept = await measures();
  expect(kept).toBeGreaterThanOrEqual(50);
  expect(kept).toBeLessThan(COMMITS);

  const finished = await refbench(rank(mined));
  expect(finished.code).toBe(0);
  // Each commit was measured once.
  expect(await measures()).toBe(COMMITS);
  const undisturbed = await mine('undisturbed');
  expect((await refbench([...rank(undisturbed), '--jobs', '1'])).stdout).toBe(finished.stdout);
  const ranking = (at: string): Promise<string> => readFile(join(at, 'ranking.jsonl'), 'utf8');
  expect(await ranking(mined)).toBe(await ranking(undisturbed));
});
