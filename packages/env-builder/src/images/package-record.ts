import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '@refbench/base';
import { hostArchitecture } from './architecture.ts';
import { DEFAULT_DEFINITIONS } from './image-definitions.ts';

/** The difference between the packages of an image and the record. */
export type PackageDrift =
  | { readonly kind: 'unrecorded' }
  | {
      readonly kind: 'compared';
      /** Recorded packages that are no longer in the image, as `name version architecture`. */
      readonly gone: readonly string[];
      /** Packages in the image that are not recorded. */
      readonly come: readonly string[];
    };

/** Path of the record of an image's packages: packages/<name>.<architecture>.txt. */
export function recordPath(name: string, folder: string = dirname(DEFAULT_DEFINITIONS)): string {
  return join(folder, 'packages', `${name}.${hostArchitecture()}.txt`);
}

export async function recordPackages(path: string, packages: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomic(path, packages.map((line) => `${line}\n`).join(''));
}

export async function comparePackages(
  path: string,
  packages: readonly string[],
): Promise<PackageDrift> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return { kind: 'unrecorded' };
  const recorded = text.split('\n').filter((line) => line !== '');
  return {
    kind: 'compared',
    gone: recorded.filter((line) => !packages.includes(line)),
    come: packages.filter((line) => !recorded.includes(line)),
  };
}
