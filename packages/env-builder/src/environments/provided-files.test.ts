import { COUNTER_VERSION } from '@refbench/docker';
import { expect, test } from 'vitest';
import { releasedPrograms } from './provided-files.ts';

test('released programs do not depend on the instance', async () => {
  const files = await releasedPrograms({
    environment: {
      base_image: 'gcc-14',
      manifests: [],
      test_timeout_seconds: 900,
      suite: { counter: COUNTER_VERSION, format: 'tap', reports: ['x.tap'] },
      programs: { 'without-werror.sh': 6, 'unknown.sh': 1 },
    },
  });
  expect([...files.keys()].sort()).toEqual([
    'count_tests',
    'counter.mjs',
    'run_tests',
    'without-werror.sh',
  ]);
});
