import { describe, expect, test } from 'vitest';
import { bytePath, type StoredFile, type WorkingFile } from '@refbench/repos';
import { contextOf } from '../rule-context.testkit.ts';
import { testEngines } from '../opengrep/opengrep.testkit.ts';
import type { RepositoryContext } from '../registration/rule-context.ts';
import { rulesetOf } from '../rules.testkit.ts';
import { writeEdited } from '../testing/try-tricks.ts';
import type { TrickEdit } from '../testing/trick.ts';
import { measureTree, type TreeMeasurement } from './measure-tree.ts';
import { strictReferenceOf } from './strict-reference.ts';

const OLD = [
  'export const first = (kept: number): number => kept + 1;',
  'export const second = oldCall(first(1));',
  'export const third = first(second);',
].join('\n');
const NEW = OLD.replace('oldCall(', 'newCall(');

const BASE = {
  'src/a.ts': `${OLD}\n`,
  'src/b.ts': 'export const other = 1;\n',
  'data.bin': '\0binary\0',
  '.gitignore': 'out-of-tree/\n',
};
const RULES = {
  'additive/new.yml': 'id: new\nlanguage: ts\nrule: { pattern: newCall($A) }\n',
  'reductive/old.yml': 'id: old\nlanguage: ts\nrule: { pattern: oldCall($A) }\n',
};

const opengrep = (id: string, language: string, pattern: string): string =>
  JSON.stringify({ rules: [{ id, languages: [language], pattern }] });

const OPENGREP_RULES = {
  'additive/new.yml': opengrep('new', 'ts', 'newCall($A)'),
  'reductive/old.yml': opengrep('old', 'ts', 'oldCall($A)'),
};

const DIALECTS = [
  ['ast-grep', RULES],
  ['OpenGrep', OPENGREP_RULES],
] as const;

const scanOptions = { engines: testEngines() };

type Change = readonly TrickEdit[];

async function measured(
  changes: Readonly<Record<string, Change>>,
  golden: Readonly<Record<string, string>> = { ...BASE, 'src/a.ts': `${NEW}\n` },
  rules: Readonly<Record<string, string>> = RULES,
): Promise<ReadonlyMap<string, TreeMeasurement>> {
  await using context = await contextOf(BASE, golden);
  const reference = await referenceOf(context, rules);
  const found = new Map<string, TreeMeasurement>();
  for (const [name, edits] of Object.entries(changes)) {
    const treeish = await writeEdited(context, edits);
    found.set(name, await measureTree(reference, treeish, scanOptions));
  }
  found.set('golden', await measureTree(reference, context.commits.golden, scanOptions));
  found.set('nop', await measureTree(reference, context.commits.base, scanOptions));
  return found;
}

async function referenceOf(context: RepositoryContext, rules: Readonly<Record<string, string>>) {
  const ruleset = await rulesetOf(rules);
  const scans = await context.scan([...ruleset.additive, ...ruleset.reductive], scanOptions);
  return await strictReferenceOf(context, ruleset, scans);
}

/** Base with one file written by hand, as a tree. */
async function withFile({ base, repository }: RepositoryContext, file: WorkingFile) {
  const files = new Map<string, WorkingFile | StoredFile>();
  for (const [path, { mode, oid }] of base) files.set(path, { path, mode, oid });
  files.set(file.path, file);
  return await repository.writeTree(
    (async function* entries() {
      yield* files.values();
    })(),
  );
}

const at = (path: string, content: string | Buffer | undefined): TrickEdit => ({ path, content });
const gone = at('src/a.ts', undefined);
const bytes = (text: string, ...more: number[]): Buffer =>
  Buffer.concat([Buffer.from(text), Buffer.from(more)]);

