import { languageOfPath, type Language } from '@refbench/code-facts';

/** The text before and after a line that turns it into a comment. */
type CommentMarks = readonly [before: string, behind: string];

const SLASHES: CommentMarks = ['// ', ''];
const HASH: CommentMarks = ['# ', ''];

/** Comment syntax by language. JSON has no comments. */
const MARKS: Readonly<Partial<Record<Language, CommentMarks>>> = {
  C: SLASHES,
  Cpp: SLASHES,
  Css: ['/* ', ' */'],
  Go: SLASHES,
  Html: ['<!-- ', ' -->'],
  Java: SLASHES,
  JavaScript: SLASHES,
  Python: HASH,
  Rust: SLASHES,
  Tsx: SLASHES,
  TypeScript: SLASHES,
  Yaml: HASH,
};

/** Returns the line as a comment; empty if the language has no comments. */
export function commentedOut(path: string, line: string): string {
  const language = languageOfPath(path);
  const marks = language === undefined ? HASH : MARKS[language];
  return marks === undefined ? '' : `${marks[0]}${line}${marks[1]}`;
}
