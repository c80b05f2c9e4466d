import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImportCounts } from './import-counts.ts';
import { importTickets, type ImportFormat } from './import-tickets.ts';
import { parseTime } from './parse-time.ts';
import type { Ticket } from './ticket.ts';
import { readTickets, writeTickets } from './tickets-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function imported(
  text: string | Buffer,
  format: ImportFormat,
): Promise<{ readonly tickets: readonly Ticket[]; readonly counts: ImportCounts }> {
  const file = join(folder, 'given');
  await writeFile(file, text);
  const counts = new ImportCounts();
  const out = join(folder, 'tickets.jsonl');
  await writeTickets(out, importTickets([file], format, counts));
  const tickets: Ticket[] = [];
  for await (const ticket of readTickets(out)) tickets.push(ticket);
  return { tickets, counts };
}

const ISSUE = {
  key: 'SPR-7',
  fields: {
    summary: 'A',
    description: 'text\r\nmore',
    created: '2009-01-01T01:00:00.000+0100',
    resolutiondate: '2009-01-02T00:00:00.500+0000',
    watches: { watchCount: 3, isWatching: false },
    assignee: { displayName: 'Ann' },
    status: { name: 'Closed' },
  },
};
const TICKET: Ticket = {
  key: 'SPR-7',
  summary: 'A',
  description: 'text\r\nmore',
  created: '2009-01-01T00:00:00.000Z',
  resolved: '2009-01-02T00:00:00.500Z',
  watches: 3,
  assignee: 'Ann',
};

describe('Jira', () => {
  test('JSON lines, an array and a response of the server give the same', async () => {
    for (const text of [
      `${JSON.stringify(ISSUE)}\n`,
      JSON.stringify([ISSUE]),
      JSON.stringify({ total: 1, issues: [ISSUE] }, null, 2),
    ]) {
      expect((await imported(text, 'jira')).tickets).toEqual([TICKET]);
    }
  });

  test("MongoDB's extended JSON, null fields and documents of Jira Cloud", async () => {
    const mongo = {
      _id: { $oid: 'x' },
      key: 'spr-8',
      fields: {
        created: { $date: '2009-01-01T00:00:00Z' },
        resolutiondate: { $date: { $numberLong: '1230854400000' } },
        watches: { watchCount: { $numberInt: '4' } },
        assignee: null,
        summary: null,
        description: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }],
        },
      },
    };
    const { tickets } = await imported(`${JSON.stringify(mongo)}\n{"key":"SPR-9"}\n`, 'jira');
    expect(tickets).toMatchObject([
      {
        key: 'SPR-8',
        summary: '',
        description: 'Hi\n',
        created: '2009-01-01T00:00:00.000Z',
        resolved: '2009-01-02T00:00:00.000Z',
        watches: 4,
        assignee: null,
      },
      { key: 'SPR-9', created: null, resolved: null, watches: null },
    ]);
  });

  test('other entries are counted, and a file without tickets is rejected', async () => {
    const { counts } = await imported(
      `${JSON.stringify(ISSUE)}\n{"number":1}\nnull\nbroken\n`,
      'jira',
    );
    expect([...counts.skipped]).toEqual([['not a Jira issue', 3]]);
    await expect(imported('{"number":1}', 'jira')).rejects.toMatchObject({ kind: 'invalid-file' });
    await expect(imported('', 'jira')).rejects.toMatchObject({ kind: 'invalid-file' });
  });
});

test('GitHub: plain issues and issues migrated from Jira, but no pull requests', async () => {
  const plain = {
    number: 12,
    title: 'T',
    body: null,
    created_at: '2020-01-01T00:00:00Z',
    closed_at: null,
  };
  const moved = {
    ...plain,
    number: 13,
    title: 'Broken [SPR-77]',
    body: '**[Ann](https://x/a?b)** opened **[SPR-77](https://x/y)** and commented\n\nThe text\n\n---\nof it\n\n---\n\n**Affects:** 3.0\n\n**Referenced from:** commits abc\n\n1 votes, 3 watchers\n',
    closed_at: '2020-01-03T00:00:00Z',
    assignee: { login: 'bob' },
  };
  const pull = { ...plain, pull_request: { url: 'x' } };
  const { tickets, counts } = await imported(JSON.stringify([plain, moved, pull]), 'github');
  expect(tickets).toMatchObject([
    { key: 'GH-12', summary: 'T', description: '', resolved: null, watches: null, assignee: null },
    {
      key: 'SPR-77',
      summary: 'Broken',
      description: 'The text\n\n---\nof it\n',
      watches: 3,
      assignee: 'bob',
    },
  ]);
  expect([...counts.skipped]).toEqual([['pull request', 1]]);
});

