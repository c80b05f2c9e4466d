import { loadPrices } from '@refbench/models';
import type { ModelOptions, Submission } from '@refbench/runner';
import { expect, test } from 'vitest';
import { checkPlannedModels } from './planned-models.ts';

/** Only the names of its models matter. */
function submissions(model: string): readonly Submission[] {
  return [{ name: 'agent', model: { name: model, names: [model] } } as unknown as Submission];
}

async function models(upstreams: ModelOptions['upstreams']): Promise<ModelOptions> {
  return { prices: await loadPrices({}), upstreams, budgetUsd: 1, runBudgetUsd: null };
}

test('a misspelt model is refused as in the run', async () => {
  const planned = { submissions: submissions('claude-sonet-4-6'), models: await models({}) };
  expect(() => checkPlannedModels(planned)).toThrow(/price of model "claude-sonet-4-6" is unknown/);
});

test('planning needs no key, but says that the run does', async () => {
  const planned = { submissions: submissions('claude-sonnet-4-6'), models: await models({}) };
  expect(checkPlannedModels(planned)).toMatch(/ANTHROPIC_API_KEY is not set/);
});

test('there is nothing to say about agents without a model', () => {
  expect(checkPlannedModels({ submissions: [] })).toBeUndefined();
});
