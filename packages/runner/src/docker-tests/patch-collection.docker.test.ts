import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COLLECTION_LIMITS } from '@refbench/repos';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';

/** Trees that are made to keep their reader busy, or that leave no room to read them. */

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.openSmall();
});
afterEach(async () => {
  expect(await bed.leftovers()).toEqual([]);
});
afterAll(() => bed[Symbol.asyncDispose]());

const HONEST = 'printf "honest\\n" > honest.txt\n';

async function attempt(
  name: string,
  script: string,
  options: Parameters<TestBed['run']>[2] = {},
): Promise<{
  readonly score: ReturnType<typeof scoreOf>;
  readonly file: (path: string) => Promise<string>;
}> {
  const result = await bed.run(name, [await bed.script(name, script)], options);
  const score = scoreOf(result, name);
  const folder = join(result.folder, score.instance, name, String(score.attempt));
  return { score, file: (path) => readFile(join(folder, path), 'utf8') };
}

test('sparse files and hard links in an ignored folder are not read', async () => {
  const { score, file } = await attempt(
    'ignored',
    `${HONEST} mkdir -p node_modules/x && cd node_modules/x
     for i in $(seq 40); do truncate -s 2G sparse$i; done
     echo x > first; perl -e 'link "first", "link$_" for 1..20000'\n`,
    // Base has fewer entries than a hundred.
    { collectionLimits: { ...COLLECTION_LIMITS, entries: 200 } },
  );
  expect(await file('patch.diff')).toMatch(/^diff --git a\/honest.txt/);
  expect(score).toMatchObject({ outcome: { kind: 'completed' }, verdict: 'model', pass: 1 });
});

test.each([
  ['without a free inode', `perl -e 'for (1..1e6) { open(F, ">", "dist/$_") or exit 1 }'`],
  ['without a free byte', 'head -c 1G /dev/zero > dist/big'],
])('a disk %s is read all the same', async (how, fill) => {
  const { score, file } = await attempt(
    how.split(' ').at(-1) ?? '',
    `${HONEST} mkdir -p dist; ${fill}; exit 1\n`,
    { agentLimits: { storage_bytes: 64 * 2 ** 20 } },
  );
  expect(await file('patch.diff')).toContain('+honest');
  expect(score).toMatchObject({
    attempt: 1,
    outcome: { kind: 'storage-exceeded', enforcement: 'kernel' },
    verdict: 'model',
    pass: 1,
  });
});

test('a suite that takes all inodes of its own disk is a result of the patch', async () => {
  const { score } = await attempt(
    'suite-fills-disk',
    `cat > test/fill.test.ts <<'EOF'
import { writeFileSync } from 'node:fs';
try { for (let n = 0; n < 1e6; n += 1) writeFileSync('/tmp/fill' + n, ''); } catch {}
process.exit(1);
EOF\n`,
    { gradeLimits: { storage_bytes: 64 * 2 ** 20 } },
  );
  expect(score).toMatchObject({ verdict: 'model', pass: 0, attempt: 1 });
});

test('exceeding the limit of entries has a separate outcome', async () => {
  const { score, file } = await attempt(
    'entries',
    `${HONEST} mkdir many; perl -e 'mkdir "many/$_" for 1..5000'\n`,
    { collectionLimits: { ...COLLECTION_LIMITS, entries: 3000 } },
  );
  expect(score).toMatchObject({
    attempt: 1,
    outcome: { kind: 'harvest-exceeded', limit: 'entries', limit_value: 3000 },
    verdict: 'model',
    pass: 0,
  });
  const record: unknown = JSON.parse(await file('attempt.json'));
  expect(record).toMatchObject({ harvested: { kind: 'rejected', stage: 'entries' } });
});

test('exceeding the time limit has the same outcome', async () => {
  const { score } = await attempt('time', HONEST, {
    collectionLimits: { ...COLLECTION_LIMITS, ms: 1 },
  });
  expect(score.outcome).toEqual({ kind: 'harvest-exceeded', limit: 'time', limit_value: 1 });
});

test('the first interrupt stops a long patch collection', async () => {
  const drain = new AbortController();
  const script = await bed.script('busy', `mkdir many; perl -e 'mkdir "many/$_" for 1..150000'\n`);
  const result = await bed.run('busy', [script], {
    drain: drain.signal,
    onEvent: (event) => {
      if (event.kind === 'phase' && event.phase === 'collecting') {
        // The collection starts in the same turn as the event.
        setImmediate(() => drain.abort(new Error('interrupted')));
      }
    },
  });
  expect(result).toMatchObject({ interrupted: true, scores: [] });
});
