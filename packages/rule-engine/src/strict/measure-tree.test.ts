import { describe, expect, test } from 'vitest';
import { testHidingFiles } from './hiding.testkit.ts';
import { bytePath } from '@refbench/repos';
import { contextOf } from '../rule-context.testkit.ts';
import { writeEdited } from '../scan/write-edited.ts';
import { measureTree } from './measure-tree.ts';
import {
  at,
  BASE,
  bytes,
  gone,
  measured,
  NEW,
  OLD,
  referenceOf,
  RULES,
} from './measure-tree.testkit.ts';

testHidingFiles('ast-grep', RULES);

test('honest work keeps its score if other files cannot be scanned', async () => {
  const work = at('src/a.ts', `${NEW}\n`);
  const found = await measured({
    'a binary file': [work, at('picture.png', bytes('', 0, 1, 2))],
    'another binary file': [work, at('data.bin', bytes('', 0, 0xff))],
    'a huge data file': [work, at('data.json', ' '.repeat(4_000_001))],
    'a new source file that is not UTF-8': [work, at('src/latin.ts', bytes('// ', 0xe9))],
    'another name': [gone, at('src/better-name.ts', `${NEW}\n`)],
    'another folder': [gone, at('lib/a.ts', `${NEW}\n`)],
  });
  for (const [name, { rules, measurement }] of found) {
    if (name === 'nop') continue;
    expect([name, rules.total, measurement.hidden]).toEqual([name, 1, []]);
    expect([name, measurement.following?.ifr.total]).toEqual([name, 1]);
  }
});

