import { isUtf8 } from 'node:buffer';
import { RefbenchError } from '@refbench/contracts';
import { bytePath, type History } from '@refbench/repos';
import { decodeText } from '../text/python-text.ts';
import type { CodeSource } from './subject.ts';

/**
 * Reads code from git as the study did: decoded like text in Python, with diffs that abbreviate
 * object ids to ten digits.
 */
export function codeSource(history: Pick<History, 'repository' | 'shortDiff'>): CodeSource {
  const { repository } = history;
  return {
    async textAt(commit, path) {
      const file = (await repository.readTree(commit)).get(bytePath(path));
      if (file === undefined || file.mode === '160000') return undefined;
      return decodeText(await repository.readBlob(file.oid));
    },
    async rawAt(commit, path) {
      const file = (await repository.readTree(commit)).get(bytePath(path));
      if (file === undefined || file.mode === '160000') return undefined;
      const bytes = await repository.readBlob(file.oid);
      return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : undefined;
    },
    async diff(parent, sha) {
      const diff = await history.shortDiff(parent, sha);
      if (Buffer.isBuffer(diff)) return decodeText(diff);
      throw new RefbenchError({
        kind: 'repository',
        message: `the diff of ${sha} cannot be read: ${diff.missing}`,
        hint: 'specify a complete clone with --mirror',
      });
    },
  };
}
