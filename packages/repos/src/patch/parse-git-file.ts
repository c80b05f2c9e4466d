import type { BytePath } from '../tree/tree.ts';
import { parseExtendedHeader, type ExtendedHeader } from './extended-header.ts';
import {
  commonPath,
  namesArePaths,
  readMarkedName,
  splitHeader,
  type NamePair,
} from './header-names.ts';
import type { LineCursor } from './line-cursor.ts';
import { parseBinary } from './parse-binary.ts';
import { parseHunks } from './parse-hunks.ts';
import type { Hunk, PatchFile } from './patch-file.ts';

const FULL_INDEX = /^[0-9a-f]{40}\.\.[0-9a-f]{40}$/;

/** Parses one file in git's format, starting at its `diff --git` line. */
export function parseGitFile(cursor: LineCursor, patch: Buffer): PatchFile {
  const pairs = splitHeader(cursor.text.slice('diff --git '.length), cursor);
  const atHeader = cursor.fail('the two names do not give one path');
  cursor.advance();
  const header = parseExtendedHeader(cursor);
  const found = resolveNames(pairs, header);
  if (found === undefined) throw atHeader;

  const isText = cursor.startsWith('--- ');
  if (isText) parseMarkers(cursor, header, found.names);
  const bodyStart = cursor.offset;
  const isBinary = !isText && cursor.text === 'GIT binary patch';
  let hunks: readonly Hunk[] = [];
  if (isText) hunks = parseHunks(cursor);
  const sizes = isBinary ? parseBinary(cursor) : undefined;
  check(cursor, header, { isText, isBinary, hunks });

  return {
    oldPath: header.isNew ? undefined : found.oldPath,
    newPath: header.isDeleted ? undefined : found.newPath,
    oldMode: header.oldMode,
    newMode: header.newMode,
    change: changeOf(header),
    binary: isBinary,
    hunks,
    source: {
      format: 'git',
      index: header.index,
      similarity: header.similarity,
      result: sizes?.result,
      inflated: sizes?.inflated,
      body: patch.subarray(bodyStart, cursor.offset),
    },
  };
}

interface FoundNames {
  readonly names: NamePair;
  readonly oldPath: BytePath;
  readonly newPath: BytePath;
}

function resolveNames(
  pairs: readonly NamePair[],
  { move }: ExtendedHeader,
): FoundNames | undefined {
  const found = pairs.flatMap((names): readonly FoundNames[] => {
    if (move !== undefined) {
      const oldPath = move.from as BytePath;
      const newPath = move.to as BytePath;
      return namesArePaths(names, oldPath, newPath) ? [{ names, oldPath, newPath }] : [];
    }
    const path = commonPath(names);
    return path === undefined ? [] : [{ names, oldPath: path, newPath: path }];
  });
  // An ambiguous header is rejected.
  return found.length === 1 ? found[0] : undefined;
}

function parseMarkers(cursor: LineCursor, header: ExtendedHeader, names: NamePair): void {
  const expectedOld = header.isNew ? '/dev/null' : names.old;
  const expectedNew = header.isDeleted ? '/dev/null' : names.new;
  if (readMarkedName(cursor.text.slice(4), cursor).name !== expectedOld) {
    throw cursor.fail('the name differs from the header before');
  }
  cursor.advance();
  if (!cursor.startsWith('+++ ')) throw cursor.fail('expected a line with "+++"');
  if (readMarkedName(cursor.text.slice(4), cursor).name !== expectedNew) {
    throw cursor.fail('the name differs from the header before');
  }
  cursor.advance();
}

function check(
  cursor: LineCursor,
  header: ExtendedHeader,
  body: { readonly isText: boolean; readonly isBinary: boolean; readonly hunks: readonly Hunk[] },
): void {
  if (cursor.startsWith('Binary files ')) {
    throw cursor.fail(
      'a binary change without its content; make the patch with "git diff --binary"',
    );
  }
  if (body.isText && body.hunks.length === 0) throw cursor.fail('expected a hunk');
  checkWholeFile(cursor, header.isNew, header.isDeleted, body.hunks);
  if (body.isBinary && !FULL_INDEX.test(header.index ?? '')) {
    throw cursor.fail('binary content needs an index line with full object ids');
  }
  const isEmpty = !body.isText && !body.isBinary;
  const changesFile =
    header.isNew ||
    header.isDeleted ||
    header.move !== undefined ||
    header.oldMode !== header.newMode;
  if (isEmpty && !changesFile) throw cursor.fail('the file before is not changed in any way');
}

/** Checks that an added or deleted file has one hunk with an empty other side. */
export function checkWholeFile(
  cursor: LineCursor,
  isNew: boolean,
  isDeleted: boolean,
  hunks: readonly Hunk[],
): void {
  const kept = hunks.some(
    (hunk) => (isNew && hunk.oldCount > 0) || (isDeleted && hunk.newCount > 0),
  );
  if ((isNew || isDeleted) && (kept || hunks.length > 1)) {
    throw cursor.fail(
      'the headers call the previous file new or deleted, but its lines contradict them',
    );
  }
}

function changeOf(header: ExtendedHeader): PatchFile['change'] {
  if (header.isNew) return 'added';
  if (header.isDeleted) return 'deleted';
  return header.move?.kind ?? 'modified';
}
