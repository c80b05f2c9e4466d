import type { BytePath } from '../tree/tree.ts';
import { commonPath, readMarkedName } from './header-names.ts';
import type { LineCursor } from './line-cursor.ts';
import { checkWholeFile } from './parse-git-file.ts';
import { parseHunks } from './parse-hunks.ts';
import type { PatchFile } from './patch-file.ts';

const NOTHING = '/dev/null';

/** The date of a missing file in `diff -N`, in any time zone. */
const EPOCH = /^(?:1970-01-01|1969-12-31) \d\d:\d\d:\d\d/;

/** Parses one file of `diff -u`, starting at its `---` line. */
export function parsePlainFile(cursor: LineCursor, patch: Buffer): PatchFile {
  const old = readMarkedName(cursor.text.slice(4), cursor);
  cursor.advance();
  if (!cursor.startsWith('+++ ')) throw cursor.fail('expected a line with "+++"');
  const current = readMarkedName(cursor.text.slice(4), cursor);
  const path = plainPath(old.name, current.name);
  if (path === undefined) throw cursor.fail('the two names do not give one path');
  cursor.advance();

  const bodyStart = cursor.offset;
  const hunks = parseHunks(cursor);
  if (hunks.length === 0) throw cursor.fail('expected a hunk');
  const isNew = old.name === NOTHING || (EPOCH.test(old.stamp) && hunks[0]?.oldCount === 0);
  const isDeleted =
    current.name === NOTHING || (EPOCH.test(current.stamp) && hunks[0]?.newCount === 0);
  checkWholeFile(cursor, isNew, isDeleted, hunks);

  return {
    oldPath: isNew ? undefined : path,
    newPath: isDeleted ? undefined : path,
    oldMode: undefined,
    newMode: isNew ? '100644' : undefined,
    change: isNew ? 'added' : isDeleted ? 'deleted' : 'modified',
    binary: false,
    hunks,
    source: {
      format: 'plain',
      index: undefined,
      similarity: undefined,
      result: undefined,
      inflated: undefined,
      body: patch.subarray(bodyStart, cursor.offset),
    },
  };
}

function plainPath(old: string, current: string): BytePath | undefined {
  if (old === NOTHING && current === NOTHING) return undefined;
  // With one name only, `a/` and `b/` are taken for the prefixes that git and most tools write.
  if (old === NOTHING) return current.replace(/^b\//, '') as BytePath;
  if (current === NOTHING) return old.replace(/^a\//, '') as BytePath;
  return commonPath({ old, new: current });
}
