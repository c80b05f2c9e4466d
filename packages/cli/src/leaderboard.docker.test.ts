import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { smallRefactoring } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { refbench, smallOptions, temporaryFolder } from './command.testkit.ts';

test('a run is submitted, graded again, published and compared with its site', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  const run = async (
    ...args: readonly string[]
  ): Promise<{ code: number | null; text: string }> => {
    const { code, stdout, stderr } = await refbench([...args]);
    return { code, text: `${stdout}\n${stderr}` };
  };
  await mkdir(at('board'));
  const runs = ['--runs-dir', at('runs')];
  const small = await smallOptions(folder.path);
  await writeFile(at('agent.sh'), smallRefactoring(['plus']));
  const graded = await run(
    'run',
    '--agent',
    'nop,script',
    '--script',
    at('agent.sh'),
    ...small.instance,
    '--run-id',
    'demo',
    ...runs,
  );
  expect(graded).toMatchObject({ code: 0 });

  const { stdout: key } = await refbench(['leaderboard', 'keygen', at('key.pem')]);
  await writeFile(at('keys.yaml'), `submitters:\n  - { name: Someone, key: ${key.trim()} }\n`);
  await writeFile(
    at('agents.yaml'),
    'submitter: Someone\ncontact: a@example.org\nagents:\n  - { name: script, title: Script, organisation: Example, open_source: true }\n',
  );
  const bundle = at('demo.tar.gz');
  const described = ['--description', at('agents.yaml'), '--key', at('key.pem')];
  const submitted = await run(
    'leaderboard',
    'submit',
    'demo',
    ...described,
    '--out',
    bundle,
    ...runs,
  );
  expect(submitted).toMatchObject({ code: 0 });

  const keys = ['--keys', at('keys.yaml')];
  const markdown = at('result.md');
  const verified = await run(
    'leaderboard',
    'verify',
    bundle,
    ...keys,
    ...small.folders,
    '--all',
    '--markdown',
    markdown,
  );
  expect(verified.text).toMatch(/grading again +passed +2 patches got the same scores/);
  expect(verified.code).toBe(0);
  expect(await readFile(markdown, 'utf8')).toContain('| grading again | passed |');

  expect(await run('leaderboard', 'init', '--folder', at('board'))).toMatchObject({ code: 0 });
  const today = new Date().toISOString().slice(0, 10);
  const change = ['--why', 'a test', '--date', today, '--folder', at('board'), '--trust-scores'];
  expect(await run('leaderboard', 'add', bundle, ...keys, '--id', 'demo', ...change)).toMatchObject(
    { code: 0 },
  );
  const site = ['--folder', at('board'), '--out', at('site')];
  expect(await run('leaderboard', 'build', ...site)).toMatchObject({ code: 0 });
  expect(await run('leaderboard', 'build', ...site, '--verify')).toMatchObject({ code: 0 });
  await writeFile(at('site/data/results.csv'), 'changed');
  const differs = await run('leaderboard', 'build', ...site, '--verify');
  expect(differs).toMatchObject({ code: 7 });
  expect(differs.text).toContain('data/results.csv differs');

  // A score that the patch does not have, with files that fit each other.
  const score = at(`runs/demo/${small.id}/script/1/score.json`);
  const claimed = JSON.parse(await readFile(score, 'utf8')) as Record<string, unknown>;
  const all = { additive: 1, reductive: 1, total: 1 };
  const rules = { additive: { matched: 2, total: 2 }, reductive: { unmatched: 1, total: 1 } };
  await writeFile(score, JSON.stringify({ ...claimed, ifr: all, alignment: all, rules }));
  const forged = at('forged.tar.gz');
  expect(
    await run('leaderboard', 'submit', 'demo', ...described, '--out', forged, ...runs),
  ).toMatchObject({ code: 0 });
  const refused = await run('leaderboard', 'verify', forged, ...keys, ...small.folders, '--all');
  expect(refused).toMatchObject({ code: 7 });
  expect(refused.text).toMatch(/script on .*: ifr\.total is 0\.\d+, and 1 was claimed/);
});
