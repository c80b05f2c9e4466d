import { commentedOut } from './comment-syntax.ts';
import { deadFiles, hiddenDeadFiles, importedDeadFiles } from './dead-files.ts';
import { otherExtension } from './other-extension.ts';
import type { TreeEdit } from '@refbench/rule-engine';
import type { MatchedFile, TrickContext, Trick } from './trick.ts';

/** Tools ignore installed packages. */
const IGNORED_FOLDER = 'node_modules';

const onBase =
  (change: (file: MatchedFile, context: TrickContext) => string): Trick['edits'] =>
  (context) =>
    context.base.map((file) => ({ path: file.path, content: change(file, context) }));

const withDeadFile =
  (edits: Trick['edits']): Trick['edits'] =>
  (context) => [...edits(context), ...deadFiles(context)];

const DELETED: Trick['edits'] = onBase((file) => mapMatched(file, () => undefined));

const RENAMED: Trick['edits'] = onBase(({ text }, { vanished }) =>
  text.replaceAll(/[A-Za-z_]\w*/g, (name) => (vanished.has(name) ? `${name}_` : name)),
);

export const TRICKS: readonly Trick[] = [
  {
    name: 'delete',
    description: 'the lines that reductive rules match are deleted',
    edits: DELETED,
  },
  {
    name: 'comment-out',
    description: 'these lines are commented out',
    breaksWith: ['delete'],
    edits: onBase((file) => mapMatched(file, (line) => commentedOut(file.path, line))),
  },
  {
    name: 'move',
    description: `their files are moved to ${IGNORED_FOLDER}/`,
    edits: ({ base }) =>
      base.flatMap(({ path, text }) => moved(path, `${IGNORED_FOLDER}/${path}`, text)),
  },
  {
    name: 'rename',
    description: 'only names that golden no longer has are renamed',
    edits: RENAMED,
  },
  {
    name: 'break-syntax',
    description: 'a syntax error is inserted before each of these lines',
    edits: onBase((file) =>
      mapMatched(file, (line, first) => (first ? `((([[[{{{ "'\n${line}` : line)),
    ),
  },
  {
    name: 'stub',
    description: 'their files are empty',
    edits: onBase(() => ''),
  },
  {
    name: 'dead-copy',
    description: `golden's files that additive rules match are copied to ${IGNORED_FOLDER}/, next to the old code`,
    edits: ({ golden }) =>
      golden.map(({ path, text }) => ({ path: `${IGNORED_FOLDER}/${path}`, content: text })),
  },
  {
    name: 'dead-file',
    description: 'one new, unused file contains a match of every additive rule',
    edits: deadFiles,
  },
  {
    name: 'imported-dead-file',
    description: 'the same file, imported by another one',
    edits: importedDeadFiles,
  },
  {
    name: 'hidden-dead-file',
    description: 'the same file in a hidden folder',
    edits: hiddenDeadFiles,
  },
  {
    name: 'dead-functions',
    description: "golden's files that additive rules match are appended to the old ones",
    edits: ({ golden, base }) => {
      const old = new Map(base.map(({ path, text }) => [path, text]));
      return golden.flatMap(({ path, text }) => {
        const before = old.get(path);
        return before === undefined ? [] : [{ path, content: `${before}\n${text}` }];
      });
    },
  },
  {
    name: 'nul',
    description: 'a NUL byte at the end of each matched file, and the dead file',
    edits: withDeadFile(onBase(({ text }) => `${text}\n// \0\n`)),
  },
  {
    name: 'invalid-utf-8',
    description: 'a byte that is not UTF-8 at the end of each matched file, and the dead file',
    edits: withDeadFile(({ base }) =>
      base.map(({ path, text }) => ({
        path,
        content: Buffer.concat([Buffer.from(`${text}\n// `), Buffer.from([0xff, 0x0a])]),
      })),
    ),
  },
  {
    name: 'extension',
    description: 'each matched file gets another extension of its family, and the dead file',
    edits: withDeadFile(({ base }) =>
      base.flatMap(({ path, text }) => moved(path, otherExtension(path), text)),
    ),
  },
  {
    name: 'delete-and-dead-file',
    description: 'the matched lines are deleted, and the dead file',
    breaksWith: ['delete', 'comment-out'],
    edits: withDeadFile(DELETED),
  },
  {
    name: 'stub-and-dead-file',
    description: 'the matched files are empty, and the dead file',
    breaksWith: ['stub'],
    edits: withDeadFile(onBase(() => '')),
  },
  {
    name: 'rename-and-dead-file',
    description: 'removed names are renamed, and the dead file',
    breaksWith: ['rename'],
    edits: withDeadFile(RENAMED),
  },
  {
    name: 'delete-everything',
    description: 'all files in a language of the rules are deleted, and the dead file',
    breaksWith: ['stub', 'stub-and-dead-file'],
    edits: withDeadFile(({ sources }) => sources.map((path) => ({ path, content: undefined }))),
  },
];

function moved(from: string, to: string, content: string): readonly TreeEdit[] {
  return [
    { path: from, content: undefined },
    { path: to, content },
  ];
}

/** Replaces each matched line. `first` marks the start of a run; undefined removes the line. */
function mapMatched(
  { text, witnesses }: MatchedFile,
  change: (line: string, first: boolean) => string | undefined,
): string {
  const matched = new Set<number>();
  for (const { start, end } of witnesses) {
    for (let number = start.line; number <= end.line; number += 1) matched.add(number);
  }
  return text
    .split('\n')
    .flatMap((line, index) => {
      if (!matched.has(index + 1)) return [line];
      const changed = change(line, !matched.has(index));
      return changed === undefined ? [] : [changed];
    })
    .join('\n');
}
