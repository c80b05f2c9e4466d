import { canonicalJson } from '@refbench/base';
import type { RanTests } from '@refbench/suites';

/** Whether all runs have a verdict, with the same counts and the same outcome of every test. */
export function allAgree(results: readonly Pick<RanTests, 'run' | 'tests'>[]): boolean {
  const texts = results.map(({ run, tests }) =>
    canonicalJson({ run, tests: tests === undefined ? null : Object.fromEntries(tests) }),
  );
  return new Set(texts).size <= 1 && results.every(({ run }) => run.kind === 'counted');
}
