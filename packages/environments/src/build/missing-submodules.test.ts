import { NO_ADJUSTMENTS } from '@refbench/env-builder';
import { expect, test } from 'vitest';
import { withSubmodules } from './missing-submodules.ts';

const SUBMODULES = ['spec/data', 'lib/c++'];

test.each([
  ["ENOENT: no such file, scandir '/testbed/spec/data/specs/'", ['spec/data']],
  ['cannot open lib/c++/x.h and spec/data', ['spec/data', 'lib/c++']],
  ['cannot open spec/database', []],
  ['cannot open myspec/data', []],
  ['nothing is missing', []],
])('of the log %j, the submodules %j are wanted', (log, submodules) => {
  const proposed = withSubmodules(log, NO_ADJUSTMENTS, SUBMODULES);
  expect(proposed.map(({ adjustments }) => adjustments)).toEqual(
    submodules.length === 0 ? [] : [{ ...NO_ADJUSTMENTS, submodules }],
  );
});

test('a submodule is asked for once', () => {
  const known = { ...NO_ADJUSTMENTS, submodules: ['spec/data'] };
  expect(withSubmodules('spec/data spec/data/x', known, SUBMODULES)).toEqual([]);
  const [more] = withSubmodules('spec/data lib/c++/x', known, SUBMODULES);
  expect(more?.adjustments.submodules).toEqual(['spec/data', 'lib/c++']);
});
