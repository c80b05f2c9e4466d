import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { editYamlFile, guardDisk } from '@refbench/base';
import { isMap } from 'yaml';
import { RECIPE_FOLDER } from '../environments/recipe.ts';
import type { RecipeDraft } from './draft/recipe-draft.ts';

/**
 * Replaces `environment/` and the corresponding section of instance.yaml. The rest of the file,
 * including comments, is preserved.
 * @throws RefbenchError kind `invalid-file`
 */
export async function writeRecipe(draft: RecipeDraft, instanceDir: string): Promise<void> {
  const folder = join(instanceDir, RECIPE_FOLDER);
  await guardDisk(folder, async () => {
    await rm(folder, { recursive: true, force: true });
    for (const [name, { text, executable }] of draft.files) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      await chmod(path, executable ? 0o755 : 0o644);
    }
  });
  await updateInstance(draft, join(instanceDir, 'instance.yaml'));
}

async function updateInstance(draft: RecipeDraft, path: string): Promise<void> {
  await editYamlFile(path, (document) => {
    if (document.errors.length > 0 || !isMap(document.contents)) {
      throw new RefbenchError({
        kind: 'invalid-file',
        message: `${path}: it is not a YAML mapping`,
        hint: 'create it again with refbench instance add',
      });
    }
    document.setIn(['environment', 'base_image'], draft.baseImage);
    document.setIn(['environment', 'manifests'], document.createNode(draft.manifests));
    document.setIn(['environment', 'test_timeout_seconds'], draft.testTimeoutSeconds);
    const { suite, programs, ignored = [] } = draft;
    const hasPrograms = Object.keys(programs).length > 0;
    for (const [key, value] of [
      ['ignored', ignored.length > 0 ? ignored : undefined],
      ['suite', suite],
      ['programs', hasPrograms ? programs : undefined],
    ] as const) {
      if (value === undefined) document.deleteIn(['environment', key]);
      else document.setIn(['environment', key], document.createNode(value));
    }
    return true;
  });
}
