import { fileURLToPath } from 'node:url';
import { exists } from '@refbench/base';

/** The folder of the corpus of attacks, in the package or in a checkout. */
export async function attacksFolder(): Promise<string> {
  const inPackage = fileURLToPath(new URL('../../bundled/attacks', import.meta.url));
  if (await exists(inPackage)) return inPackage;
  return fileURLToPath(new URL('../../../../attacks', import.meta.url));
}
