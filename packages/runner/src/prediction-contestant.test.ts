import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { predictionContestants } from './prediction-contestant.ts';
import type { PreparedInstance } from './prepared-instance.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-predictions-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function file(...lines: unknown[]): Promise<string> {
  const path = join(folder, 'predictions.jsonl');
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

function prediction(instance: string, model: string, patch: string | null): object {
  return { instance_id: instance, model_name_or_path: model, model_patch: patch };
}

function prepared(id: string): PreparedInstance {
  return {
    instance: { id },
    goldenPatch: () => Promise.resolve(Buffer.from('golden')),
  } as unknown as PreparedInstance;
}

test('one contestant a model, each with its own patches', async () => {
  const contestants = await predictionContestants(
    await file(
      prediction('a__b-00000000', 'Org/Model X', 'one'),
      prediction('a__b-00000000', 'other', 'two'),
      prediction('a__c-00000000', 'Org/Model X', null),
    ),
  );
  expect(contestants.map(({ name }) => name)).toEqual(['org-model-x', 'other']);
  const [first] = contestants;
  expect(await first?.givenPatch?.(prepared('a__b-00000000'))).toEqual(Buffer.from('one'));
  expect(await first?.givenPatch?.(prepared('a__c-00000000'))).toBeUndefined();
});

test('golden and nop need no file', async () => {
  const [golden] = await predictionContestants('golden');
  const [nop] = await predictionContestants('nop');
  expect(await golden?.givenPatch?.(prepared('x'))).toEqual(Buffer.from('golden'));
  expect(await nop?.givenPatch?.(prepared('x'))).toEqual(Buffer.alloc(0));
});

test.each([
  ['a missing field', { instance_id: 'a', model_patch: '' }, /line 1: model_name_or_path/],
  ['a name that is no name', prediction('a', '..', ''), /cannot name an agent/],
])('%s is named', async (_name, line, message) => {
  await expect(predictionContestants(await file(line))).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(message) as string,
  });
});

test('two predictions for one instance are refused', async () => {
  const line = prediction('a__b-00000000', 'm', 'x');
  await expect(predictionContestants(await file(line, line))).rejects.toMatchObject({
    message: expect.stringContaining('two predictions of m on a__b-00000000') as string,
  });
});

test('a missing file says what may stand there', async () => {
  await expect(predictionContestants(join(folder, 'none'))).rejects.toMatchObject({
    kind: 'usage',
    mend: 'name a JSONL file, or one of: golden, nop',
  });
});
