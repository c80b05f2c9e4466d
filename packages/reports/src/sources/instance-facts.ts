import { join } from 'node:path';
import { instanceSchema } from '@refbench/contracts';
import { exists, parseYamlFiles } from '@refbench/base';
import type { InstanceFacts } from '@refbench/scoring';

/** Reads languages and categories from instance.yaml. They are null for instances without the file. */
export async function readInstanceFacts(
  instancesDir: string,
  ids: readonly string[],
): Promise<readonly InstanceFacts[]> {
  const paths = ids.map((id) => join(instancesDir, id, 'instance.yaml'));
  const present = await Promise.all(paths.map(exists));
  const files = await parseYamlFiles(paths.filter((_, index) => present[index]));
  const byPath = new Map(files.map((file) => [file.path, file.documents[0]]));
  return ids.map((id, index) => {
    const parsed = instanceSchema.safeParse(byPath.get(paths[index] ?? ''));
    return parsed.success
      ? { id, language: parsed.data.language, category: parsed.data.category }
      : { id, language: null, category: null };
  });
}