test('CSV: standard columns, and an export of Jira with one column per watcher', async () => {
  const own = 'key,created,resolved,watches,assignee\nA-1,2009-01-01,2009-01-02T00:00:00Z,3,Ann\n';
  expect((await imported(own, 'csv')).tickets).toMatchObject([
    { key: 'A-1', created: '2009-01-01T00:00:00.000Z', watches: 3, assignee: 'Ann', summary: '' },
  ]);
  const jira =
    'Summary,Issue key,Created,Resolved,Watchers,Watchers\r\n"a, b",A-2,03/May/12 10:15 PM,,ann,\r\n';
  expect((await imported(jira, 'csv')).tickets).toMatchObject([
    {
      key: 'A-2',
      summary: 'a, b',
      created: '2012-05-03T22:15:00.000Z',
      resolved: null,
      watches: 1,
    },
  ]);
  await expect(imported('key,created\nA-1,2009-01-01\n', 'csv')).rejects.toThrow(/resolved/);
});

test('CSV: what cannot be read is told, and no time is moved to another day', async () => {
  const { tickets, counts } = await imported(
    'key,created,resolved\nA-1,2012-02-30,2012-03-01\nA-2,2012-02-28,\nA-2,2012-02-29,\n',
    'csv',
  );
  expect(tickets.map(({ key, created }) => [key, created])).toEqual([
    ['A-1', null],
    ['A-2', '2012-02-28T00:00:00.000Z'],
    ['A-2', '2012-02-29T00:00:00.000Z'],
  ]);
  expect([...counts.remarks]).toEqual([
    [
      'with a created time that does not exist or cannot be read',
      { count: 1, example: '"2012-02-30" in A-1' },
    ],
    ['with the key of an earlier row, which counts instead', { count: 1, example: 'A-2' }],
  ]);
});

test.each([
  ['only times of an unknown format', 'key,created,resolved\nA-1,03/Mai/12 10:15,\n', /Mai/],
  [
    'bytes of Latin-1',
    Buffer.from('key,created,resolved,summary\nA,,,caf\xe9\n', 'latin1'),
    /line 2/,
  ],
  ['a quote that does not close', 'key,summary,created,resolved\nA,"x,,\nB,"y",,\n', /line 3/],
  [
    'a row with fields in wrong columns',
    'key,summary,created,resolved\nA,x,y,,2012-01-01\n',
    /5 fields/,
  ],
])('CSV: %s is refused', async (_name, text, message) => {
  await expect(imported(text, 'csv')).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(message) as string,
  });
});

test('CSV: a table that a spreadsheet wrote as UTF-16', async () => {
  const text = 'sep=;\r\nIssue key;Summary;Created;Resolved\r\nA-1;ü;2012-02-29;\r\n';
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    expect((await imported(bytes, 'csv')).tickets).toMatchObject([{ key: 'A-1', summary: 'ü' }]);
  }
});

test('any day and time: what parseTime returns is the day that was written', () => {
  const number = (max: number) =>
    fc.integer({ min: 0, max }).map((each) => String(each).padStart(2, '0'));
  fc.assert(
    fc.property(number(15), number(35), number(30), number(70), (month, day, hour, minute) => {
      const text = `2012-${month}-${day}T${hour}:${minute}`;
      const time = parseTime(text);
      expect(time === undefined || time.startsWith(text)).toBe(true);
    }),
  );
});

test('times with offsets, fractions and none', () => {
  expect(parseTime('2009-01-01 10:00')).toBe('2009-01-01T10:00:00.000Z');
  expect(parseTime('2009-01-01T10:00:00.123456-0530')).toBe('2009-01-01T15:30:00.123Z');
  expect(parseTime('12/Jan/09 12:05 AM')).toBe('2009-01-12T00:05:00.000Z');
  for (const none of ['', 'yesterday', '2009', '1/Foo/09 1:00 AM', '31/Apr/12 1:00 AM']) {
    expect(parseTime(none)).toBeUndefined();
  }
  const impossible = [
    '2011-02-29',
    '2012-13-01',
    '0012-01-01',
    '2012-02-03 24:00',
    '2012-02-03 23:60',
  ];
  for (const none of [
    ...impossible,
    '2012-02-03T10:00+24:00',
    '3/Feb/12 13:00 PM',
    '3/Feb/12 0:10 AM',
  ]) {
    expect(parseTime(none)).toBeUndefined();
  }
});
