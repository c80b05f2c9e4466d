import { countOf } from '@refbench/base';
import type { ParsedPatch, Repository } from '@refbench/repos';
import { messageProse, splitMessage } from '@refbench/mining';
import { summarizeChange, type ChangedFile } from './change-summary.ts';
import { changedNames } from './changed-names.ts';
import { renderInstructed } from './instructed-form.ts';
import type { Leak } from './leak-check.ts';
import { movedCode, type MovedCode } from './moved-code.ts';
import { openTextProblems } from './open-text.ts';
import { sourceHunks } from './source-hunks.ts';
import type { TaskTexts } from './task-files.ts';
import { typicalChanges } from './typical-changes.ts';

/** Entries of one kind that a text lists. The others are counted. */
const MAX_LISTED = 15;
/** Files from which code moves to one file. */
const MAX_SOURCES = 4;
/** Declarations that are named for code that moves to one file. */
const MAX_DECLARED = 8;

export interface PlainTextOptions {
  /** Message of golden. */
  readonly message: string;
  readonly patch: ParsedPatch;
  readonly repository: Repository;
  readonly base: string;
  readonly golden: string;
  /** Finds leaks in an open text. */
  readonly leaksIn: (text: string) => Promise<readonly Leak[]>;
}

/**
 * Writes both texts without a model: what the message says, which files golden moves, adds and removes,
 * which code is in another file afterwards, and which names appear and disappear. A person who knows the
 * change writes better ones.
 */
export async function plainTexts(options: PlainTextOptions): Promise<TaskTexts> {
  const { message, patch } = options;
  const { files } = summarizeChange(message, patch);
  const { title, prose } = ownWords(message);
  const hunks = await sourceHunks(patch);
  const moves = await movedCode(patch);
  const names = await changedNames({ ...options, hunks });
  const instructed = renderInstructed({
    title: title.length < 3 ? 'Refactor the code' : title,
    summary: `${prose === '' ? 'The behaviour of the code stays as it is.' : prose}\n\nThe change touches ${countOf(files.length, 'file')}.`,
    why: 'The structure of the code shall be better afterwards. What it does stays the same.',
    scope: [
      ...listed(ofKind(files, 'renamed'), ({ from, path }) => `Move \`${from}\` to \`${path}\`.`),
      ...listed(ofKind(files, 'deleted'), ({ path }) => `Remove \`${path}\`.`),
      ...listed(ofKind(files, 'added'), ({ path }) => `Create \`${path}\`.`),
      ...shortened(moves.map(moveText), (rest) => `Move code into ${countOf(rest, 'more file')}.`),
      ...modifiedFolders(files),
      ...typicalChanges(hunks).map(
        ({ before, after, places }) =>
          `In ${countOf(places, 'place')}, lines such as \`${before}\` become \`${after}\`.`,
      ),
      ...(names.gone.length === 0
        ? []
        : [`These names do not occur any more: ${quoted(names.gone)}.`]),
      ...(names.fresh.length === 0 ? [] : [`These names are new: ${quoted(names.fresh)}.`]),
    ],
    keep: ['What the program does', 'Tests that do not depend on the names and files above'],
  });
  return { instructed, open: `${await openText(files, options.leaksIn)}\n` };
}

function moveText({ from, to, lines, names }: MovedCode): string {
  const sources = from.slice(0, MAX_SOURCES).map((path) => `\`${path}\``);
  const rest = from.length - sources.length;
  const all = rest === 0 ? sources : [...sources, countOf(rest, 'more file')];
  const last = all.at(-1) ?? '';
  const list = all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
  const shown = names.slice(0, MAX_DECLARED);
  const others = names.length - shown.length;
  const more = others > 0 ? ` and ${countOf(others, 'more declaration')}` : '';
  const what = shown.length === 0 ? '' : `, with ${quoted(shown)}${more}`;
  return `Move code of ${list} to \`${to}\` (about ${lines} lines${what}).`;
}

/** Title and prose of a message, without the prefix of a type, and without numbers of pull requests. */
function ownWords(message: string): { readonly title: string; readonly prose: string } {
  const split = splitMessage(message);
  const title = split.title
    .replace(/^[a-z]+(?:\([^)]*\))?!?:\s*/i, '')
    .replace(/\s*\((?:#|!)\d+\)\s*$/, '')
    .trim();
  const prose = messageProse({ title: '', body: split.body })
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n');
  return { title: title.slice(0, 1).toUpperCase() + title.slice(1, 120), prose };
}

/** The longest text that leaks nothing: about the folder that golden changes most, or about all. */
async function openText(
  files: readonly ChangedFile[],
  leaksIn: PlainTextOptions['leaksIn'],
): Promise<string> {
  const lines = new Map<string, number>();
  for (const { path, from, change, added, removed } of files) {
    if (change === 'added') continue;
    const folders = (from ?? path).split('/').slice(0, -1);
    for (let depth = 1; depth <= folders.length; depth += 1) {
      const folder = folders.slice(0, depth).join('/');
      lines.set(folder, (lines.get(folder) ?? 0) + added + removed);
    }
  }
  const total = files.reduce((sum, { added, removed }) => sum + added + removed, 0);
  // The deepest folder with more than half of the change tells most.
  const areas = [...lines].filter(([, count]) => 2 * count > total).map(([folder]) => folder);
  for (const area of areas.toSorted((one, other) => other.length - one.length)) {
    const text = `Improve the structure of the code in \`${area}\``;
    if (openTextProblems(text).length === 0 && (await leaksIn(text)).length === 0) return text;
  }
  return 'Improve the structure of this code';
}

/** One line for each folder with files that change in place. */
function modifiedFolders(files: readonly ChangedFile[]): readonly string[] {
  const folders = new Map<string, string[]>();
  for (const { path } of ofKind(files, 'modified')) {
    const folder = path.split('/').slice(0, -1).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  const sorted = [...folders].toSorted(([, one], [, other]) => other.length - one.length);
  const lines = sorted.map(([folder, paths]) => {
    if (paths.length === 1) return `Change \`${paths[0]}\`.`;
    const place = folder === '' ? 'the top folder' : `\`${folder}\``;
    return `Change ${countOf(paths.length, 'file')} in ${place}.`;
  });
  return shortened(lines, (rest) => `Change files in ${countOf(rest, 'more folder')}.`);
}

function ofKind(
  files: readonly ChangedFile[],
  kind: ChangedFile['change'],
): readonly ChangedFile[] {
  return files.filter(({ change }) => change === kind);
}

function listed(
  files: readonly ChangedFile[],
  line: (file: ChangedFile) => string,
): readonly string[] {
  return shortened(files.map(line), (rest) => `The same goes for ${countOf(rest, 'more file')}.`);
}

/** The first lines, and one about the number of the others. */
function shortened(lines: readonly string[], about: (rest: number) => string): readonly string[] {
  const rest = lines.length - MAX_LISTED;
  return rest > 0 ? [...lines.slice(0, MAX_LISTED), about(rest)] : lines;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
