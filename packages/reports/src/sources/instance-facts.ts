import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { instanceSchema } from '@refbench/contracts';
import { parseYamlFiles } from '@refbench/files';
import type { InstanceFacts } from '@refbench/scoring';

/** Languages and categories from instance.yaml; null for an instance that is not in the folder. */
export async function readInstanceFacts(
  instancesDir: string,
  ids: readonly string[],
): Promise<readonly InstanceFacts[]> {
  const paths = ids.map((id) => join(instancesDir, id, 'instance.yaml'));
  const there = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  const files = await parseYamlFiles(paths.filter((_, index) => there[index]));
  const byPath = new Map(files.map((file) => [file.path, file.documents[0]]));
  return ids.map((id, index) => {
    const parsed = instanceSchema.safeParse(byPath.get(paths[index] ?? ''));
    return parsed.success
      ? { id, language: parsed.data.language, category: parsed.data.category }
      : { id, language: null, category: null };
  });
}
