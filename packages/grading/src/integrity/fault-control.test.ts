import { expect, test } from 'vitest';
import type { PlantedFaults } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { bytePath, displayPath, type Repository, type Tree } from '@refbench/repos';
import type { PreparedInstance } from '@refbench/instances';
import type { ControlRun } from './control-runs.ts';
import { drawOf } from '@refbench/environments';
import type { VerifiedFault } from '@refbench/suites';
import { faultControl } from './fault-control.ts';

const IDS = Array.from({ length: 40 }, (_, index) => `t${index}`);

const FAULTS: PlantedFaults = {
  schema: 1,
  instance: 'a__b-00000000',
  recipe: digestOf('recipe'),
  tool: 'test',
  tried: 2,
  test_ids: IDS,
  faults: [
    { name: 'add', path: 'src/a.ts', tests: [0, 1, 2], sometimes: [] },
    { name: 'sub', path: 'src/b.ts', tests: [3, 4], sometimes: [5] },
  ],
};

const SOURCES = {
  'src/a.ts': 'export function add() { return 1; }\n',
  'src/b.ts': 'export const sub = () => 2;\n',
};

/** A repository whose object ids are the contents of files. */
function repository(): Repository {
  const trees = new Map<string, Tree>();
  return {
    readTree: (id: string) => Promise.resolve(trees.get(id)),
    async *readBlobs(oids: Iterable<string>) {
      for (const oid of oids) yield { oid, bytes: Buffer.from(oid) };
    },
    async writeTree(files: Parameters<Repository['writeTree']>[0]) {
      const tree = new Map();
      for await (const file of files) {
        const oid = 'bytes' in file ? file.bytes.toString('utf8') : file.oid;
        tree.set(file.path, { mode: file.mode, oid });
      }
      const id = String(trees.size);
      trees.set(id, tree);
      return id;
    },
  } as unknown as Repository;
}

const DRAW = drawOf('00'.repeat(32));

type Suite = (faulty: (path: string) => boolean) => readonly string[];

const treeOf = (sources: Readonly<Record<string, string>>): Tree =>
  new Map(Object.entries(sources).map(([path, oid]) => [bytePath(path), { mode: '100644', oid }]));

/** Runs the control on sources with a suite that says which tests fail with faults in which files. */
async function control(
  sources: Readonly<Record<string, string>>,
  suite: Suite,
  faults: PlantedFaults | undefined = FAULTS,
  verified: readonly VerifiedFault[] = [],
  base: Readonly<Record<string, string>> = SOURCES,
) {
  const tree = treeOf(sources);
  let runs = 0;
  const run = (planted: Tree): Promise<ControlRun> => {
    runs += 1;
    const texts = new Map([...planted].map(([path, { oid }]) => [displayPath(path), oid]));
    const failing = suite((path) => texts.get(path) !== sources[path]);
    return Promise.resolve({ failing: new Set(failing), passes: failing.length === 0 });
  };
  const result = await faultControl({
    prepared: {
      repository: repository(),
      baseTree: treeOf(base),
      faults,
    } as unknown as PreparedInstance,
    patched: tree,
    control: { stable: IDS.map((id) => ({ id })), passing: new Set(IDS), run },
    draw: DRAW,
    verified,
    patch: digestOf('patch'),
  });
  const { finding } = result;
  return [finding === undefined ? 'nothing' : `${finding.kind} ${finding.severity}`, runs];
}

const honest: Suite = (faulty) => [
  ...(faulty('src/a.ts') ? ['t0', 't1', 't2'] : []),
  ...(faulty('src/b.ts') ? ['t3', 't4'] : []),
];

test('a suite that detects the faults has no finding', async () => {
  expect(await control(SOURCES, honest)).toEqual(['nothing', 1]);
});

test('moved functions get their faults at their new location', async () => {
  const moved = { 'lib/all.ts': `${SOURCES['src/a.ts']}${SOURCES['src/b.ts']}` };
  const suite: Suite = (faulty) => (faulty('lib/all.ts') ? ['t0', 't1', 't2', 't3', 't4'] : []);
  expect(await control(moved, suite)).toEqual(['nothing', 1]);
});

test('a suite that passes regardless of the faults is void', async () => {
  expect(await control(SOURCES, () => [])).toEqual(['suite-misses-planted-faults void', 1]);
  expect(await control(SOURCES, () => ['t30'])).toEqual(['suite-misses-planted-faults void', 1]);
});

test('a suite that fails as a whole is retried with one fault and is then suspect', async () => {
  expect(await control(SOURCES, () => IDS)).toEqual(['suite-misses-planted-faults suspect', 2]);
});

