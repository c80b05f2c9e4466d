import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { scoreSchema, type Score } from '@refbench/contracts';
import fc from 'fast-check';
import { pack, type Header } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signManifest } from '../bundle/keys.ts';
import { packRun } from '../bundle/pack-run.ts';
import { DESCRIPTION, exampleSubmission, newKey, type Example } from '../submission.testkit.ts';
import { verificationMarkdown, type Verification } from './verification.ts';
import { verifySubmission, type VerifyOptions } from './verify-submission.ts';

let example: Example;
beforeAll(async () => {
  example = await exampleSubmission();
});
afterAll(() => example[Symbol.asyncDispose]());

const ATTEMPT = 'run/o__r-00000001/steady/1';

async function verify(path: string, options: Partial<VerifyOptions> = {}): Promise<Verification> {
  const { verification, accepted } = await verifySubmission({
    path,
    knownKeys: new Map([[example.publicKey, 'Someone']]),
    sample: { kind: 'none' },
    regrade: () => Promise.reject(new Error('nothing may be graded')),
    ...options,
  });
  expect(accepted === undefined).toBe(!verification.accepted);
  return verification;
}

function failures({ checks }: Verification): readonly string[] {
  return checks
    .filter(({ result }) => result === 'failed')
    .flatMap(({ name, evidence }) => evidence.map((line) => `${name}: ${line}`));
}

function changeJson(change: (value: Record<string, unknown>) => void) {
  return (files: Map<string, Buffer>, path: string): void => {
    const value = JSON.parse(files.get(path)?.toString() ?? '') as Record<string, unknown>;
    change(value);
    files.set(path, Buffer.from(JSON.stringify(value)));
  };
}

test('a submission is accepted, and its bytes follow from run, description and key', async () => {
  const verification = await verify(await example.write(example.bytes));
  expect(failures(verification)).toEqual([]);
  expect(verification).toMatchObject({ accepted: true, run: 'example' });
  const run = `${example.folder}/run`;
  const again = await packRun({ run, description: DESCRIPTION, key: example.key });
  expect(again.equals(example.bytes)).toBe(true);
  expect(verificationMarkdown(verification)).toContain(
    '| signature | passed | signed by Someone |',
  );
});

const patch = `${ATTEMPT}/patch.diff`;
const score = `${ATTEMPT}/score.json`;

test.each<[string, (files: Map<string, Buffer>) => void, RegExp]>([
  [
    'a changed patch',
    (files) => files.set(patch, Buffer.from('x')),
    /digests: .*patch\.diff differs/,
  ],
  [
    'a changed score',
    (files) => changeJson((one) => (one['pass'] = 0))(files, score),
    /digests: .*score\.json differs/,
  ],
  ['a missing file', (files) => files.delete(score), /digests: .*score\.json is missing/],
  [
    'an additional file',
    (files) => files.set('run/more.txt', Buffer.from('x')),
    /more\.txt is not listed/,
  ],
  ['no manifest', (files) => files.delete('manifest.json'), /manifest: manifest\.json/],
  ['no signature', (files) => files.delete('signature.json'), /signature: signature\.json/],
  [
    'JSON that is nested without end',
    (files) => files.set('manifest.json', Buffer.from('['.repeat(1_000_000))),
    /manifest: manifest\.json/,
  ],
])('%s is refused', async (_, change, reason) => {
  const verification = await verify(await example.forge(change));
  expect(verification.accepted).toBe(false);
  expect(failures(verification).join('\n')).toMatch(reason);
});

test.each<[string, (files: Map<string, Buffer>) => void, RegExp]>([
  [
    'a changed patch',
    (files) => files.set(patch, Buffer.from('x')),
    /evidence: .*patch\.diff differs from the record/,
  ],
  [
    'a better IFR',
    (files) =>
      changeJson((one) => (one['ifr'] = { additive: 1, reductive: 1, total: 1 }))(files, score),
    /scores: .*ifr\.total is 1, not 0\.75/,
  ],
  [
    'a better alignment',
    (files) =>
      changeJson((one) => (one['alignment'] = { additive: 1, reductive: 1, total: 1 }))(
        files,
        score,
      ),
    /scores: .*alignment\.total is 1, not 0\.75/,
  ],
  [
    'a pass that the tests do not support',
    (files) =>
      changeJson(
        (one) =>
          (one['tests'] = { passed: 1, failed: 4, skipped: 0, total: 5, p_min: 5, f_max: 0 }),
      )(files, score),
    /do not reach the bounds/,
  ],
  [
    'a pass without tests',
    (files) => changeJson((one) => (one['no_tests'] = 'none'))(files, score),
    /scores: .*it passes or fails, although its instance has no tests/,
  ],
  [
    'a result that the instance is responsible for',
    (files) =>
      changeJson((one) => {
        one['verdict'] = 'instance';
        one['pass'] = null;
        one['alignment'] = { additive: null, reductive: null, total: null };
      })(files, score),
    /scores: .*it is no result of the agent: the instance failed/,
  ],
  [
    'a score of another instance',
    (files) =>
      files.set(score, files.get('run/o__r-00000002/steady/1/score.json') ?? Buffer.alloc(0)),
    /it is that of another attempt/,
  ],
  [
    'a broken trajectory',
    (files) => files.set(`${ATTEMPT}/trajectory.json`, Buffer.from('{}')),
    /trajectories: .*trajectory\.json/,
  ],
  [
    'no trajectory',
    (files) => files.delete(`${ATTEMPT}/trajectory.json`),
    /although the agent used a model/,
  ],
  [
    'a stray file',
    (files) => files.set('run/o__r-00000001/notes.txt', Buffer.from('x')),
    /does not belong into a submission/,
  ],
])('%s is refused, even with a fitting manifest and signature', async (_, change, reason) => {
  const verification = await verify(await example.forge(change, { sign: example.key }));
  expect(verification.accepted).toBe(false);
  expect(failures(verification).join('\n')).toMatch(reason);
});

