import { languageOfPath, type Language } from '@refbench/code-facts';
import { displayPath, parsePatch } from '@refbench/repos';
import type { RepositoryContext, TreeEdit } from '@refbench/rule-engine';

/** Golden in other words: the same behaviour, so an honest measure gives the same score. */
export interface Rewrite {
  readonly name: string;
  readonly edits: readonly TreeEdit[];
}

interface Form {
  /** What starts a comment that ends with its line. */
  readonly comment: string;
  /** A function that nothing calls. */
  readonly unused: string;
}

const C_LIKE: Form = { comment: '//', unused: 'static int added_and_not_used(void) { return 1; }' };
const SCRIPT: Form = { comment: '//', unused: 'function addedAndNotUsed() { return 1; }' };

const FORMS: Partial<Record<Language, Form>> = {
  JavaScript: SCRIPT,
  TypeScript: SCRIPT,
  Tsx: SCRIPT,
  Python: { comment: '#', unused: 'def _added_and_not_used():\n    return 1' },
  Go: { comment: '//', unused: 'func addedAndNotUsed() int { return 1 }' },
  Java: { comment: '//', unused: 'class AddedAndNotUsed { }' },
  Rust: { comment: '//', unused: 'fn added_and_not_used() -> u8 { 1 }' },
  C: C_LIKE,
  Cpp: C_LIKE,
};

const REWRITES: Readonly<Record<string, (text: string, form: Form) => string>> = {
  'a comment at the top': (text, { comment }) =>
    `${comment} This file was revised.\n${comment} Its behaviour is the same.\n${text}`,
  'comments behind code': (text, { comment }) =>
    mapLines(text, (line) => (isStatement(line, comment) ? `${line} ${comment} as before` : line)),
  'an unused function': (text, { unused }) => `${text.trimEnd()}\n\n${unused}\n`,
  'blank lines': (text, { comment }) =>
    mapLines(text, (line) => (isStatement(line, comment) ? `${line}\n` : line)),
  'wider indentation': (text) => mapLines(text, (line) => line.replace(/^[ \t]+/, '$&$&')),
};

/** Makes five rewrites of golden, of which each changes all files of code that golden changes. */
export async function equivalentRewrites(context: RepositoryContext): Promise<readonly Rewrite[]> {
  const { repository, commits } = context;
  const patch = parsePatch(await repository.diff(commits.base, commits.golden));
  if (patch.kind === 'rejected') throw new Error(patch.reason);
  const files: { path: string; content: Buffer | undefined }[] = [];
  for (const { newPath, oldPath } of patch.files) {
    if (oldPath !== undefined && newPath === undefined) {
      files.push({ path: displayPath(oldPath), content: undefined });
    } else if (newPath !== undefined) {
      const path = displayPath(newPath);
      files.push({ path, content: await context.read('golden', path) });
    }
  }
  return Object.entries(REWRITES).map(([name, rewrite]) => ({
    name,
    edits: files.map(({ path, content }) => {
      const language = languageOfPath(path);
      const form = language === undefined ? undefined : FORMS[language];
      if (content === undefined || form === undefined) return { path, content };
      return { path, content: Buffer.from(rewrite(content.toString('utf8'), form)) };
    }),
  }));
}

/** Whether a line ends a statement in all of these languages, so that something may follow it. */
function isStatement(line: string, comment: string): boolean {
  if (line.includes(comment) || /^\s*(?:\*|\/\*|#)/.test(line)) return false;
  return comment === '#' ? /^\s+\w[^"'`\\]*[)\w]$/.test(line) : /[;{}]$/.test(line.trimEnd());
}

function mapLines(text: string, map: (line: string) => string): string {
  return text.split('\n').map(map).join('\n');
}