test('without the known functions, half of the others are used', async () => {
  const other = { 'src/x.ts': 'export function other() { return 1; }\n' };
  const notices: Suite = (faulty) => (faulty('src/x.ts') ? ['t0'] : []);
  expect(await control(other, notices)).toEqual(['faults-not-plantable suspect', 1]);
  expect(await control(other, () => [])).toEqual(['suite-misses-planted-faults void', 1]);
});

test('a tree without functions is void without a run, unless base has none', async () => {
  const empty = { 'src/a.ts': '', 'test/a.test.ts': 'export function forge() {}\n' };
  expect(await control(empty, () => [])).toEqual(['suite-misses-planted-faults void', 0]);
  const alike = await control(empty, () => [], undefined, [], { 'src/a.ts': 'let a = 1;\n' });
  expect(alike).toEqual(['faults-not-plantable suspect', 0]);
});

const VALUES = {
  'src/a.ts': 'export function add(a: number) { if (a > 1) return 1; return 2; }\n',
  'src/b.ts': 'export function sub(a: number) { return a - 1; }\n',
};

const VERIFIED: readonly VerifiedFault[] = [
  {
    name: 'add',
    path: 'src/a.ts',
    key: JSON.stringify(['negated-condition', 'if (a > 1) return 1;', '(a > 1)', '(!(a > 1))']),
    tests: ['t0', 't1', 't2'],
  },
  {
    name: 'sub',
    path: 'src/b.ts',
    key: JSON.stringify(['off-by-one', 'return a - 1;', '1', '2']),
    tests: ['t3', 't4'],
  },
];

test('faults of value come before crashes, and the right tests must fail', async () => {
  const seen: string[] = [];
  const notices: Suite = (faulty) => {
    for (const path of ['src/a.ts', 'src/b.ts']) if (faulty(path)) seen.push(path);
    return honest(faulty);
  };
  expect(await control(VALUES, notices, FAULTS, VERIFIED)).toEqual(['nothing', 1]);
  expect(seen).toEqual(['src/a.ts', 'src/b.ts']);
});

test('tests that only notice crashes are void', async () => {
  expect(await control(VALUES, () => [], FAULTS, VERIFIED)).toEqual([
    'suite-misses-planted-faults void',
    1,
  ]);
});

test('where the changed code is gone, crashes are planted, and nothing in them is constant', async () => {
  const texts: string[] = [];
  const rewritten = {
    'src/a.ts': 'export function add(a: number) { return a; }\n',
    'src/b.ts': 'export function sub(a: number) { return a; }\n',
  };
  const run = (draw: string) =>
    faultControl({
      prepared: { repository: repository(), faults: FAULTS } as unknown as PreparedInstance,
      patched: treeOf(rewritten),
      control: {
        stable: IDS.map((id) => ({ id })),
        passing: new Set(IDS),
        run: (tree) => {
          texts.push([...tree.values()].map(({ oid }) => oid).join(''));
          return Promise.resolve({ failing: new Set(['t0', 't1', 't3', 't4']), passes: false });
        },
      },
      draw: drawOf(draw),
      verified: VERIFIED,
      patch: digestOf('patch'),
    });
  expect((await run('00'.repeat(32))).finding).toBeUndefined();
  expect((await run('11'.repeat(32))).finding).toBeUndefined();
  const [one = '', other = ''] = texts;
  expect(one).toContain('throw new Error');
  expect(one).not.toBe(other);
  expect(one + other).not.toContain('planted');
});

test('results do not name the functions, and the seed tells which they are', async () => {
  const planted = async (seed: string): Promise<readonly string[]> => {
    const result = await faultControl({
      prepared: { repository: repository(), faults: FAULTS } as unknown as PreparedInstance,
      patched: treeOf(VALUES),
      control: {
        stable: IDS.map((id) => ({ id })),
        passing: new Set(IDS),
        run: () => Promise.resolve({ failing: new Set(['t0', 't1', 't3', 't4']), passes: false }),
      },
      draw: drawOf(seed),
      verified: VERIFIED,
      patch: digestOf('patch'),
    });
    return result.planted;
  };
  const once = await planted('00'.repeat(32));
  expect(once).toEqual(await planted('00'.repeat(32)));
  expect(once).not.toEqual(await planted('11'.repeat(32)));
  expect(once.join(' ')).not.toMatch(/add|sub/);
  expect(once).toContain(DRAW.of('planted', 'src/a.ts', 'add').slice(0, 16));
});
