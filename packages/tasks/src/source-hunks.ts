import { isTestPath, readLanguages } from '@refbench/code-facts';
import { pathOfFile, type Hunk, type ParsedPatch } from '@refbench/repos';

/** Returns the hunks of files with code, without those of tests. */
export async function sourceHunks(patch: ParsedPatch): Promise<readonly Hunk[]> {
  const languages = await readLanguages();
  return patch.files.flatMap((file) => {
    const path = pathOfFile(file);
    return languages.of(path) === undefined || isTestPath(path) ? [] : file.hunks;
  });
}
