import { fileURLToPath } from 'node:url';

/** A file of `data/`, from the sources and from the build alike. */
export function dataFile(name: string): string {
  return fileURLToPath(new URL(`../data/${name}`, import.meta.url));
}
