import { NO_ADJUSTMENTS } from '@refbench/env-builder';
import { expect, test } from 'vitest';
import { unbuiltTests } from './unbuilt-tests.ts';

const failing = { failed: 3, stage: 'observed' } as const;
const draft = { buildCommands: ['make build', 'go generate ./...'] };

test('what continuous integration builds is built before tests that fail', () => {
  const [diagnosis] = unbuiltTests(
    failing,
    { ...NO_ADJUSTMENTS, preparation: ['make build'] },
    draft,
  );
  expect(diagnosis?.adjustments.preparation).toEqual(['make build', 'go generate ./...']);
  expect(diagnosis?.because).toBe(
    'tests fail, and continuous integration first runs go generate ./...',
  );
});

test.each([
  ['no test fails', { ...failing, failed: 0 }, draft],
  ['there is no image', { ...failing, stage: 'unbuilt' }, draft],
  ['nothing is built', failing, {}],
] as const)('nothing if %s', (_, standing, recipe) => {
  expect(unbuiltTests(standing, NO_ADJUSTMENTS, recipe)).toEqual([]);
});
