import type { LineCursor } from './line-cursor.ts';
import { PatchError } from './patch-error.ts';
import type { PatchMode } from './patch-file.ts';
import { readWholeName } from './header-names.ts';

const LINE =
  /^(old mode|new mode|deleted file mode|new file mode|rename from|rename to|copy from|copy to|similarity index|dissimilarity index|index) (.*)$/s;
const INDEX = /^([0-9a-f]{4,40}\.\.[0-9a-f]{4,40})(?: (\d{6}))?$/;

/** The content of the lines between `diff --git` and the hunks. */
export interface ExtendedHeader {
  readonly oldMode: PatchMode | undefined;
  readonly newMode: PatchMode | undefined;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  readonly move: { readonly kind: 'renamed' | 'copied'; from: string; to: string } | undefined;
  readonly similarity: number | undefined;
  readonly index: string | undefined;
}

export function parseExtendedHeader(cursor: LineCursor): ExtendedHeader {
  const found = new Map<string, string>();
  for (;;) {
    const [, key, value] = LINE.exec(cursor.text) ?? [];
    if (key === undefined || value === undefined) break;
    if (found.has(key)) throw cursor.fail(`"${key}" appears twice`);
    found.set(key, value);
    cursor.advance();
  }
  const [, index, indexMode] = INDEX.exec(found.get('index') ?? '') ?? [];
  if (found.has('index') && index === undefined) throw cursor.fail('the index line is malformed');

  const isNew = found.has('new file mode');
  const isDeleted = found.has('deleted file mode');
  if (found.has('old mode') !== found.has('new mode')) {
    throw cursor.fail('"old mode" and "new mode" go together');
  }
  const changesOf = ['old mode', 'new file mode', 'deleted file mode'].filter((k) => found.has(k));
  const move = parseMove(found, cursor);
  if (changesOf.length > 1 || ((isNew || isDeleted) && move !== undefined)) {
    throw cursor.fail('the header lines before contradict each other');
  }
  const oldMode = found.get('old mode') ?? found.get('deleted file mode') ?? indexMode;
  const newMode = found.get('new mode') ?? found.get('new file mode') ?? indexMode;
  return {
    oldMode: isNew ? undefined : parseMode(oldMode, cursor),
    newMode: isDeleted ? undefined : parseMode(newMode, cursor),
    isNew,
    isDeleted,
    move,
    similarity: parsePercent(found.get('similarity index'), cursor),
    index,
  };
}

function parseMove(found: ReadonlyMap<string, string>, cursor: LineCursor): ExtendedHeader['move'] {
  const moves = (['rename', 'copy'] as const).flatMap((word) => {
    const from = found.get(`${word} from`);
    const to = found.get(`${word} to`);
    if (from === undefined && to === undefined) return [];
    if (from === undefined || to === undefined) {
      throw cursor.fail(`"${word} from" and "${word} to" go together`);
    }
    const kind = word === 'rename' ? ('renamed' as const) : ('copied' as const);
    return [{ kind, from: readWholeName(from, cursor), to: readWholeName(to, cursor) }];
  });
  if (moves.length > 1) throw cursor.fail('a file cannot be renamed and copied');
  return moves[0];
}

function parseMode(text: string | undefined, cursor: LineCursor): PatchMode | undefined {
  switch (text) {
    case undefined:
    case '100644':
    case '100755':
    case '120000':
      return text;
    case '160000':
      throw new PatchError('path', `${cursor.fail('').message}submodules (160000) are not allowed`);
    default:
      throw cursor.fail(`mode ${text} is none of 100644, 100755, 120000`);
  }
}

function parsePercent(text: string | undefined, cursor: LineCursor): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,3}%$/.test(text)) throw cursor.fail('the similarity is malformed');
  return Number.parseInt(text, 10);
}
