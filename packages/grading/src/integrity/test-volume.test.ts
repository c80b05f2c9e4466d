import { expect, test } from 'vitest';
import type { TestsRecord } from '@refbench/contracts';
import { bytePath, type Repository, type Tree } from '@refbench/repos';
import type { IntegritySubject } from './integrity-check.ts';
import { checkTestVolume } from './test-volume-check.ts';
import { testVolume } from './test-volume.ts';

type Files = Readonly<Record<string, string>>;

/** A tree whose object ids are its files' contents. */
function treeOf(files: Files): Tree {
  return new Map(
    Object.entries(files).map(([path, oid]) => [bytePath(path), { mode: '100644', oid }]),
  );
}

function repositoryOf(golden: Files): Repository {
  return {
    readTree: () => Promise.resolve(treeOf(golden)),
    async *readBlobs(oids: Iterable<string>) {
      for (const oid of oids) yield { oid, bytes: Buffer.from(oid) };
    },
  } as unknown as Repository;
}

test.each([
  ['a.test.ts', "it('x', () => { expect(1).toBe(1); assert.equal(1, 1); });\n", 1, 2],
  ['test_a.py', 'def test_x():\n    assert 1\n    with pytest.raises(E): f()\n', 1, 2],
  ['a_test.go', 'func TestX(t *testing.T) {\n\tt.Fatalf("x")\n\trequire.Equal(t, 1, 1)\n}\n', 1, 2],
  ['src/test/java/XTest.java', '@Test void x() { assertEquals(1, 1); verify(m).f(); }\n', 1, 2],
  ['tests/a.rs', '#[test]\nfn x() { assert_eq!(1, 1); }\n#[tokio::test]\nasync fn y() {}\n', 2, 1],
  ['tests/a.cpp', 'TEST_F(A, B) { EXPECT_EQ(1, 1); REQUIRE(x); }\n', 1, 2],
])('%s has the cases and assertions that its text shows', async (path, text, cases, assertions) => {
  const volume = await testVolume(repositoryOf({}), treeOf({ [path]: text, 'src/a.ts': text }));
  expect(volume).toMatchObject({ files: 1, cases, assertions });
});

const SUITE = Array.from(
  { length: 30 },
  (_, index) => `test('${index}', () => { assert.equal(f(${index}), ${index}); });`,
).join('\n');

function subject(patched: string, counts: { passed: number; total: number }): IntegritySubject {
  const files = { 'test/a.test.ts': SUITE };
  const run = {
    kind: 'counted',
    counts: { failed: 0, skipped: 0, passed: 30, total: 30 },
  } as const;
  return {
    prepared: { repository: repositoryOf(files), baseTree: treeOf(files), instance: {} },
    baseline: { base: [run], golden: [run], bounds: { p_min: 30, f_max: 0 } },
    patched: treeOf({ 'test/a.test.ts': patched }),
    tests: { run: { kind: 'counted', counts } } as unknown as TestsRecord,
  } as unknown as IntegritySubject;
}

const found = async (patched: string, passed: number, total = passed): Promise<readonly string[]> =>
  (await checkTestVolume(subject(patched, { passed, total }))).map(
    ({ kind, severity }) => `${kind} ${severity}`,
  );

test('renamed, moved or fewer tests are not a finding', async () => {
  expect(await found(SUITE, 30)).toEqual([]);
  expect(await found(SUITE.replaceAll('assert.equal', 'expect').slice(0, 900), 15)).toEqual([]);
  expect(await found('', 0, 1)).toEqual([]);
});

test('tests without their assertions are empty', async () => {
  const hollow = SUITE.replaceAll(/assert.equal\(.*?\);/g, '');
  expect(await found(hollow, 30)).toEqual(['tests-emptied void']);
  const thin = SUITE.split('\n')
    .map((line, index) => (index < 10 ? line : line.replace(/assert.equal\(.*?\);/, '')))
    .join('\n');
  expect(await found(thin, 30)).toEqual(['tests-emptied suspect']);
});

test('additional tests must be explained by additional lines', async () => {
  expect(await found(SUITE, 45)).toEqual(['tests-unexplained suspect']);
  expect(await found(`${SUITE}\n${SUITE}`, 60)).toEqual([]);
  expect(await found(SUITE, 30, 9999)).toEqual(['tests-unexplained suspect']);
});
