import type { TestRun } from '@refbench/contracts';

/** One run of original tests, and the stable tests, by id on base, that do not pass in it. */
export interface FormRun {
  readonly run: TestRun;
  readonly missing: ReadonlySet<string>;
  readonly failing: ReadonlySet<string>;
}
