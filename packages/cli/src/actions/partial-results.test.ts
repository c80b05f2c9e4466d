import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { writeSmallInstance } from '@refbench/test-helpers';
import { expect, onTestFinished, test } from 'vitest';
import { PartialResults } from './partial-results.ts';
import { runHere } from '../in-process.testkit.ts';

const error = (kind: RefbenchError['kind']): RefbenchError =>
  new RefbenchError({ kind, message: `${kind} of it`, hint: 'do this' });

test('what concerns one instance is recorded; everything else ends the command', async () => {
  const partial = new PartialResults();
  expect(await partial.attempt('a', async () => 1)).toBe(1);
  expect(partial.exitCode).toBe(0);
  expect(await partial.attempt('b', () => Promise.reject(error('repository')))).toBeUndefined();
  expect(await partial.attempt('c', () => Promise.reject(error('invalid-file')))).toBeUndefined();
  expect(partial.exitCode).toBe(10);
  expect(partial.lines()).toEqual([
    'missing: b: repository of it',
    '  hint: do this',
    'missing: c: invalid-file of it',
    '  hint: do this',
  ]);
  for (const fatal of [error('disk'), error('interrupted'), new TypeError('bug')]) {
    await expect(partial.attempt('d', () => Promise.reject(fatal))).rejects.toBe(fatal);
  }
});

test('an instance that cannot be read hides no other', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-partial-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { id, instancesDir: instances, rulesDir: rules } = await writeSmallInstance(folder);
  const places = ['--instances-dir', instances, '--rules-dir', rules];
  places.push('--state-dir', join(folder, 'state'));
  await mkdir(join(instances, 'a__b-00000001'));
  await writeFile(join(instances, 'a__b-00000001/instance.yaml'), 'schema: 1\n');
  const missing = [{ id: 'a__b-00000001' }];
  const stats = await runHere('dataset', 'stats', ...places, '--json');
  expect(stats.code).toBe(7);
  expect(JSON.parse(stats.stdout)).toMatchObject({ instances: [{ id }], missing });
  const card = await runHere('dataset', 'card', ...places, '--json');
  expect(card.code).toBe(7);
  expect(JSON.parse(card.stdout)).toMatchObject({
    dataset: null,
    digest: null,
    instances: [{ id }],
    missing: [{ id: 'dataset.yaml' }, ...missing],
  });
  // Rules without their files do not hide those of the other instance.
  await rm(join(instances, 'a__b-00000001'), { recursive: true });
  const other = id.replace('sums', 'other');
  await cp(join(instances, id), join(instances, other), { recursive: true });
  const file = join(instances, other, 'instance.yaml');
  const text = (await readFile(file, 'utf8')).replaceAll('refbench__sums', 'refbench__other');
  await writeFile(file, text);
  const tested = await runHere('rules', 'test', '*', ...places, '--json');
  expect(tested.code).toBe(7);
  expect(JSON.parse(tested.stdout)).toMatchObject({ instance: id });
});
