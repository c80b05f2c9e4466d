import { resolve } from 'node:path';
import { findObjectsDir } from './objects-dir.ts';
import type { SourceAnswer } from './source.ts';

/**
 * Finds a repository in a folder of `<owner>/<name>[.git]` or by a template with `{owner}` and
 * `{name}`. The mirror is never written.
 */
export async function fromMirror(mirror: string, repository: string): Promise<SourceAnswer> {
  const places = mirrorPlaces(mirror, repository);
  for (const place of places) {
    const objectsDir = await findObjectsDir(place);
    if (objectsDir !== undefined) return { kind: 'objects', objectsDir, name: place };
  }
  return { kind: 'absent', reason: `the mirror has no repository at ${places.join(' or ')}` };
}

function mirrorPlaces(mirror: string, repository: string): readonly string[] {
  const [owner = '', name = ''] = repository.split('/');
  if (/\{(?:owner|name)\}/.test(mirror)) {
    return [resolve(mirror.replaceAll('{owner}', owner).replaceAll('{name}', name))];
  }
  return [resolve(mirror, owner, `${name}.git`), resolve(mirror, owner, name)];
}
