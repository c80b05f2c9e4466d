import { dependenciesOfGolden, recordDependenciesOfGolden } from '@refbench/leak-gate';
import { openInstanceRepository, selectInstances, type PrepareOptions } from '@refbench/instances';

/**
 * Records in instance.yaml which packages golden adds. They are installed in the environment, so
 * every agent can see them.
 */
export async function recordDependencies(
  options: Pick<PrepareOptions, 'workspace' | 'entry' | 'signal' | 'onProgress'>,
): Promise<void> {
  // instance.yaml changed with the recipe, and its manifests determine the result.
  const [entry = options.entry] = await selectInstances(options.workspace, [
    options.entry.instance.id,
  ]);
  await using repository = await openInstanceRepository({ ...options, entry });
  const names = await dependenciesOfGolden(entry.instance, repository);
  await recordDependenciesOfGolden(entry.dir, names);
  if (names.length > 0) {
    options.onProgress(`golden adds ${names.join(', ')}; they are installed for every agent`);
  }
}
