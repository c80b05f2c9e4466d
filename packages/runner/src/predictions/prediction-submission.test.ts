import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { predictionSubmissions } from './prediction-submission.ts';
import type { PreparedInstance } from '@refbench/instances';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-predictions-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KNOWN = ['a__b-00000000', 'a__c-00000000'];

async function file(...lines: unknown[]): Promise<string> {
  return await raw(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

async function raw(content: string | Buffer): Promise<string> {
  const path = join(folder, 'predictions.jsonl');
  await writeFile(path, content);
  return path;
}

function prediction(instance: string, model: string, patch: string | null): object {
  return { instance_id: instance, model_name_or_path: model, model_patch: patch };
}

function prepared(id: string): PreparedInstance {
  return {
    instance: { id },
    repository: {
      readGivenPatch: (_base: string, patch: Buffer) => Promise.resolve({ patch, note: undefined }),
    },
    goldenPatch: () => Promise.resolve(Buffer.from('golden')),
  } as unknown as PreparedInstance;
}

async function patchesOf(path: string): Promise<Record<string, (string | undefined)[]>> {
  const { submissions } = await predictionSubmissions(path, KNOWN);
  const rows = await Promise.all(
    submissions.map(async (one) => [
      one.name,
      await Promise.all(
        KNOWN.map(async (id) => (await one.givenPatch?.(prepared(id)))?.toString('latin1')),
      ),
    ]),
  );
  return Object.fromEntries(rows) as Record<string, (string | undefined)[]>;
}

test('one submission per model, each with its own patches', async () => {
  const { submissions, instances } = await predictionSubmissions(
    await file(
      prediction('a__b-00000000', 'Org/Model X', 'one'),
      prediction('a__b-00000000', 'other', 'two'),
      prediction('a__c-00000000', 'Org/Model X', null),
    ),
    KNOWN,
  );
  expect(submissions.map(({ name }) => name)).toEqual(['org-model-x', 'other']);
  const [first, second] = submissions;
  expect(await first?.givenPatch?.(prepared('a__b-00000000'))).toEqual(Buffer.from('one'));
  expect(first?.absenceReason?.('a__b-00000000')).toBeUndefined();
  expect(first?.absenceReason?.('a__c-00000000')).toBe('its model_patch is null');
  expect(second?.absenceReason?.('a__c-00000000')).toBe('there is no prediction for this instance');
  expect(instances).toEqual(['a__b-00000000', 'a__b-00000000']);
});

test('golden and nop need no file', async () => {
  const golden = await predictionSubmissions('golden', KNOWN);
  const nop = await predictionSubmissions('nop', KNOWN);
  const patchOf = async ({ submissions }: typeof golden): Promise<Buffer | undefined> =>
    await submissions[0]?.givenPatch?.(prepared('x'));
  expect(await patchOf(golden)).toEqual(Buffer.from('golden'));
  expect(await patchOf(nop)).toEqual(Buffer.alloc(0));
  expect(golden.instances).toBeUndefined();
});

const one = prediction('a__b-00000000', 'm', 'x');

test.each([
  ['JSON lines after a byte order mark', `\uFEFF${JSON.stringify(one)}\r\n\n`],
  ['an array', JSON.stringify([one], null, 1)],
  ['a dictionary', JSON.stringify({ 'a__b-00000000': { ...one, instance_id: undefined } })],
  ['a dictionary over several lines', JSON.stringify({ 'a__b-00000000': one }, null, 2)],
])('%s is read', async (_name, text) => {
  expect(await patchesOf(await raw(text))).toEqual({ m: ['x', undefined] });
});

test('a patch that is not UTF-8 is read from base64 byte by byte', async () => {
  const bytes = Buffer.from([0x2b, 0xe9, 0x0a]);
  const line = { ...one, model_patch: undefined, model_patch_b64: bytes.toString('base64') };
  expect(await patchesOf(await file(line))).toEqual({ m: ['+\u00e9\n', undefined] });
});

test.each([
  [
    'a missing field',
    { instance_id: 'a', model_patch: '' },
    /line 1: model_name_or_path: it is missing/,
  ],
  [
    'a name that is no name',
    prediction('a', '..', ''),
    /line 1: ".." cannot name an agent: use lower/,
  ],
  ['a reserved name', prediction('a__b-00000000', 'Golden', ''), /line 1: "Golden" .* reserved/],
  ['no patch at all', { ...one, model_patch: undefined }, /line 1: model_patch: it is missing/],
  ['half a surrogate pair', prediction('a__b-00000000', 'm', '\ud800'), /line 1: .*surrogate/],
  ['two patches', { ...one, model_patch_b64: 'eXk=' }, /line 1: .* are different patches/],
])('%s is named', async (_name, line, message) => {
  await expect(predictionSubmissions(await file(line), KNOWN)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(message) as string,
  });
});

test('bytes that are not UTF-8 are refused with their line', async () => {
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(one)}\n{"x":"`), Buffer.from([0xe9])]);
  await expect(predictionSubmissions(await raw(bytes), KNOWN)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining('line 2 is not UTF-8') as string,
    hint: expect.stringContaining('model_patch_b64') as string,
  });
});

test('two predictions for one instance are refused, and both lines named', async () => {
  await expect(predictionSubmissions(await file(one, one), KNOWN)).rejects.toMatchObject({
    message: expect.stringContaining(
      'two predictions of m on a__b-00000000: line 1 and line 2',
    ) as string,
  });
});

test.each([
  [
    'an object by instance id',
    `{"a__b-00000000":${JSON.stringify(one)},\n "a__b-00000000":${JSON.stringify(one)}}`,
    /"a__b-00000000" stands twice in one object: line 1, column 2, and line 2, column 2$/,
  ],
  [
    'a single prediction',
    JSON.stringify(one, null, 1).replace('{', '{"model_patch": "y",'),
    /"model_patch" stands twice/,
  ],
  [
    'a line',
    `${JSON.stringify(one)}\n${JSON.stringify(one).replace('{', '{"model_patch":"y",')}`,
    /: line 2: the key "model_patch" stands twice/,
  ],
  [
    'an array',
    `[${JSON.stringify(one).replace('{', '{"model_patch":"y",')}]`,
    /"model_patch" stands twice/,
  ],
])('%s with a key twice is refused, and both places named', async (_name, text, message) => {
  await expect(predictionSubmissions(await raw(text), KNOWN)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(message) as string,
  });
});

test('two models that would share a folder are refused', async () => {
  const lines = [prediction('a__b-00000000', 'x/y', ''), prediction('a__c-00000000', 'x-y', '')];
  await expect(predictionSubmissions(await file(...lines), KNOWN)).rejects.toMatchObject({
    message: expect.stringContaining('would both be called "x-y"') as string,
  });
});

test('unknown instances are reported with similar names', async () => {
  const line = prediction('a__b-00000001', 'm', 'x');
  await expect(predictionSubmissions(await file(one, line), KNOWN)).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining(
      'line 2 "a__b-00000001" (did you mean "a__b-00000000"?)',
    ) as string,
  });
});

test('an empty file contains no predictions', async () => {
  await expect(predictionSubmissions(await raw('\n'), KNOWN)).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('contains no predictions') as string,
  });
});

test('a missing file is reported with the accepted formats', async () => {
  await expect(predictionSubmissions(join(folder, 'none'), KNOWN)).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('there is no such file') as string,
    hint: expect.stringContaining('golden, nop') as string,
  });
});
