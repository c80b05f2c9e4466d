import { fileURLToPath } from 'node:url';

/** Returns the path of a file in `data/`. Works from the sources and from the build. */
export function dataFile(name: string): string {
  return fileURLToPath(new URL(`../../data/${name}`, import.meta.url));
}
