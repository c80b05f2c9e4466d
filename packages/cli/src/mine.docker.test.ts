import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** An hour of 300 merges; every pull request is in two hours, as if it had been captured twice. */
function hourFile(hour: number): Buffer {
  const lines = Array.from({ length: 300 }, (_, at) => merge(hour, hour * 150 + at + 1));
  return gzipSync(`${lines.join('\n')}\n`);
}

async function archive(path: string, hours: number): Promise<void> {
  await mkdir(path, { recursive: true });
  for (let hour = 0; hour < hours; hour += 1) {
    await writeFile(join(path, `2024-05-01-${hour}.json.gz`), hourFile(hour));
  }
}

interface HourServer extends AsyncDisposable {
  readonly url: string;
  /** Resolves when the held hour was asked for. */
  readonly reached: Promise<unknown>;
  readonly release: () => void;
}

/** Serves hours 0 to 11 without hour 4. One hour is delayed until it is released. */
async function hourServer(held: number): Promise<HourServer> {
  const events = new EventTarget();
  const reached = once(events, 'reached');
  const released = once(events, 'released');
  let isHeld = true;
  const server = createServer((request, response) => {
    const hour = Number(/-(\d+)\.json\.gz$/.exec(request.url ?? '')?.[1]);
    const answer = (): unknown =>
      hour === 4 ? response.writeHead(404).end() : response.end(hourFile(hour));
    if (!isHeld || hour !== held) return void answer();
    events.dispatchEvent(new Event('reached'));
    void released.then(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{hour}.json.gz`,
    reached,
    release() {
      isHeld = false;
      events.dispatchEvent(new Event('released'));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function mineArchive(url: string, mined: string, jobs = 1): readonly string[] {
  return [
    'mine',
    'archive',
    '--archive-url',
    url,
    '--from',
    '2024-05-01-0',
    '--to',
    '2024-05-01-11',
    '--jobs',
    String(jobs),
    '--folder',
    mined,
  ];
}

/** All that mining leaves, without the order in which hours were read. */
async function minedBy(folder: string): Promise<Readonly<Record<string, string>>> {
  const units = await readdir(join(folder, 'units'));
  const files = await Promise.all(
    units.map(async (name) => [
      name,
      (await readFile(join(folder, 'units', name))).toString('hex'),
    ]),
  );
  const records = new Map<string, string>();
  for (const line of (await readFile(join(folder, 'units.jsonl'), 'utf8')).trim().split('\n')) {
    records.set((JSON.parse(line) as { unit: string }).unit, line);
  }
  return { ...Object.fromEntries(files), ...Object.fromEntries(records) };
}

test('kill -9 in the middle of the archive: the same command reads only the rest', async () => {
  await using folder = await temporaryFolder();
  const [files, mined] = [join(folder.path, 'archive'), join(folder.path, 'mined')];
  await archive(files, 12);
  // Nobody writes to this pipe, so the command cannot finish before it is killed.
  const held = join(files, '2024-05-01-6.json.gz');
  await rm(held);
  execFileSync('mkfifo', [held]);
  // A missing hour is recorded and not requested again.
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

  await rm(held);
  await writeFile(held, hourFile(6));
  const finished = await refbench(command);
  expect(finished.code).toBe(0);
  const units = async (): Promise<string[]> =>
    (await readFile(join(mined, 'units.jsonl'), 'utf8')).trim().split('\n');
  const seen = (await units()).map((line) => (JSON.parse(line) as { unit: string }).unit);
  expect(seen).toHaveLength(13);
  expect(new Set(seen).size).toBe(13);
  expect(finished.stderr).toMatch(/\d+ shards? already read/);
  expect((await units()).filter((line) => line.includes('"missing"'))).toHaveLength(1);

  const explained = await refbench(['mine', 'explain', 'a/b#151', '--folder', mined]);
  expect(explained.stdout.match(/^found:/gm)).toHaveLength(2);
});

test('Ctrl-C once: the current hour is finished, 130, and the same command reads the rest', async () => {
  await using folder = await temporaryFolder();
  const [mined, undisturbed] = [join(folder.path, 'mined'), join(folder.path, 'undisturbed')];
  await using server = await hourServer(6);
  const interrupted = await refbench(mineArchive(server.url, mined), {
    kill: server.reached.then(() => 'SIGINT'),
    onErrorLine(line) {
      if (line.startsWith('Finishing')) server.release();
      return undefined;
    },
  });
  expect(interrupted.code).toBe(130);
  const units = Object.keys(await minedBy(mined)).filter((name) => !name.endsWith('.gz'));
  expect(units).toStrictEqual([0, 1, 2, 3, 4, 5, 6].map((hour) => `archive-2024-05-01-${hour}`));

  const finished = await refbench(mineArchive(server.url, mined));
  expect(finished.code).toBe(0);
  // All but the hole, which is asked for again.
  expect(finished.stderr).toContain('6 shards already read');
  expect((await refbench(mineArchive(server.url, undisturbed))).code).toBe(0);
  expect(await minedBy(mined)).toStrictEqual(await minedBy(undisturbed));
});

test.each([1, 2])(
  'Ctrl-C twice with %s job(s): what runs is left, 130, and nothing is lost',
  async (jobs) => {
    await using folder = await temporaryFolder();
    const [mined, undisturbed] = [join(folder.path, 'mined'), join(folder.path, 'undisturbed')];
    await using server = await hourServer(6);
    const interrupted = await refbench(mineArchive(server.url, mined, jobs), {
      kill: server.reached.then(() => 'SIGINT'),
      onErrorLine: (line) => (line.startsWith('Finishing') ? 'SIGINT' : undefined),
    });
    expect(interrupted.code).toBe(130);
    expect(interrupted.stderr).toContain('run the same command to resume');
    expect(await minedBy(mined)).not.toHaveProperty('archive-2024-05-01-6');

    server.release();
    expect((await refbench(mineArchive(server.url, mined, jobs))).code).toBe(0);
    expect(await readdir(join(mined, 'downloads'))).toStrictEqual([]);
    expect((await refbench(mineArchive(server.url, undisturbed, jobs))).code).toBe(0);
    expect(await minedBy(mined)).toStrictEqual(await minedBy(undisturbed));
  },
);