describe.each(DIALECTS)('a file that hides from a reductive rule of %s', (dialect, own) => {
  const inBase = { ...BASE, 'src/a.ts': `${NEW}\n` };

  test(
    'counts as still matching, regardless of how it is hidden',
    { timeout: 300_000 },
    async () => {
      const hiding: Record<string, Change> = {
        'a NUL byte': [at('src/a.ts', `${OLD}\n// \0\n`)],
        'a byte that is not UTF-8': [at('src/a.ts', bytes(`${OLD}\n// `, 0xff, 0x0a))],
        'UTF-16': [at('src/a.ts', Buffer.from(OLD, 'utf16le'))],
        'too large': [at('src/a.ts', OLD + ' '.repeat(4_000_001))],
        'a syntax error': [at('src/a.ts', `((([[[{{{ "'\n${OLD}`)],
        'JavaScript, types stripped': [gone, at('src/a.js', OLD.replaceAll(': number', ''))],
        'JavaScript in another folder': [gone, at('lib/a.mjs', 'oldCall(1);\n')],
        'no extension of a language': [gone, at('src/a.data', OLD)],
        'another name and a NUL byte': [gone, at('src/z.ts', `${OLD}\n\0`)],
        // OpenGrep reads both with rules for TypeScript, so nothing is hidden there.
        ...(dialect === 'ast-grep' ? { 'a family member': [gone, at('src/a.tsx', OLD)] } : {}),
      };
      const found = await measured(hiding, inBase, own);
      for (const [name, { rules, satisfied, measurement }] of found) {
        if (name === 'golden') continue;
        expect([name, rules.reductive, satisfied]).toEqual([name, 0, []]);
        expect([name, measurement.following?.ifr.total]).toEqual([name, 0]);
        expect([name, measurement.hidden.length]).toEqual([name, name === 'nop' ? 0 : 1]);
      }
      expect(found.get('golden')).toMatchObject({ rules: { total: 1 } });
      expect(found.get('golden')?.measurement).toMatchObject({
        hidden: [],
        outsideSource: [],
        following: { ifr: { additive: 1, reductive: 1, total: 1 } },
      });
    },
  );

  test('counts as still matching behind a link', { timeout: 300_000 }, async () => {
    await using context = await contextOf(BASE, inBase);
    const reference = await referenceOf(context, own);
    const path = bytePath('src/a.ts');
    const link = { path, mode: '120000' as const, bytes: Buffer.from('/etc/a.ts') };
    const treeish = await withFile(context, link);
    const { rules, measurement } = await measureTree(reference, treeish, scanOptions);
    expect(rules.reductive).toBe(0);
    expect(measurement.hidden).toMatchObject([{ kind: 'unscannable', now: 'src/a.ts' }]);
  });

  test(
    'changes no count by comments and files that other scanners obey',
    { timeout: 300_000 },
    async () => {
      const hiding = {
        'a comment': [at('src/a.ts', `${OLD.replace('(1));', '(1)); // nosemgrep')}\n`)],
        'an ignore comment of the engine': [at('src/a.ts', `// ast-grep-ignore\n${OLD}\n`)],
        'ignore files': ['.semgrepignore', '.opengrepignore', 'src/.semgrepignore'].map((path) =>
          at(path, '*\n'),
        ),
        'a file of 1.1 MB': [at('src/a.ts', `${OLD}\n${'// filler\n'.repeat(110_000)}`)],
        'a minified file': [at('src/a.ts', `${'x=1;'.repeat(50_000)}${OLD.replaceAll('\n', ';')}`)],
        'another extension': [gone, at('src/a.jsx', OLD)],
      };
      for (const [name, { rules }] of await measured(hiding, inBase, own)) {
        if (name === 'golden') continue;
        expect([name, rules]).toEqual([name, { additive: 0, reductive: 0, total: 0 }]);
      }
    },
  );
});

describe('a script, which OpenGrep recognises by its first line', () => {
  const SCRIPT = '#!/usr/bin/env node\noldCall(first);\nkeep(first);\nkeep(second);\n';
  const path = bytePath('bin/tool');
  const rules = {
    'additive/new.yml': opengrep('new', 'js', 'newCall($A)'),
    'reductive/old.yml': opengrep('old', 'js', 'oldCall($A)'),
  };

  test.each([
    ['loses its mode', '100644', SCRIPT],
    ['loses its first line', '100755', SCRIPT.replace('#!/usr/bin/env node\n', '')],
    ['names another program', '100755', SCRIPT.replace('node', 'ruby')],
    ['still matches', '100755', `${SCRIPT}more();\n`],
  ] as const)('still matches when it %s', async (what, mode, content) => {
    await using context = await contextOf(
      { 'bin/tool': SCRIPT },
      { 'bin/tool': SCRIPT.replace('old', 'new') },
    );
    const reference = await referenceOf(context, rules);
    const treeish = await withFile(context, { path, mode, bytes: Buffer.from(content) });
    const measured = await measureTree(reference, treeish, scanOptions);
    expect(measured.rules.reductive).toBe(0);
    expect(measured.measurement.hidden.length).toBe(what === 'still matches' ? 0 : 1);
  });

  test('may become TypeScript, which rules for JavaScript also read', async () => {
    await using context = await contextOf({ 'a.js': 'oldCall(1)\n' }, { 'a.js': 'newCall(1)\n' });
    const reference = await referenceOf(context, rules);
    const edits = [at('a.js', undefined), at('a.ts', 'newCall(1)\n')];
    const treeish = await writeEdited(context, edits);
    const measured = await measureTree(reference, treeish, scanOptions);
    expect(measured.rules.total).toBe(1);
  });
});

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

test('a conversion that golden makes is not a finding', async () => {
  const golden = { ...BASE, 'src/a.ts': undefined, 'src/a.tsx': `${NEW}\n` };
  const files = Object.fromEntries(
    Object.entries(golden).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
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
