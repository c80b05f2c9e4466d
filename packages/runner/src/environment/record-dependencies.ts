import { dependenciesOfGolden, recordDependenciesOfGolden } from '@refbench/leak-gate';
import { selectInstances } from '../selection/select-entries.ts';
import { openInstanceRepository, type PrepareOptions } from '../instance/prepare-instance.ts';

/**
 * Writes into the instance.yaml of an admitted environment which packages golden adds: they are
 * installed in it, so they are what every agent may see of golden.
 */
export async function recordDependencies(
  options: Pick<PrepareOptions, 'workspace' | 'entry' | 'signal' | 'onProgress'>,
): Promise<void> {
  // instance.yaml has changed with the recipe, and its manifests decide.
  const [entry = options.entry] = await selectInstances(options.workspace, [
    options.entry.instance.id,
  ]);
  await using repository = await openInstanceRepository({ ...options, entry });
  const names = await dependenciesOfGolden(entry.instance, repository);
  await recordDependenciesOfGolden(entry.dir, names);
  if (names.length > 0) {
    options.onProgress(`golden adds ${names.join(', ')}: every agent finds them installed`);
  }
}
