import { join } from 'node:path';
import { exists } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { readImageDefinitions, RECIPE_FOLDER, recipeDigest } from '@refbench/env-builder';
import { loadRuleset } from '@refbench/rule-engine';
import { readTask, type CatalogEntry } from '@refbench/instances';
import { problemsOf, type DatasetProblem } from './dataset-problem.ts';

/**
 * Checks the files of an instance without its repository and without containers: texts, rules,
 * environment, licence.
 * @param isOpen whether an SPDX expression permits to publish the instance
 */
export async function instanceProblems(
  entry: CatalogEntry,
  isOpen: (licence: string) => boolean,
): Promise<readonly DatasetProblem[]> {
  const { instance, rulesDir } = entry;
  const check = (act: () => Promise<unknown>): Promise<readonly DatasetProblem[]> =>
    problemsOf(instance.id, act);
  return [
    ...(await check(() => readTask(entry, 'instructed'))),
    ...(await check(() => readTask(entry, 'open'))),
    ...(await check(() => requireRules(rulesDir))),
    ...(await check(() => requireEnvironment(entry))),
    ...licenceProblems(entry, isOpen),
  ];
}

async function requireRules(rulesDir: string): Promise<void> {
  if (!(await exists(rulesDir))) {
    throw missing(`${rulesDir}: there are no rules`, 'write them with refbench rules register');
  }
  await loadRuleset(rulesDir);
}

/** An environment needs its setup, a known base image, and a way to run and count the tests. */
async function requireEnvironment({ dir, instance }: CatalogEntry): Promise<void> {
  // Without tests, nothing of the instance is run.
  if (instance.no_tests !== undefined) return;
  await recipeDigest(dir);
  const { images } = await readImageDefinitions();
  const name = instance.environment.base_image;
  if (images[name] === undefined) {
    throw missing(
      `${dir}/instance.yaml: there is no base image "${name}"`,
      'refbench images list shows the base images',
    );
  }
  const has = async (file: string): Promise<boolean> =>
    await exists(join(dir, RECIPE_FOLDER, file));
  if (await has('run_tests')) return;
  const counted = instance.environment.suite !== undefined;
  for (const file of ['test_command', ...(counted ? [] : ['count_tests'])]) {
    if (await has(file)) continue;
    throw missing(
      `${join(dir, RECIPE_FOLDER)}: ${file} is missing`,
      'write test_command and count_tests, or build the environment again with refbench env build',
    );
  }
}

function licenceProblems(
  { dir, instance }: CatalogEntry,
  isOpen: (licence: string) => boolean,
): readonly DatasetProblem[] {
  if (instance.private === true) {
    return [
      {
        subject: instance.id,
        problem: `${dir}/instance.yaml: the instance is private`,
        hint: 'remove it from the data set; it was made of code that is not published',
      },
    ];
  }
  if (isOpen(instance.licence)) return [];
  return [
    {
      subject: instance.id,
      problem: `${dir}/instance.yaml: "${instance.licence}" is not known as an open licence`,
      hint: 'write the SPDX id of the licence of the repository, or remove the instance',
    },
  ];
}

function missing(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'invalid-file', message, hint });
}
