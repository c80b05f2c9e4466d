import { access } from 'node:fs/promises';

/** Returns whether a path can be reached. A link counts if its target exists. */
export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
