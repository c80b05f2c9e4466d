import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sha256OfBytes } from '@refbench/base';
import { temporaryFolder } from '@refbench/test-helpers';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { packResult } from '../worker/pack-result.ts';
import { importResult } from './import-result.ts';

const PATCH = 'diff --git a/a b/a\n';
const PROMPT = 'do it';

function recordOf(attempt: number, patch = PATCH): string {
  return JSON.stringify({
    schema: 1,
    instance: 'a__a-00000000',
    agent: 'me',
    attempt,
    outcome: { kind: 'completed', oom_seen: false },
    harvested: {
      kind: 'patch',
      digest: sha256OfBytes(patch),
      changed_files: 1,
      special_files: [],
      escaping_links: [],
    },
    inputs: {
      image: null,
      prompt: sha256OfBytes(PROMPT),
      agent: sha256OfBytes('agent'),
    },
    started_at: '2026-01-01T00:00:00.000Z',
    duration_ms: 1,
    tool: 'refbench/0.1.0',
  });
}

async function writeTry(folder: string, attempt: number): Promise<void> {
  await mkdir(join(folder, String(attempt), 'phases'), { recursive: true });
  await writeFile(join(folder, String(attempt), 'prompt.md'), PROMPT);
  await writeFile(join(folder, String(attempt), 'patch.diff'), PATCH);
  await writeFile(join(folder, String(attempt), 'attempt.json'), recordOf(attempt));
  await writeFile(join(folder, String(attempt), 'phases/plan-0.md'), 'a plan');
}

const STARTED = {
  kind: 'attempt-started',
  instance: 'a__a-00000000',
  agent: 'me',
  attempt: 2,
  at: '2026-01-01T00:00:00.000Z',
};

async function journalOf(folder: string): Promise<string> {
  const path = join(folder, 'events.jsonl');
  const opened = { kind: 'opened', tool: 't', pid: 1, at: STARTED.at };
  await writeFile(path, `${JSON.stringify(opened)}\n${JSON.stringify(STARTED)}\nnot json\n`);
  return path;
}

async function archiveOf(
  path: string,
  entries: readonly { readonly name: string; readonly type?: 'file' | 'symlink' | 'directory' }[],
): Promise<void> {
  const writer = pack();
  const written = pipeline(writer as AsyncIterable<Buffer>, createWriteStream(path));
  for (const { name, type = 'file' } of entries) {
    writer.entry({ name, type, ...(type === 'symlink' ? { linkname: '/etc/passwd' } : {}) }, '');
  }
  writer.finalize();
  await written;
}

test('takes every new try, and keeps what the gateway of this host has written', async () => {
  await using folder = await temporaryFolder();
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')];
  await writeTry(from, 1);
  await writeTry(from, 2);
  await writeTry(from, 3);
  await writeTry(to, 1);
  await mkdir(join(to, '2'));
  await writeFile(join(to, '2', 'usage.jsonl'), '{"of":"the coordinator"}\n');
  const archive = join(folder.path, 'result.tar');
  await packResult(
    { folder: from, after: 1, journal: await journalOf(folder.path), journalBytes: 0 },
    archive,
  );
  expect(await importResult(archive, to, 1)).toEqual({ kind: 'imported', events: [STARTED] });
  expect((await readdir(to)).sort()).toEqual(['1', '2', '3']);
  expect(await readFile(join(to, '2', 'usage.jsonl'), 'utf8')).toBe('{"of":"the coordinator"}\n');
  expect(await readFile(join(to, '3', 'phases/plan-0.md'), 'utf8')).toBe('a plan');
  expect((await readdir(folder.path)).sort()).toEqual(['events.jsonl', 'from', 'result.tar', 'to']);
});

test.each([
  ['a try that existed before', [{ name: '1/attempt.json' }]],
  ['a path upwards', [{ name: '2/../../x' }]],
  ['an absolute path', [{ name: '/2/x' }]],
  ['a link', [{ name: '2/x', type: 'symlink' as const }]],
  ['something beside the tries', [{ name: 'score.json' }]],
  ['a folder only', [{ name: '2/', type: 'directory' as const }]],
  ['the same file twice', [{ name: '2/x' }, { name: '2/x' }]],
  ['a try without a record', [{ name: '2/prompt.md' }]],
  ['nothing', []],
])('rejects %s, and writes nothing', async (_, entries) => {
  await using folder = await temporaryFolder();
  const to = join(folder.path, 'to');
  await writeTry(to, 1);
  const archive = join(folder.path, 'result.tar');
  await archiveOf(archive, entries);
  expect(await importResult(archive, to, 1)).toMatchObject({ kind: 'rejected' });
  expect(await readdir(to)).toEqual(['1']);
  expect((await readdir(folder.path)).sort()).toEqual(['result.tar', 'to']);
});

test('rejects a patch that is not the one of the record, and an archive that is cut off', async () => {
  await using folder = await temporaryFolder();
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')];
  await writeTry(from, 1);
  const archive = join(folder.path, 'result.tar');
  await packResult(
    { folder: from, after: 0, journal: await journalOf(folder.path), journalBytes: 0 },
    archive,
  );
  const bytes = await readFile(archive);
  await writeFile(archive, bytes.subarray(0, 700));
  expect(await importResult(archive, to, 0)).toMatchObject({ kind: 'rejected' });
  await writeFile(join(from, '1', 'patch.diff'), 'another\n');
  await packResult(
    { folder: from, after: 0, journal: await journalOf(folder.path), journalBytes: 0 },
    archive,
  );
  await expect(importResult(archive, to, 0)).resolves.toMatchObject({
    kind: 'rejected',
    reason: expect.stringContaining('patch.diff') as unknown,
  });
  await expect(readdir(to)).rejects.toThrow(/ENOENT/);
});
