import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { refbench, temporaryFolder } from './command.testkit.ts';

// No container is needed; but the built command is, which these tests have.

function merge(hour: number, number: number): string {
  const repo = { id: 7, full_name: 'a/b', stargazers_count: 500, language: 'Go' };
  const pull_request = {
    number,
    title: 'Refactor and rename everything',
    body: 'x'.repeat(2_000),
    merge_commit_sha: (hour * 10_000 + number).toString(16).padStart(40, '0'),
    base: { repo },
    merged: true,
    changed_files: 70,
  };
  const payload = { action: 'closed', number, pull_request };
  return JSON.stringify({ type: 'PullRequestEvent', repo: { id: 7, name: 'a/b' }, payload });
}

/** Hours of 300 merges; every pull request is in two hours, as if it had been captured twice. */
async function archive(path: string, hours: number): Promise<void> {
  await mkdir(path, { recursive: true });
  for (let hour = 0; hour < hours; hour += 1) {
    const lines = Array.from({ length: 300 }, (_, at) => merge(hour, hour * 150 + at + 1));
    await writeFile(join(path, `2024-05-01-${hour}.json.gz`), gzipSync(`${lines.join('\n')}\n`));
  }
}

test('kill -9 in the middle of the archive: the same command reads only what was not read', async () => {
  await using folder = await temporaryFolder();
  const [files, mined] = [join(folder.path, 'archive'), join(folder.path, 'mined')];
  await archive(files, 12);
  // An hour that nobody has is a fact.
  const command = [
    'mine',
    'archive',
    '--files',
    files,
    '--from',
    '2024-05-01-0',
    '--to',
    '2024-05-01-12',
    '--jobs',
    '2',
    '--folder',
    mined,
    '--json',
  ];
  let lines = 0;
  const killed = await refbench(command, {
    onLine: () => {
      lines += 1;
      return lines === 4 ? 'SIGKILL' : undefined;
    },
  });
  expect(killed.code).toBeNull();

  const finished = await refbench(command);
  expect(finished.code).toBe(0);
  const units = async (): Promise<string[]> =>
    (await readFile(join(mined, 'units.jsonl'), 'utf8')).trim().split('\n');
  const seen = (await units()).map((line) => (JSON.parse(line) as { unit: string }).unit);
  expect(seen).toHaveLength(13);
  expect(new Set(seen).size).toBe(13);
  expect(finished.stderr).toMatch(/\d+ unit\(s\) were read before/);
  expect((await units()).filter((line) => line.includes('"missing"'))).toHaveLength(1);

  const explained = await refbench(['mine', 'explain', 'a/b#151', '--folder', mined]);
  expect(explained.stdout.match(/^found:/gm)).toHaveLength(2);
});
