import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { isObjectId } from '../git/object-id.ts';

/** A reference of a source, e.g. `refs/heads/main`. Tags may name a tag object instead of a commit. */
export interface SourceRef {
  readonly name: string;
  readonly oid: string;
}

/**
 * Reads the references of a repository from its files, sorted like git, so that git does not run with
 * an untrusted configuration. Symbolic references are skipped, because their targets are listed.
 * @throws RefbenchError kind `repository` if the references are not stored in files
 */
export async function readSourceRefs(objectsDir: string): Promise<readonly SourceRef[]> {
  const gitDir = dirname(objectsDir);
  const hasReftable = await stat(join(gitDir, 'reftable')).catch(() => undefined);
  if (hasReftable !== undefined) {
    throw new RefbenchError({
      kind: 'repository',
      message: `${gitDir}: its references are stored in a reftable, which is not supported`,
      hint: 'convert it with "git refs migrate --ref-format=files", or clone it again',
    });
  }
  const found = new Map<string, string>();
  const packed = await readFile(join(gitDir, 'packed-refs'), 'utf8').catch(() => '');
  for (const line of packed.split('\n')) {
    const [, oid, name] = /^([0-9a-f]{40}) (refs\/.+)$/.exec(line) ?? [];
    if (oid !== undefined && name !== undefined) found.set(name, oid);
  }
  // A loose reference is newer than a packed one of the same name.
  for (const name of await looseNames(gitDir, 'refs')) {
    const oid = (await readFile(join(gitDir, name), 'latin1').catch(() => '')).trim();
    if (isObjectId(oid)) found.set(name, oid);
  }
  return [...found]
    .map(([name, oid]) => ({ name, oid }))
    .sort((left, right) => Buffer.compare(Buffer.from(left.name), Buffer.from(right.name)));
}

async function looseNames(gitDir: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(gitDir, folder), { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) names.push(...(await looseNames(gitDir, name)));
    else if (entry.isFile() && !name.endsWith('.lock')) names.push(name);
  }
  return names;
}
