import { readFile } from 'node:fs/promises';
import type { Label, Labels, LabelVote } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { labelsOf } from '../consensus/labels-of-votes.ts';
import { alphaTable } from './alpha-table.ts';
import { modelFigures, modelPairs } from './by-model.ts';
import { referenceOf } from './reference.ts';

const label = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).nullable();
const schema = z.object({
  rows: z.array(
    z.object({
      instance: z.string(),
      reference: label,
      votes: z.record(z.string(), z.array(label)),
    }),
  ),
  models: z.array(
    z.object({
      model: z.string(),
      votes: z.number(),
      failed: z.number(),
      compared: z.number(),
      exact: z.number(),
      binarised: z.number(),
      alpha: z.number(),
    }),
  ),
  pairs: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  consensus: z.array(label),
  between: z.number(),
});

const DIGEST = `sha256:${'0'.repeat(64)}` as const;

function labelled(
  instance: string,
  votes: Readonly<Record<string, readonly (Label | null)[]>>,
): Labels {
  const all = Object.entries(votes).flatMap(([annotator, given]) =>
    given.map((one, at): LabelVote => ({
      annotator,
      kind: 'model',
      pass: at + 1,
      label: one,
      prompt: null,
      rationale: one === null ? '' : 'why',
      failure: one === null ? 'none' : null,
    })),
  );
  const about = { instance, subject: { issue: DIGEST, change: DIGEST } };
  return labelsOf({ ...about, issue_scale: 'rubric' }, { issue: [], tests: all, effort: [] });
}

/** Numbers with rounding errors of either program. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'number' ? Math.round(one * 1e12) / 1e12 : one,
    ),
  );
}

test('models as labellers have the figures of an independent program', async () => {
  const file = new URL('../../fixtures/model-agreement.json', import.meta.url);
  const vector = schema.parse(JSON.parse(await readFile(file, 'utf8')));
  const labels = vector.rows.map(({ instance, votes }) => labelled(instance, votes));
  expect(labels.map((one) => one.tests.label)).toEqual(vector.consensus);
  const rows = vector.rows.flatMap(({ instance: instance_id, reference }) =>
    reference === null ? [] : [{ instance_id, tests: String(reference) }],
  );
  const models = vector.models.map(({ model }) => model);
  const figures = modelFigures('tests', models, labels, referenceOf(rows, [], 'rows'), []);
  expect(
    rounded(
      figures.map(({ model, votes, failed, accuracy, alpha }) => {
        const { compared, exact, binarised } = accuracy;
        return { model, votes, failed, compared, exact, binarised, alpha };
      }),
    ),
  ).toEqual(rounded(vector.models));
  const pairs = modelPairs('tests', models, labels).map(
    ({ criterion: _criterion, ...pair }) => pair,
  );
  expect(rounded(pairs)).toEqual(rounded(vector.pairs));
  const between = alphaTable('tests', labels, new Map()).find(
    ({ among, by }) => among === 'models' && by === 'all',
  );
  expect(between?.alpha).toBeCloseTo(vector.between, 12);
});

test('a single model has no pair and no agreement between models', () => {
  const labels = [labelled('a-1', { m: [0, 0, 3] }), labelled('a-2', { m: [3, 3, 3] })];
  expect(modelPairs('tests', ['m'], labels)).toEqual([]);
  expect(alphaTable('tests', labels, new Map()).map(({ among }) => among)).not.toContain('models');
});
