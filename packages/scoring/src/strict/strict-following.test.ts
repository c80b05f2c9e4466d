import type { Witness } from '@refbench/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Languages } from './file-lines.ts';
import { strictFollowing, type StrictInput } from './strict-following.ts';
import type { ChangeHunk, FileChange, TreeChange } from './tree-change.ts';

const languages: Languages = {
  of: (path) => path.slice(path.lastIndexOf('.')),
  accepts: (from, to) => from === to,
};

const RULES = [
  { id: 'new', side: 'additive' },
  { id: 'newer', side: 'additive' },
  { id: 'old', side: 'reductive' },
] as const;

function witness(rule: string, file: string, line: number): Witness {
  return { rule, file, start: { line, column: 1 }, end: { line, column: 9 } };
}

/** Trees of a few files. Each line has a number and calls `old`, `fresh` or `fresher` if specified. */
type Files = Readonly<Record<string, readonly string[]>>;

function witnesses(files: Files): readonly Witness[] {
  return Object.entries(files).flatMap(([file, lines]) =>
    lines.flatMap((text, index) => {
      const rules = { old: /\bold\(/, new: /\bfresh\(/, newer: /\bfresher\(/ };
      return Object.entries(rules).flatMap(([rule, pattern]) =>
        pattern.test(text) ? [witness(rule, file, index + 1)] : [],
      );
    }),
  );
}

/** Compares line by line: each differing line is one hunk. Extra lines are added or removed at the end. */
function changeOf(base: Files, other: Files, outside: readonly string[] = []): TreeChange {
  const change = new Map<string, FileChange>();
  for (const file of new Set([...Object.keys(base), ...Object.keys(other)])) {
    const before = base[file] ?? [];
    const after = other[file] ?? [];
    const hunks: ChangeHunk[] = [];
    for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
      const [was, is] = [before[index], after[index]];
      if (was === is) continue;
      const line = index + 1;
      hunks.push({
        removed: was === undefined ? [] : [{ line, text: was }],
        added: is === undefined ? [] : [{ line, text: is }],
      });
    }
    const gone = !(file in other);
    if (hunks.length > 0 || gone !== !(file in base)) {
      const isNew = !(file in base);
      change.set(file, { hunks, gone, isNew, isSource: !gone && !outside.includes(file) });
    }
  }
  return change;
}

function inputOf(
  base: Files,
  golden: Files,
  patched: Files,
  outside: readonly string[] = [],
): StrictInput {
  return {
    rules: RULES,
    base: witnesses(base),
    golden: witnesses(golden),
    patched: witnesses(patched),
    lines: new Map(Object.entries(base)),
    goldenChange: changeOf(base, golden),
    patchedChange: changeOf(base, patched, outside),
    languages,
    hidden: new Set(),
  };
}

const score = (...trees: Parameters<typeof inputOf>): (number | null)[] => {
  const { ifr } = strictFollowing(inputOf(...trees));
  return [ifr.additive, ifr.reductive, ifr.total];
};

const BASE: Files = {
  'src/a.ts': ['const kept1 = 1;', 'old(kept1);', 'const other1 = 2;', 'old(other1);'],
  'src/b.ts': ['const kept2 = 1;', 'old(kept2);', 'const other2 = 2;', 'plain(other2);'],
};
const GOLDEN: Files = {
  'src/a.ts': ['const kept1 = 1;', 'fresh(kept1);', 'const other1 = 2;', 'fresh(other1);'],
  'src/b.ts': ['const kept2 = 1;', 'fresh(kept2);', 'const other2 = 2;', 'plain(other2);'],
  'src/new.ts': ['export const helper = fresher();'],
};
const DEAD = { 'src/dead.ts': ['fresh(1); fresher(2);'] };

describe('examples', () => {
  test('golden scores 1 and an unchanged tree 0', () => {
    expect(score(BASE, GOLDEN, GOLDEN)).toEqual([1, 1, 1]);
    expect(score(BASE, GOLDEN, BASE)).toEqual([0, 0, 0]);
  });

  test('one of two files earns the smaller of 1 of 3 witnesses and 1 of 2 files', () => {
    const patched = { ...BASE, 'src/b.ts': GOLDEN['src/b.ts'] ?? [] };
    expect(score(BASE, GOLDEN, patched)).toEqual([(1 / 3 + 0) / 2, 1 / 3, (1 / 3 + 0 + 1 / 3) / 3]);
  });

  test('a new file earns in proportion to the rewritten code', () => {
    const { 'src/new.ts': added = [], ...others } = GOLDEN;
    const half = { ...others, 'src/a.ts': BASE['src/a.ts'] ?? [], 'src/new.ts': added };
    const { shares } = strictFollowing(inputOf(BASE, GOLDEN, half));
    expect(shares.get('newer')).toBeCloseTo(1 / 3);
    expect(shares.get('old')).toBeCloseTo(1 / 3);
  });

  test('a file with a different name counts', () => {
    const { 'src/new.ts': added = [], ...others } = GOLDEN;
    expect(score(BASE, GOLDEN, { ...others, 'src/other-name.ts': added })).toEqual([1, 1, 1]);
  });

  const additiveOnly = (golden: Files, patched: Files): number | null => {
    const rules = RULES.filter(({ side }) => side === 'additive');
    return strictFollowing({ ...inputOf(BASE, golden, patched), rules }).ifr.additive;
  };

  test('one file corresponds to one file', () => {
    const added = (file: string, line: string): readonly string[] => [...(BASE[file] ?? []), line];
    const golden = {
      'src/a.ts': added('src/a.ts', 'fresh(1);'),
      'src/b.ts': added('src/b.ts', 'fresher(1);'),
    };
    const together = { ...BASE, 'src/all.ts': ['fresh(1);', 'fresher(1);'] };
    expect(additiveOnly(golden, together)).toBe(0.5);
  });

  test('a new file corresponds to all new files of golden that it merges', () => {
    const golden = { ...BASE, 'src/x.ts': ['fresh(1);'], 'src/y.ts': ['fresher(1);'] };
    expect(additiveOnly(golden, { ...BASE, 'src/all.ts': ['fresh(1);', 'fresher(1);'] })).toBe(1);
    // What is already there cannot merge what is new.
    const inOld = {
      ...BASE,
      'src/a.ts': [...(BASE['src/a.ts'] ?? []), 'fresh(1);', 'fresher(1);'],
    };
    expect(additiveOnly(golden, inOld)).toBe(0.5);
  });
});

describe('code that replaces nothing earns nothing', () => {
  test.each<readonly [string, Files, number]>([
    ['a dead file', { ...BASE, ...DEAD }, 0],
    [
      'dead code in the old files',
      { ...BASE, 'src/a.ts': [...(BASE['src/a.ts'] ?? []), 'fresh(1);'] },
      0,
    ],
    ['emptied files and a dead file', { 'src/a.ts': [], 'src/b.ts': [], ...DEAD }, 0],
    ['deleted files and a dead file', DEAD, 0],
    ['deleted lines', { 'src/a.ts': ['const kept1 = 1;', '', 'const other1 = 2;', ''] }, 0],
    ['another language', { 'src/a.js': GOLDEN['src/a.ts'] ?? [], 'src/b.js': [] }, 0],
    [
      'names spelled otherwise',
      Object.fromEntries(
        Object.entries(BASE).map(([file, lines]) => [
          file,
          lines.map((line) => line.replace('old(', 'old_(')),
        ]),
      ),
      0,
    ],
  ])('%s', (_, patched, wanted) => {
    expect(score(BASE, GOLDEN, patched)[2]).toBeCloseTo(wanted);
  });

  test('files outside the source code of the project', () => {
    const patched = { ...GOLDEN };
    expect(score(BASE, GOLDEN, patched, Object.keys(GOLDEN))).toEqual([0, 0, 0]);
  });

  test('everything in one file', () => {
    const all = Object.values(GOLDEN).flat();
    const [, reductive] = score(BASE, GOLDEN, {
      'src/all.ts': [...all, ...Object.values(BASE).flat()],
    });
    expect(reductive).toBeLessThan(1);
    const [none] = score(BASE, GOLDEN, { 'src/all.ts': all });
    expect(none).toBeLessThan(0.7);
  });

  test('files whose code moved to where rules cannot match', () => {
    const input = { ...inputOf(BASE, GOLDEN, GOLDEN), hidden: new Set(Object.keys(BASE)) };
    expect(strictFollowing(input).ifr).toEqual({ additive: 0, reductive: 0, total: 0 });
  });

  test('code that still matches in a new place', () => {
    const patched = { ...GOLDEN, 'src/copy.ts': ['old(1);', 'old(2);', 'old(3);'] };
    expect(score(BASE, GOLDEN, patched)[1]).toBe(0);
  });
});

test('deletion earns if golden deletes', () => {
  const { 'src/b.ts': gone, ...golden } = GOLDEN;
  expect(gone).toBeDefined();
  const patched = { 'src/a.ts': BASE['src/a.ts'] ?? [] };
  expect(strictFollowing(inputOf(BASE, golden, patched)).shares.get('old')).toBeCloseTo(1 / 3);
});

test('without reductive rules, lines that golden removes replace them', () => {
  const rules = RULES.filter(({ side }) => side === 'additive');
  const additive = (patched: Files): number | null =>
    strictFollowing({ ...inputOf(BASE, GOLDEN, patched), rules }).ifr.additive;
  expect(additive(GOLDEN)).toBe(1);
  expect(additive({ ...BASE, ...DEAD })).toBe(0);
  expect(additive({ ...GOLDEN, 'src/b.ts': BASE['src/b.ts'] ?? [] })).toBeGreaterThan(0);
});

const text = fc.constantFrom('old(value1);', 'fresh(value1);', 'fresher(value2);', 'keep(value3);');
const baseLine = fc.constantFrom(
  'old(value1);',
  'keep(value3);',
  'const name = 1;',
  'old(value9);',
);
const names = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
const tree = (line: fc.Arbitrary<string>): fc.Arbitrary<Files> =>
  fc.dictionary(fc.constantFrom(...names), fc.array(line, { minLength: 1, maxLength: 6 }), {
    minKeys: 1,
    noNullPrototype: true,
  });
const goldenLine = fc.constantFrom('fresh(value1);', 'fresher(value2);', 'keep(value3);', 'x = 1;');

describe('properties', () => {
  test('all shares are in 0..1', () => {
    fc.assert(
      fc.property(tree(baseLine), tree(goldenLine), tree(text), (base, golden, patched) => {
        const { ifr, shares } = strictFollowing(inputOf(base, golden, patched));
        for (const figure of [ifr.additive, ifr.reductive, ifr.total, ...shares.values()]) {
          expect(figure).toBeGreaterThanOrEqual(0);
          expect(figure).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('golden scores 1 and base 0 for every rule', () => {
    fc.assert(
      fc.property(tree(baseLine), tree(goldenLine), (base, golden) => {
        const input = inputOf(base, golden, golden);
        const held = new Set([...input.base, ...input.golden].map(({ rule }) => rule));
        // By the contract of a ruleset, additive rules match golden and reductive rules match base.
        fc.pre(held.size === RULES.length);
        for (const share of strictFollowing(input).shares.values()) expect(share).toBeCloseTo(1);
        for (const share of strictFollowing(inputOf(base, golden, base)).shares.values()) {
          expect(share).toBe(0);
        }
      }),
    );
  });

  test('a larger part of golden never earns less', () => {
    fc.assert(
      fc.property(
        tree(baseLine),
        tree(goldenLine),
        fc.shuffledSubarray(names, { minLength: 0 }),
        fc.constantFrom(...names),
        (base, golden, some, another) => {
          const part = (files: readonly string[]): Files => {
            const taken = Object.entries(golden).filter(([file]) => files.includes(file));
            const left = Object.entries(base).filter(([file]) => !files.includes(file));
            return Object.fromEntries([...taken, ...left]);
          };
          const less = strictFollowing(inputOf(base, golden, part(some))).shares;
          const more = strictFollowing(inputOf(base, golden, part([...some, another]))).shares;
          for (const [rule, share] of less) {
            expect(more.get(rule)).toBeGreaterThanOrEqual(share - 1e-9);
          }
        },
      ),
    );
  });

  test('the order of files and witnesses does not matter', () => {
    fc.assert(
      fc.property(tree(baseLine), tree(goldenLine), tree(text), (base, golden, patched) => {
        const input = inputOf(base, golden, patched);
        const turned = <Key, Value>(map: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> =>
          new Map([...map].toReversed());
        const { ifr } = strictFollowing({
          ...input,
          base: [...input.base].toReversed(),
          golden: [...input.golden].toReversed(),
          patched: [...input.patched].toReversed(),
          lines: turned(input.lines),
          goldenChange: turned(input.goldenChange),
          patchedChange: turned(input.patchedChange),
        });
        const plain = strictFollowing(input).ifr;
        expect(ifr.additive).toBeCloseTo(plain.additive ?? -1);
        expect(ifr.reductive).toBeCloseTo(plain.reductive ?? -1);
      }),
    );
  });
});
