import { COUNTER_VERSION } from '@refbench/docker';
import { expect, test } from 'vitest';
import { allScripts, ownScripts } from './provided-scripts.ts';
import { recipeOf } from './recipe-of.ts';

const draft = await recipeOf({
  systemPackages: [],
  shell: 'true\n',
  suite: { title: 'tests', format: 'tap', run: 'true', reports: ['*.tap'] },
  programs: ['manifest-copy.sh'],
});

test('what RefBench adds is told apart from what a recipe has itself', async () => {
  const all = await allScripts(draft);
  expect([...all.keys()].sort()).toEqual([
    'count_tests',
    'counter.mjs',
    'install_system.sh',
    'manifest-copy.sh',
    'run_tests',
    'setup_shell.sh',
    'setup_system.sh',
    'suite.json',
    'test_command',
  ]);
  expect(await ownScripts(all)).toEqual(draft);
});

test('settings of the counter may be changed', async () => {
  const all = new Map(await allScripts(draft));
  const text = JSON.stringify({ format: 'junit-xml', reports: ['r.xml'] });
  all.set('suite.json', { text, executable: false });
  const { suite, files } = await ownScripts(all);
  expect(suite).toEqual({ counter: COUNTER_VERSION, format: 'junit-xml', reports: ['r.xml'] });
  expect(files.has('suite.json')).toBe(false);
});

test.each(['count_tests', 'counter.mjs', 'suite.json', 'manifest-copy.sh'])(
  'a changed %s stays a script of the recipe',
  async (name) => {
    const all = new Map(await allScripts(draft));
    const file = all.get(name);
    if (file === undefined) throw new Error(`there is ${name}`);
    all.set(name, { ...file, text: `# mine\n${file.text}` });
    const { suite, programs, files } = await ownScripts(all);
    expect(files.has(name)).toBe(true);
    expect(name in programs).toBe(false);
    expect(suite === undefined).toBe(name !== 'manifest-copy.sh');
  },
);