test('a missing instance is refused', async () => {
  const gone = (path: string): boolean => path.includes('o__s-00000003');
  const path = await example.forge(
    (files) => {
      for (const name of files.keys()) if (gone(name)) files.delete(name);
    },
    {
      sign: example.key,
      manifest: (one) => ({
        ...one,
        attempts: one.attempts.filter(({ instance }) => !gone(instance)),
      }),
    },
  );
  expect(failures(await verify(path))).toContain(
    'completeness: steady on o__s-00000003 #1 is missing',
  );
});

test('a foreign signature is refused, and so is the signature of another submission', async () => {
  const foreign = await example.forge(() => undefined, { sign: newKey() });
  expect(failures(await verify(foreign)).join()).toMatch(/signature: the key .* is not known/);
  const other = signManifest({ ...example.manifest, run: 'other' }, example.key);
  const signature = Buffer.from(JSON.stringify(other));
  const moved = await example.forge((files) => files.set('signature.json', signature));
  expect(failures(await verify(moved)).join()).toMatch(/does not belong to this manifest and key/);
});

type Entry = readonly [Partial<Header> & Pick<Header, 'name'>, string];

/** A tar.gz with headers that the own writer never makes. */
async function archive(entries: readonly Entry[]): Promise<string> {
  const writer = pack();
  const bytes = buffer(writer);
  for (const [header, content] of entries) {
    if (header.type === 'symlink' || header.type === 'directory') writer.entry(header);
    else writer.entry(header, content);
  }
  writer.finalize();
  return await example.write(gzipSync(await bytes));
}

test.each<[string, readonly Entry[], RegExp]>([
  ['a path that leaves the folder', [[{ name: '../evil' }, 'x']], /leaves its folder|characters/],
  ['an absolute path', [[{ name: '/etc/passwd' }, 'x']], /characters/],
  ['a path with a NUL or a space', [[{ name: 'run/a b' }, 'x']], /characters/],
  [
    'a symbolic link',
    [[{ name: 'run/a', type: 'symlink', linkname: '/etc' }, '']],
    /only files are allowed/,
  ],
  ['a folder', [[{ name: 'run', type: 'directory' }, '']], /only files are allowed/],
  [
    'an entry twice',
    [
      [{ name: 'a' }, 'x'],
      [{ name: 'a' }, 'y'],
    ],
    /occurs twice/,
  ],
  [
    'names that differ in case',
    [
      [{ name: 'a' }, 'x'],
      [{ name: 'A' }, 'y'],
    ],
    /differs only in case/,
  ],
  ['a long path', [[{ name: `${'a/'.repeat(300)}b` }, 'x']], /too long/],
])('%s is refused', async (_, entries, reason) => {
  expect(failures(await verify(await archive(entries))).join()).toMatch(reason);
});

test('what expands too far is refused before it is expanded', async () => {
  const bomb = await archive([[{ name: 'run/a' }, 'x'.repeat(30_000_000)]]);
  const limits = { totalBytes: 1_000_000, fileBytes: 100_000_000, entries: 10 };
  expect(failures(await verify(bomb, { limits })).join()).toMatch(/expands to more than 1000000/);
  const large = { ...limits, totalBytes: 1e9, fileBytes: 1000 };
  expect(failures(await verify(bomb, { limits: large })).join()).toMatch(/larger than 1000 bytes/);
  const many = await archive(Array.from({ length: 20 }, (_, index) => [{ name: `f${index}` }, '']));
  expect(failures(await verify(many, { limits })).join()).toMatch(/more than 10 files/);
});

test('a truncated file and noise are refused', async () => {
  const cut = example.bytes.subarray(0, example.bytes.length / 2);
  expect((await verify(await example.write(cut))).accepted).toBe(false);
  expect((await verify(await example.write(randomBytes(5000)))).accepted).toBe(false);
});

