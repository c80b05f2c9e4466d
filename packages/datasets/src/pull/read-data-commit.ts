import { displayPath, objectSizes, openCommit } from '@refbench/repos';
import type { DataFiles } from './data-files.ts';
import { FileCollector } from './file-collector.ts';

const KINDS: Readonly<Record<string, 'file' | 'symlink'>> = {
  '100644': 'file',
  '100755': 'file',
  '120000': 'symlink',
};

/**
 * Reads a data set from a commit: `<git dir or owner/name>@<commit>`.
 * @throws RefbenchError kinds `repository`, `invalid-file`
 */
export async function readDataCommit(
  place: string,
  options: { readonly mirror: string | undefined; readonly cacheDir: string },
): Promise<DataFiles> {
  const collector = new FileCollector(place);
  const { repository, commit } = await openCommit(place, options);
  await using _ = repository;
  const tree = [...(await repository.readTree(commit))];
  const blobs = tree.filter(([, { mode }]) => mode !== '160000');
  const sizes = await objectSizes(
    blobs.map(([, { oid }]) => oid),
    repository.gitDir,
  );
  const admitted = tree.flatMap(([bytePath, { mode, oid }]) => {
    const kind = KINDS[mode] ?? 'special';
    const path = collector.admit(displayPath(bytePath), kind, sizes.get(oid) ?? 0);
    return path === undefined ? [] : [{ path, oid, executable: mode === '100755' }];
  });
  let index = 0;
  for await (const { bytes } of repository.readBlobs(admitted.map(({ oid }) => oid))) {
    const file = admitted[index];
    index += 1;
    if (file !== undefined) collector.add(file.path, { bytes, executable: file.executable });
  }
  return collector.files;
}
