import { isAbsolute, join, relative, resolve } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { resolveWithin } from '@refbench/base';
import type { Repository } from '../tree/repository.ts';
import { findObjectsDir, isFile, isFolder } from './objects-dir.ts';
import { makeSeedCommits } from './seed-commits.ts';
import type { SourceAnswer } from './source.ts';

/** Opens a source next to the instance: a git repository, or a seed with `base/` and `golden.patch`. */
export async function fromPath(
  instanceDir: string,
  path: string,
  scratch: Repository,
): Promise<SourceAnswer> {
  const place = resolve(instanceDir, path);
  const inside = relative(resolve(instanceDir), place);
  if (isAbsolute(path) || isAbsolute(inside) || inside.split(/[\\/]/)[0] === '..') {
    throw new RefbenchError({
      kind: 'repository',
      message: `repository.path "${path}" is not inside the instance's folder ${instanceDir}`,
      hint: 'use a path relative to the folder of instance.yaml, without ".."',
    });
  }
  await resolveWithin(instanceDir, place);
  const objectsDir = await findObjectsDir(place);
  if (objectsDir !== undefined) await resolveWithin(instanceDir, objectsDir);
  if (objectsDir !== undefined) return { kind: 'objects', objectsDir, name: place };
  const [base, patch] = [join(place, 'base'), join(place, 'golden.patch')];
  await resolveWithin(instanceDir, base);
  if ((await isFolder(base)) && (await isFile(patch))) {
    const commits = await makeSeedCommits(base, patch, scratch);
    return { kind: 'made', ...commits, name: place };
  }
  return {
    kind: 'absent',
    reason: `${place} is neither a git repository nor a folder with base/ and golden.patch`,
  };
}
