import { languageOfPath, type Language } from '../language.ts';

/** What makes a line a comment: before it, and behind it. */
type CommentMarks = readonly [before: string, behind: string];

const SLASHES: CommentMarks = ['// ', ''];
const HASH: CommentMarks = ['# ', ''];

/** Json has no comments. */
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

/** The line as a comment; empty where the language has none. */
export function commentedOut(path: string, line: string): string {
  const language = languageOfPath(path);
  const marks = language === undefined ? HASH : MARKS[language];
  return marks === undefined ? '' : `${marks[0]}${line}${marks[1]}`;
}
