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
}

/** Compares the declarations among the removed lines with those among the added lines. */
export function compareDeclarations(files: readonly CodeFile[]): Declarations {
  const olds = piecesOf(files, 'removed');
  const bodies = new Map<string, string[]>();
  for (const { name, body } of piecesOf(files, 'added')) {
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
  const source = files.filter(({ isTest }) => !isTest);
  const [before, after] = (['removed', 'added'] as const).map(
    (side) => new Set(piecesOf(source, side).map(({ name }) => name)),
  ) as [Set<string>, Set<string>];
  const fresh = [...after].filter((name) => !before.has(name)).length;
  const gone = [...before].filter((name) => !after.has(name)).length;
  return { moved, renamed, fresh, gone };
}

/** Splits runs at declarations. A piece ends where the next one begins. */
function piecesOf(files: readonly CodeFile[], side: 'removed' | 'added'): readonly Piece[] {
  return files.flatMap((file) => file[side].flatMap(piecesOfRun));
}

function piecesOfRun(run: LineRun): readonly Piece[] {
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
