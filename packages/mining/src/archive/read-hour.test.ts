import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readDefinition, type Definition } from '../event-filter/definition.ts';
import type { Finding } from '../event-filter/event-filter.ts';
import type { ShardResult } from '../sources/shard.ts';
import { era2011, era2012, era2015, era2025, otherEvent, sha } from './eras.testkit.ts';
import { readHour } from './read-hour.ts';

let definition: Definition;
let folder: string;

beforeAll(async () => {
  definition = await readDefinition();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-hour-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Buffer): Promise<ShardResult> {
  const file = join(folder, '2016-03-11-10.json.gz');
  await writeFile(file, bytes);
  return readHour(file, definition);
}

function hour(events: readonly object[], separator = '\n'): Buffer {
  return gzipSync(events.map((event) => `${JSON.stringify(event)}${separator}`).join(''));
}

function summary(finding: Finding): string {
  const { repository, number } = finding.kind === 'rejected' ? finding : finding.commit;
  const more =
    finding.kind === 'rejected'
      ? finding.why.code
      : finding.kind === 'incomplete'
        ? finding.missing.join('+')
        : (finding.commit.golden ?? '');
  return `${repository}#${number ?? ''} ${finding.kind} ${more}`;
}

describe('an hour with events of every era', () => {
  const events = [
    otherEvent(),
    era2011({ repository: 'a/first', number: 1 }),
    era2012({ repository: 'a/timeline', number: 2, golden: sha(2) }, true),
    era2012({ repository: 'a/timeline', number: 3 }, false),
    era2012({ repository: 'a/timeline', number: 4, stars: 5 }, true),
    era2015({ repository: 'a/full', number: 5, golden: sha(5) }, true),
    era2015({ repository: 'a/full', number: 6 }, false),
    era2015({ repository: 'a/full', number: 7 }, false, 'opened'),
    era2015({ repository: 'a/full', number: 8, files: 22, golden: sha(8) }, true),
    era2015({ repository: 'a/full', number: 9, files: 23, golden: sha(9) }, true),
    era2015({ repository: 'a/full', number: 10, stars: 89 }, true),
    era2015({ repository: 'a/full', number: 11, title: 'Fix and refactor' }, true),
    era2015({ repository: 'a/full', number: 12, title: 'Fixture prefixes: rename' }, true),
    era2015({ repository: 'a/full', number: 13, title: 'Bring tea' }, true),
    era2025({ repository: 'a/trimmed', number: 14 }, 'closed'),
    era2025({ repository: 'a/trimmed', number: 15 }, 'merged'),
    era2015({ repository: 'a/full', number: 5, golden: sha(5) }, true),
  ];
  const expected = [
    'a/first#1 incomplete merged+golden+stars+paths',
    `a/timeline#2 admitted ${sha(2)}`,
    'a/timeline#4 rejected stars',
    `a/full#5 admitted ${sha(5)}`,
    'a/full#8 rejected paths',
    `a/full#9 admitted ${sha(9)}`,
    'a/full#10 rejected stars',
    'a/full#11 rejected veto-word',
    `a/full#12 admitted ${sha(1012)}`,
    'a/full#13 rejected no-keyword',
    'a/trimmed#14 incomplete merged+golden+title+stars+paths',
    'a/trimmed#15 incomplete golden+title+stars+paths',
  ];

  test('returns each merge once, with its reason', async () => {
    const { findings, coverage } = await read(hour(events));
    expect(findings.map(summary)).toStrictEqual(expected);
    expect(coverage).toMatchObject({ status: 'whole', records: events.length, unreadable: 0 });
  });

  test('returns the same for JSON that is not compact', async () => {
    const text = events.map(
      (event) => `${JSON.stringify(event, null, 1).replaceAll(/\n */g, ' ')}\n`,
    );
    const { findings } = await read(gzipSync(text.join('')));
    expect(findings.map(summary)).toStrictEqual(expected);
  });

  test('returns the same for several gzip members and for carriage returns', async () => {
    const members = Buffer.concat([
      hour(events.slice(0, 4), '\r\n'),
      hour(events.slice(4), '\r\n'),
    ]);
    const { findings, coverage } = await read(members);
    expect(findings.map(summary)).toStrictEqual(expected);
    expect(coverage.status).toBe('whole');
  });
});

describe('incomplete hours', () => {
  const pulls = Array.from({ length: 400 }, (_, at) =>
    era2015({ repository: 'a/full', number: at + 1, golden: sha(at + 1) }, true),
  );

  test('a truncated file gives the events before its end', async () => {
    const whole = hour(pulls);
    const { findings, coverage } = await read(whole.subarray(0, Math.floor(whole.length / 2)));
    expect(coverage.status).toBe('truncated');
    expect(findings.length).toBeGreaterThan(50);
    expect(findings.length).toBeLessThan(400);
  });

  test('a corrupt file gives the events before the corrupt position, and never throws', async () => {
    const broken = Buffer.concat([hour(pulls.slice(0, 100)), Buffer.from('no gzip at all')]);
    const { findings, coverage } = await read(broken);
    expect(findings.length).toBeGreaterThan(90);
    expect(coverage.status).toBe('truncated');
    const damaged = hour(pulls);
    const middle = Math.floor(damaged.length / 2);
    damaged.fill(0xff, middle, middle + 64);
    const second = await read(damaged);
    expect(second.coverage.status).toBe('truncated');
  });

  test('an empty file is recorded, not an error', async () => {
    const { findings, coverage } = await read(Buffer.alloc(0));
    expect(findings).toStrictEqual([]);
    expect(coverage).toMatchObject({ status: 'empty', records: 0 });
  });

  test('invalid JSON and hostile repository names are counted and dropped', async () => {
    const hostile = era2015({ repository: 'a/full', number: 1 }, true) as {
      repo: { name: string };
    };
    hostile.repo.name = '../../etc';
    const text = `{"type":"PullRequestEvent","action":"closed"\n${JSON.stringify(hostile)}\n`;
    const { findings, coverage } = await read(gzipSync(text));
    expect(findings.map(summary)).toStrictEqual([`a/full#1 admitted ${sha(1001)}`]);
    expect(coverage.unreadable).toBe(1);
  });
});