/** Leaves out the files that are undefined. */
function present(files: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

test('a conversion that golden makes is not a finding', async () => {
  const golden = { ...BASE, 'src/a.ts': undefined, 'src/a.tsx': `${NEW}\n` };
  const files = present(golden);
  const rules = {
    ...RULES,
    'additive/new.yml': 'id: new\nlanguage: tsx\nrule: { pattern: newCall($A) }\n',
  };
  const changes = {
    'in another way': [gone, at('src/a.tsx', `${NEW}\n// more\n`)],
    'to another language': [gone, at('src/a.js', NEW.replaceAll(': number', ''))],
  };
  const found = await measured(changes, files, rules);
  expect(found.get('golden')?.rules.total).toBe(1);
  expect(found.get('golden')?.measurement.following?.ifr.total).toBe(1);
  expect(found.get('in another way')?.rules.total).toBe(1);
  expect(found.get('to another language')?.rules.total).toBe(0);
});

test('a copy of old code that golden keeps where no rule reads it is not a finding', async () => {
  const golden = { ...BASE, 'src/a.ts': undefined, 'src/b.ts': `${NEW}\n`, 'src/a.ts.old': OLD };
  const files = present(golden);
  const work = at('src/b.ts', `${NEW}\n`);
  const changes = {
    'the same copy': [gone, work, at('src/a.ts.old', OLD)],
    'another copy': [gone, work, at('src/a.data', OLD)],
  };
  const found = await measured(changes, files);
  expect(found.get('golden')?.rules.total).toBe(1);
  expect(found.get('golden')?.measurement.following?.ifr.total).toBe(1);
  expect(found.get('the same copy')?.rules.total).toBe(1);
  expect(found.get('another copy')?.measurement.hidden).toHaveLength(1);
});

describe('the location of additive patterns', () => {
  test('counts only in the source of the project', async () => {
    const dead = at('src/x.ts', 'newCall(1);\n');
    const found = await measured({
      hidden: [{ ...dead, path: '.x/dead.ts' }],
      installed: [{ ...dead, path: 'node_modules/x/dead.ts' }],
      vendored: [{ ...dead, path: 'third_party/dead.ts' }],
      ignored: [{ ...dead, path: 'out-of-tree/dead.ts' }],
      dead: [dead],
    });
    for (const [name, { rules, measurement }] of found) {
      if (name === 'golden' || name === 'nop') continue;
      expect([name, rules.additive]).toEqual([name, 1]);
      expect([name, measurement.following?.ifr.additive]).toEqual([name, 0]);
      expect([name, measurement.outsideSource.length]).toEqual([name, name === 'dead' ? 0 : 1]);
    }
  });
});

describe('old code in a file at which its rule does not look', () => {
  const scoped = {
    ...RULES,
    'reductive/old.yml':
      'id: old\nlanguage: ts\nrule: { pattern: oldCall($A) }\nfiles: [src/a.ts]\n',
  };
  const away = [
    at('src/a.ts', "export * from './inner';\nexport const newCall = Object.keys({});\n"),
    at('src/inner.ts', `${OLD}\n`),
  ];
  const similar = [at('src/a.ts', `${NEW}\n`), at('src/more.ts', 'oldCall(somethingElse);\n')];

  test('earns nothing if golden leaves the code in its file', async () => {
    const found = await measured({ away, similar }, undefined, scoped);
    expect(found.get('away')?.rules.reductive).toBe(1);
    expect(found.get('away')?.measurement.respelled).toHaveLength(1);
    expect(found.get('away')?.measurement.following?.ifr.reductive).toBe(0);
    // Other code that looks alike is not the old code.
    expect(found.get('similar')?.measurement.following?.ifr.total).toBe(1);
    expect(found.get('golden')?.measurement.following?.ifr.total).toBe(1);
  });

  test('was not moved if the file had it before', async () => {
    const base = { ...BASE, 'src/b.ts': 'oldCall(first(1));\n' };
    await using context = await contextOf(base, { ...base, 'src/a.ts': `${NEW}\n` });
    const reference = await referenceOf(context, scoped);
    const respelled = async (text: string): Promise<number> => {
      const edits = [at('src/a.ts', `${NEW}\n`), at('src/b.ts', text)];
      const { measurement } = await measureTree(reference, await writeEdited(context, edits));
      return measurement.respelled.length;
    };
    expect(await respelled('more();\noldCall(first(1));\n')).toBe(0);
    expect(await respelled('oldCall(first(1));\nmore(oldCall(first(1)));\n')).toBe(1);
  });

  test('is honest work if golden moves the file too', async () => {
    const { 'src/a.ts': _, ...rest } = BASE;
    const golden = { ...rest, 'lib/a.ts': `${NEW}\n`, 'lib/old.ts': 'oldCall(first(1));\n' };
    const elsewhere = [
      gone,
      at('core/a.ts', `${NEW}\n`),
      at('core/old.ts', 'oldCall(first(1));\n'),
    ];
    const found = await measured({ elsewhere }, golden, scoped);
    expect(found.get('elsewhere')?.measurement.respelled).toEqual([]);
    expect(found.get('elsewhere')?.measurement.following?.ifr.reductive).toBe(1);
  });
});

describe('what earns nothing', () => {
  const old = (text: string): ReturnType<typeof at> =>
    at('src/a.ts', `${OLD.replace('oldCall(first(1))', text)}\n`);
  const SPELLINGS = {
    'a trailing comment with the new word': OLD.replace(
      'oldCall(first(1));',
      'globalThis["oldCall"](first(1)); // newCall',
    ),
    'an alias': `const same = oldCall;\n${OLD.replace('oldCall(first', 'same(first')} // newCall`,
    'another name in parentheses': OLD.replace('oldCall(first(1))', '(0, oldCall)(first(1))'),
    reflection: OLD.replace('oldCall(first(1))', 'Reflect.apply(oldCall, null, [first(1)])'),
    'a comment in the call': OLD.replace('oldCall(', 'oldCall/* newCall */ ('),
  };
  const IDLE = {
    'a false branch': 'oldCall(first(1)); if (false) { newCall(1); }',
    'a void expression': 'oldCall(first(1)); void newCall(1);',
    'a short circuit': 'oldCall(first(1)); false && newCall(1);',
    'a function that nobody calls': 'oldCall(first(1)); function unused() { newCall(1); }',
  };

  test('the old call in another spelling is still there', async () => {
    const changes = Object.fromEntries(
      Object.entries(SPELLINGS).map(([name, text]) => [name, [at('src/a.ts', `${text}\n`)]]),
    );
    const found = await measured(changes);
    for (const [name, { measurement }] of found) {
      if (name === 'golden' || name === 'nop') continue;
      expect([name, measurement.following?.ifr.total]).toEqual([name, 0]);
    }
    expect(found.get('golden')?.measurement.following?.ifr.total).toBe(1);
    expect(found.get('golden')?.measurement.respelled).toEqual([]);
    expect(found.get('reflection')?.measurement.respelled).toEqual([
      expect.objectContaining({ rule: 'old', file: 'src/a.ts' }),
    ]);
  });

  test('new calls in code that does nothing are no new code', async () => {
    const changes = Object.fromEntries(
      Object.entries(IDLE).map(([name, text]) => [name, [old(text.replace(/;$/, ''))]]),
    );
    const found = await measured(changes);
    for (const [name, { measurement, rules }] of found) {
      if (name === 'golden' || name === 'nop') continue;
      expect([name, rules.additive]).toEqual([name, 1]);
      expect([name, measurement.following?.ifr.additive]).toEqual([name, 0]);
      expect([name, measurement.dead.length]).toEqual([name, 1]);
    }
  });

  test('a link in place of a move is found, and its name is no new word', async () => {
    const folder = 'import { first } from "./base/x";\n';
    const base = { ...BASE, 'src/a.ts': folder, 'src/base/x.ts': 'export const first = 1;\n' };
    const golden = {
      ...BASE,
      'src/a.ts': folder.replace('base', 'moved'),
      'src/moved/x.ts': base['src/base/x.ts'],
    };
    await using context = await contextOf(base, golden);
    const reference = await referenceOf(context, {
      'additive/new.yml':
        'id: new\nlanguage: ts\nrule:\n  pattern: import { $A } from "./moved/x"\n',
      'reductive/old.yml':
        'id: old\nlanguage: ts\nrule:\n  pattern: import { $A } from "./base/x"\n',
    });
    const link = bytePath('src/moved');
    const edited = await writeEdited(context, [at('src/a.ts', golden['src/a.ts'])]);
    const tree = await context.repository.readTree(edited);
    async function* entries() {
      for (const [path, { mode, oid }] of tree) yield { path, mode, oid };
      yield { path: link, mode: '120000' as const, bytes: Buffer.from('base') };
    }
    const treeish = await context.repository.writeTree(entries());
    const { rules, measurement } = await measureTree(reference, treeish);
    expect(rules.total).toBe(1);
    expect(measurement.links).toEqual(['src/moved']);
    expect(measurement.following?.ifr.total).toBe(0);
    const real = await measureTree(reference, context.commits.golden);
    expect(real.measurement.following?.ifr.total).toBe(1);
  });
});
