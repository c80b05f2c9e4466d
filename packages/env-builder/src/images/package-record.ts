import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '@refbench/files';
import { hostArchitecture } from './architecture.ts';
import { DEFAULT_DEFINITIONS } from './image-definitions.ts';

/** How the packages of an image differ from those that were recorded for it. */
export type PackageDrift =
  | { readonly kind: 'unrecorded' }
  | {
      readonly kind: 'compared';
      /** `name version architecture`, as recorded and no more in the image. */
      readonly gone: readonly string[];
      /** In the image and not recorded. */
      readonly come: readonly string[];
    };

/** docker/packages/<name>.<architecture>.txt: what an image's distribution packages were. */
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
