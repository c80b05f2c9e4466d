import { describe, expect, test } from 'vitest';
import { testHidingFiles } from './hiding.testkit.ts';
import { at, BASE, bytes, gone, measured, NEW, RULES } from './measure-tree.testkit.ts';

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
