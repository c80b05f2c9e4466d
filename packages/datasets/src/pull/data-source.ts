import { stat } from 'node:fs/promises';
import { exists } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';

/** Where a data set comes from. */
export type DataSource =
  | { readonly kind: 'npm'; readonly name: string; readonly version: string | undefined }
  | { readonly kind: 'folder' | 'archive' | 'commit'; readonly place: string };

/** The npm package of the instances that RefBench publishes. */
export const PUBLISHED_DATASET = '@refbench/dataset';

const NPM_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const NPM_VERSION = /^[0-9A-Za-z][0-9A-Za-z._+-]*$/;

/**
 * Says what a word on the command line means: an existing folder or archive, a commit of a repository, or
 * a package.
 * @throws RefbenchError kind `usage`
 */
export async function dataSource(word: string): Promise<DataSource> {
  if (await isFolder(word)) return { kind: 'folder', place: word };
  if (await exists(word)) return { kind: 'archive', place: word };
  const at = word.lastIndexOf('@');
  const [name, version] = at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word, undefined];
  const isPath =
    /^[./~]/.test(name) ||
    (name.includes('/') && !name.startsWith('@')) ||
    (version !== undefined && (await isFolder(name)));
  if (isPath && version !== undefined && /^[0-9a-f]{7,40}$/.test(version)) {
    return { kind: 'commit', place: word };
  }
  if (isPath || /\.(?:tgz|tar|gz|zip)$/.test(word)) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${word}: there is no such folder or archive`,
      hint: 'name a folder, a .tgz or .zip archive, REPOSITORY@COMMIT, or PACKAGE[@VERSION]',
    });
  }
  if (NPM_NAME.test(name) && (version === undefined || NPM_VERSION.test(version))) {
    return { kind: 'npm', name, version };
  }
  throw new RefbenchError({
    kind: 'usage',
    message: `"${word}" is not the name of a package, a folder, an archive or a commit`,
    hint: `an example is ${PUBLISHED_DATASET}@0.1.0; ranges of versions are not supported`,
  });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
