import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exists } from '@refbench/base';

/** The folder of the corpus of attacks, in the package or in a checkout. */
export async function attacksFolder(): Promise<string> {
  const inPackage = join(fileURLToPath(new URL('../../bundled', import.meta.url)), 'attacks');
  if (await exists(inPackage)) return inPackage;
  return join(fileURLToPath(new URL('../../../..', import.meta.url)), 'attacks');
}