test('no changed byte gets through', async () => {
  const { bytes } = example;
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
  const isSafe = fc.asyncProperty(change, async ([at, mask]) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ mask;
    const { accepted } = await verify(await example.write(changed));
    // The header of gzip and the bits after its last block mean nothing.
    return !accepted || gunzipSync(changed).equals(gunzipSync(bytes));
  });
  await expect(
    fc.assert(isSafe, { numRuns: 60, examples: [[[bytes.length - 9, 128]], [[4, 1]]] }),
  ).resolves.toBeUndefined();
});

function scoresOf(instances: readonly string[]): readonly Score[] {
  return example.manifest.attempts
    .filter(({ instance }) => instances.includes(instance))
    .map(({ instance, agent }) =>
      scoreSchema.parse(
        JSON.parse(example.files.get(`run/${instance}/${agent}/1/score.json`)?.toString() ?? ''),
      ),
    );
}

test('a seeded sample is graded again, and must get the same scores', async () => {
  const path = await example.write(example.bytes);
  const sample = { kind: 'some', count: 2, seed: 's' } as const;
  const asked: (readonly string[])[] = [];
  const good = await verify(path, {
    sample,
    regrade: (_, instances) => {
      asked.push(instances);
      return Promise.resolve(scoresOf(instances));
    },
  });
  expect(good.accepted).toBe(true);
  expect(asked[0]).toHaveLength(2);
  const worse = await verify(path, {
    sample: { kind: 'all' },
    regrade: (_, instances) =>
      Promise.resolve(scoresOf(instances).map((one) => ({ ...one, pass: 0 as const }))),
  });
  expect(failures(worse)[0]).toMatch(/^grading again: .*pass is 0, and 1 was claimed/);
  const none = await verify(path, { sample: { kind: 'all' }, regrade: () => Promise.resolve([]) });
  expect(failures(none)[0]).toMatch(/could not be graded again/);
});

test.each<[string, (score: Score) => Score, RegExp]>([
  [
    'a Pass by names',
    (one) => ({ ...one, pass_strict: 1 }),
    /pass_strict is 1, and null was claimed/,
  ],
  [
    'a strict figure',
    (one) => ({ ...one, ifr_strict: { ...one.ifr_strict, total: 0.5 } }),
    /ifr_strict\.total is 0\.5, and null was claimed/,
  ],
  [
    'a finding',
    (one) => ({
      ...one,
      integrity: {
        ...one.integrity,
        ranked: false,
        findings: [{ kind: 'dead-additions', severity: 'suspect', detail: 'x', files: [] }],
      },
    }),
    /findings is dead-additions: suspect, and none was claimed/,
  ],
  [
    'more tests that fail than the baseline lets fail',
    (one) => ({ ...one, tests: { ...one.tests, failed: one.tests.failed + 3, f_max: 2 } }),
    /tests\.failed is \d+, and \d+ was claimed/,
  ],
])('grading again finds %s that was left out', async (_name, change, message) => {
  const path = await example.write(example.bytes);
  const found = await verify(path, {
    sample: { kind: 'all' },
    regrade: (_, instances) => Promise.resolve(scoresOf(instances).map(change)),
  });
  expect(failures(found).join('\n')).toMatch(message);
});

test('a test that varies is no forgery', async () => {
  const path = await example.write(example.bytes);
  const varied = (one: Score): Score => ({
    ...one,
    tests: { ...one.tests, failed: one.tests.failed + 1, f_max: 1 },
  });
  const { accepted } = await verify(path, {
    sample: { kind: 'all' },
    regrade: (_, instances) => Promise.resolve(scoresOf(instances).map(varied)),
  });
  expect(accepted).toBe(true);
});

const PROVISIONAL = { source: 'published', runs: 5, machine: 'P, 2 processors, 8 GiB' };

/** Signs the example with one score as a first look, whose rank is as given. */
function firstLook(ranked: boolean): Promise<string> {
  return example.forge(
    (files) =>
      changeJson((one) => {
        one['provisional'] = PROVISIONAL;
        one['integrity'] = { controls: 'full', findings: [], ranked };
      })(files, score),
    { sign: example.key },
  );
}

test('a first look is accepted and told apart, also if it gets a rank where it is graded again', async () => {
  const scores = [...example.files]
    .filter(([path]) => path.endsWith('/score.json'))
    .map(([, bytes]) => scoreSchema.parse(JSON.parse(bytes.toString())));
  const complete = scores.map((one): Score => {
    const isLook = one.agent === 'steady' && one.instance === 'o__r-00000001';
    return isLook ? { ...one, integrity: { controls: 'full', findings: [], ranked: true } } : one;
  });
  const verification = await verify(await firstLook(false), {
    sample: { kind: 'all' },
    regrade: () => Promise.resolve(complete),
  });
  expect(failures(verification)).toEqual([]);
  expect(verification.checks.find(({ name }) => name === 'baselines')?.evidence).toEqual([
    '1 of 9 scores are a first look, so their agents are shown without a rank',
  ]);
});

test('a first look that claims a rank is refused', async () => {
  const verification = await verify(await firstLook(true));
  expect(failures(verification).join('\n')).toMatch(/a first look, which cannot be ranked/);
});
