import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogEntry } from '@refbench/instances';
import { expect, test } from 'vitest';
import type { SuiteContext } from '../admission/gate.ts';
import { environmentStep, type EnvironmentBuilder } from './environment-step.ts';
import { yearlyInstances } from './yearly-instances.testkit.ts';

test('a rejected recipe is drafted anew, unless somebody has corrected it', async () => {
  const { workspace, entries } = await yearlyInstances([2001]);
  const [entry] = entries as [CatalogEntry];
  const script = join(entry.dir, 'environment/test_command');
  let drafts = 0;
  const build: EnvironmentBuilder = async () => {
    drafts += 1;
    await mkdir(join(entry.dir, 'environment'), { recursive: true });
    await writeFile(join(entry.dir, 'environment/setup_shell.sh'), 'true\n');
    await writeFile(join(entry.dir, 'environment/count_tests'), 'true\n');
    await writeFile(script, 'exit 1\n');
    return { kind: 'rejected', reason: 'no tests' };
  };
  const isCorrected = new Error('the recipe is validated');
  // Only the validation of a recipe reads the definitions of images here.
  const images = {
    get definitions(): never {
      throw isCorrected;
    },
  };
  const context: unknown = { workspace, entry, build: images };
  const step = async (): Promise<unknown> =>
    await environmentStep(
      {
        ...(context as SuiteContext),
        signal: AbortSignal.timeout(60_000),
        onProgress: () => undefined,
      },
      build,
      async () => entry,
    );
  const lost = { kind: 'dropped', reason: 'no tests' };
  expect(await step()).toEqual(lost);
  expect(await step()).toEqual(lost);
  expect(drafts).toBe(2);
  await writeFile(script, 'npm test\n');
  await expect(step()).rejects.toThrow(isCorrected.message);
  expect(drafts).toBe(2);
});
