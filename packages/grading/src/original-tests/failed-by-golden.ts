import { join } from 'node:path';
import { digestOf, readJsonFile, withLock, writeJsonFile } from '@refbench/base';
import type { Baseline } from '@refbench/contracts';
import type { PreparedInstance } from '@refbench/instances';
import type { Tree } from '@refbench/repos';
import { z } from 'zod';
import type { FormRun } from './form-run.ts';
import { formedTree } from './test-forms.ts';

interface GoldenRunOptions {
  readonly prepared: PreparedInstance;
  readonly baseline: Baseline;
  readonly signal: AbortSignal;
}

const recordSchema = z.strictObject({ schema: z.literal(1), failed: z.array(z.string()) });

/**
 * Returns the stable tests, by id on base, that golden itself fails in base's form: the refactoring forces
 * them to change. Measured with one run of the suite on golden, and kept in the state folder like a
 * baseline, by everything that it depends on.
 */
export async function failedByGolden(
  { prepared, baseline, signal }: GoldenRunOptions,
  runOn: (tree: Tree) => Promise<FormRun>,
): Promise<ReadonlySet<string>> {
  const { environment, instance, repository, baseTree, workspace, engine } = prepared;
  const key = digestOf({
    image: environment.imageId,
    recipe: environment.recipeDigest,
    base: instance.base,
    golden: instance.golden,
    stable: baseline.stable_tests,
    host: engine.info.hostName,
  });
  const path = join(workspace.stateDir, 'golden-tests', `${key.slice('sha256:'.length)}.json`);
  const what = `the tests of base on golden of ${instance.id}`;
  return await withLock(
    `${path}.lock`,
    what,
    async () => {
      const kept = await readJsonFile(path, recordSchema);
      if (kept.kind === 'valid') return new Set(kept.value.failed);
      const golden = await repository.readTree(instance.golden);
      const tree = formedTree({ base: baseTree, golden, patched: golden }, 'base', () => false);
      const { run, missing, failing } = await runOn(tree);
      const failed = [...missing, ...failing].sort();
      // A suite without a verdict may have one at a quieter time.
      if (run.kind === 'counted') await writeJsonFile(path, { schema: 1, failed });
      return new Set(failed);
    },
    signal,
  );
}
