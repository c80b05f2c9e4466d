import type { CodeFile, LineRun } from './code-lines.ts';

const MODIFIER =
  '(?:export|default|public|private|protected|internal|static|final|abstract|async|override|virtual|inline|pub(?:\\([a-z]+\\))?|unsafe|const|extern)';
/** A line that begins with a keyword for declarations, in any of the languages. */
const BY_KEYWORD = new RegExp(
  `^(?:${MODIFIER}\\s+)*(?:class|interface|struct|enum|trait|record|type|def|fn|func|function)\\s+(?:\\([^)]*\\)\\s*)?([A-Za-z_$][\\w$]*)`,
);
/** A method with a modifier, as in Java and C++. */
const BY_MODIFIER = new RegExp(
  `^(?:${MODIFIER}\\s+)+(?:[\\w$<>\\[\\],.?&*]+\\s+)*([A-Za-z_$][\\w$]*)\\s*\\([^;=]*$`,
);
const BY_ARROW =
  /^(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*(?::[^=]+)?=>|\w+\s*=>)/;
const MAX_LINE = 300;
/** A body with less text may be the same by chance. */
const MIN_BODY = 40;

export interface Declarations {
  /** Declarations that stand elsewhere with the same body. */
  readonly moved: number;
  /** Declarations with a new name and the same body. */
  readonly renamed: number;
  /** Names that are declared only after the change, outside of tests. */
  readonly fresh: number;
  /** Names that are declared only before the change, outside of tests. */
  readonly gone: number;
}

interface Piece {
  readonly name: string;
  readonly body: string;
  readonly isTest: boolean;
}

/** Compares the declarations among the removed lines with those among the added lines. */
export function compareDeclarations(files: readonly CodeFile[]): Declarations {
  const [olds, news] = [piecesOf(files, 'removed'), piecesOf(files, 'added')];
  const bodies = new Map<string, string[]>();
  for (const { name, body } of news) {
    if (body.length < MIN_BODY) continue;
    const names = bodies.get(body);
    if (names === undefined) bodies.set(body, [name]);
    else names.push(name);
  }
  let [moved, renamed] = [0, 0];
  for (const { name, body } of olds) {
    const names = bodies.get(body) ?? [];
    const at = names.indexOf(name);
    if (at >= 0) moved += 1;
    else if (names.length > 0) renamed += 1;
    names.splice(Math.max(0, at), 1);
  }
  const [before, after] = [sourceNames(olds), sourceNames(news)];
  const fresh = [...after].filter((name) => !before.has(name)).length;
  const gone = [...before].filter((name) => !after.has(name)).length;
  return { moved, renamed, fresh, gone };
}

function sourceNames(pieces: readonly Piece[]): ReadonlySet<string> {
  return new Set(pieces.flatMap(({ name, isTest }) => (isTest ? [] : [name])));
}

/** Splits runs at declarations. A piece ends where the next one begins. */
function piecesOf(files: readonly CodeFile[], side: 'removed' | 'added'): readonly Piece[] {
  return files.flatMap(({ isTest, [side]: runs }) =>
    runs.flatMap((run) => piecesOfRun(run).map((piece) => ({ ...piece, isTest }))),
  );
}

function piecesOfRun(run: LineRun): readonly Omit<Piece, 'isTest'>[] {
  const starts = run.flatMap((line, at) => {
    const name = declaredName(line);
    return name === undefined ? [] : [{ name, at }];
  });
  return starts.map(({ name, at }, index) => {
    const body = run.slice(at + 1, starts[index + 1]?.at);
    return { name, body: body.filter((line) => /\w/.test(line)).join('\n') };
  });
}

/** Returns the name that a line declares. The line has no indentation. */
export function declaredName(line: string): string | undefined {
  if (line.length > MAX_LINE) return undefined;
  return (BY_KEYWORD.exec(line) ?? BY_ARROW.exec(line) ?? BY_MODIFIER.exec(line))?.[1];
}
