import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTaskReview, recordTaskReview } from './task-review.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'refbench-task-review-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const write = (name: string, text: string): Promise<void> => writeFile(join(dir, name), text);
const entry = { by: 'Ada', at: '2026-11-23', notes: 'Compared with the diff: "all" of it.\n' };

describe('reading a review', () => {
  test('tells missing texts from texts that nobody reviewed', async () => {
    await write('task.open.md', 'Tidy up.\n');
    expect(await readTaskReview(dir)).toStrictEqual({
      instructed: { kind: 'missing-text' },
      open: { kind: 'unreviewed' },
    });
  });

  test('any other byte of the text voids its review, and only its review', async () => {
    await write('task.open.md', 'Tidy up.\n');
    await write('task.instructed.md', 'Tidy up a.js.\n');
    await recordTaskReview(dir, 'open', entry);
    await recordTaskReview(dir, 'instructed', { ...entry, by: 'Grace' });
    expect(await readTaskReview(dir)).toStrictEqual({
      instructed: { kind: 'reviewed', ...entry, by: 'Grace' },
      open: { kind: 'reviewed', ...entry },
    });
    await write('task.open.md', 'Tidy up. \n');
    expect(await readTaskReview(dir)).toStrictEqual({
      instructed: { kind: 'reviewed', ...entry, by: 'Grace' },
      open: { kind: 'changed', by: 'Ada', at: '2026-11-23' },
    });
    await rm(join(dir, 'task.open.md'));
    expect((await readTaskReview(dir)).open).toStrictEqual({ kind: 'missing-text' });
  });

  test('a file with unknown keys is an error that names it', async () => {
    await write('task.review.yaml', 'schema: 1\ntexts: {}\nsigned: true\n');
    await expect(readTaskReview(dir)).rejects.toThrow('task.review.yaml');
  });
});

describe('recording a review', () => {
  test('a second review of a changed text replaces the first one', async () => {
    await write('task.open.md', 'Tidy up.\n');
    await recordTaskReview(dir, 'open', entry);
    await write('task.open.md', 'Tidy it up.\n');
    await recordTaskReview(dir, 'open', { ...entry, by: 'Grace' });
    expect((await readTaskReview(dir)).open).toMatchObject({ kind: 'reviewed', by: 'Grace' });
    expect(await readFile(join(dir, 'task.review.yaml'), 'utf8')).not.toContain('Ada');
  });

  test('refuses a missing text, a day that does not exist and an empty name', async () => {
    await expect(recordTaskReview(dir, 'open', entry)).rejects.toThrow('does not exist');
    await write('task.open.md', 'Tidy up.\n');
    const wrong = [
      { ...entry, at: '2026-02-30' },
      { ...entry, by: ' ' },
    ];
    for (const one of wrong) {
      await expect(recordTaskReview(dir, 'open', one)).rejects.toMatchObject({ kind: 'usage' });
    }
    expect((await readTaskReview(dir)).open).toStrictEqual({ kind: 'unreviewed' });
  });
});
