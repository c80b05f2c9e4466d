import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '@refbench/test-helpers';
import { Journal, readJournal } from './journal.ts';

const eventSchema = z.strictObject({ n: z.int() });

test('returns events in the order of the calls', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'events.jsonl');
  {
    await using journal = await Journal.open<{ n: number }>(path);
    await Promise.all([1, 2, 3].map((n) => journal.append({ n })));
  }
  expect(await readJournal(path, eventSchema)).toEqual({
    events: [{ n: 1 }, { n: 2 }, { n: 3 }],
    invalidLines: 0,
  });
});

test('removes an incomplete last line before the next event', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'events.jsonl');
  await appendFile(path, '{"n":1}\n{"n":');
  {
    await using journal = await Journal.open<{ n: number }>(path);
    await journal.append({ n: 2 });
  }
  expect(await readFile(path, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
});

test('counts invalid lines', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'events.jsonl');
  await appendFile(path, '{"n":1}\nhello\n{"n":"2"}\n{"n":3}\n');
  expect(await readJournal(path, eventSchema)).toEqual({
    events: [{ n: 1 }, { n: 3 }],
    invalidLines: 2,
  });
});

test('an absent journal has no events', async () => {
  await using folder = await temporaryFolder();
  const journal = await readJournal(join(folder.path, 'none'), eventSchema);
  expect(journal.events).toEqual([]);
});
