import { RefbenchError, type Instance } from '@refbench/contracts';
import { displayPath, objectSizes, type Repository } from '@refbench/repos';

/** The number of missing files that an error names. */
const MAX_NAMED = 3;

/**
 * Checks that the repository contains every file of base and golden. Partial clones and snapshots can
 * lack the largest ones. This takes less than a second, and a build would notice it after minutes.
 * @throws RefbenchError kind `repository`
 */
export async function requireObjects(instance: Instance, repository: Repository): Promise<void> {
  const paths = new Map<string, string>();
  for (const commit of [instance.base, instance.golden]) {
    for (const [path, { mode, oid }] of await repository.readTree(commit)) {
      if (mode !== '160000') paths.set(oid, displayPath(path));
    }
  }
  const sizes = await objectSizes([...paths.keys()], repository.gitDir);
  const missing = [...paths].filter(([oid]) => !sizes.has(oid)).map(([, path]) => path);
  if (missing.length === 0) return;
  const named = missing.slice(0, MAX_NAMED).join(', ');
  const more = missing.length > MAX_NAMED ? `, and ${missing.length - MAX_NAMED} more` : '';
  throw new RefbenchError({
    kind: 'repository',
    message: `instance ${instance.id}: the repository lacks the content of ${named}${more}`,
    hint: 'use a complete clone as --mirror: partial clones and snapshots may lack large files',
  });
}
