import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { datasetSchema, withCanary, type CanaryForm, type Dataset } from '@refbench/contracts';
import { exists, readYamlFile, writeFileAtomic } from '@refbench/base';

const TEXTS = ['task.instructed.md', 'task.open.md'];
const SIDES = ['additive', 'reductive'];

/** Whether a file of an instance or of its rules carries the canary, by its path in its folder. */
export function hasCanary(path: string): boolean {
  const [top = '', ...rest] = path.split('/');
  return rest.length === 0 ? TEXTS.includes(top) : SIDES.includes(top) && /\.ya?ml$/.test(path);
}

/** The folders of an instance and of its rules. */
interface InstanceFolders {
  readonly dir: string;
  readonly rulesDir: string;
}

/** A file that carries the canary of its data set. */
interface MarkedFile {
  readonly path: string;
  readonly form: CanaryForm;
}

/** Lists the task texts and the rule files of an instance. */
export async function canaryFiles({
  dir,
  rulesDir,
}: InstanceFolders): Promise<readonly MarkedFile[]> {
  const files: MarkedFile[] = [];
  for (const name of TEXTS) {
    const path = join(dir, name);
    if (await exists(path)) files.push({ path, form: 'markdown' });
  }
  for (const side of SIDES) {
    const entries = await readdir(join(rulesDir, side), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !hasCanary(path.slice(rulesDir.length + 1))) continue;
      files.push({ path, form: 'yaml' });
    }
  }
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * Writes the canary of a data set into the task texts and rule files of an instance.
 * @returns the number of files that were changed
 * @throws RefbenchError kind `disk`
 */
export async function markInstance(
  entry: InstanceFolders,
  dataset: Pick<Dataset, 'name' | 'canary'>,
): Promise<number> {
  let changed = 0;
  for (const { path, form } of await canaryFiles(entry)) {
    const text = await readFile(path, 'utf8');
    const marked = withCanary(text, form, dataset);
    if (marked === text) continue;
    await writeFileAtomic(path, marked);
    changed += 1;
  }
  return changed;
}

/**
 * Reads whose canary the files of an instance carry. Undefined if its folder belongs to no data set.
 * @throws RefbenchError kind `invalid-file`
 */
export async function datasetOf({
  dir,
}: Pick<InstanceFolders, 'dir'>): Promise<Dataset | undefined> {
  const path = join(dirname(dir), 'dataset.yaml');
  return (await exists(path)) ? await readYamlFile(path, datasetSchema) : undefined;
}
