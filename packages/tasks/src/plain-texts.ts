import type { ParsedPatch, Repository } from '@refbench/repos';
import { messageProse, splitMessage } from '@refbench/mining';
import { summarizeChange, type ChangedFile } from './change-summary.ts';
import { changedNames } from './changed-names.ts';
import { renderInstructed } from './instructed-form.ts';
import type { Leak } from './leak-check.ts';
import { openTextProblems } from './open-text.ts';
import type { TaskTexts } from './task-files.ts';
import { typicalChanges } from './typical-changes.ts';

/** Entries of one kind that a text lists. The others are counted. */
const MAX_LISTED = 15;

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
 * and which names appear and disappear. A person who knows the change writes better ones.
 */
export async function plainTexts(options: PlainTextOptions): Promise<TaskTexts> {
  const { message, patch } = options;
  const { files } = summarizeChange(message, patch);
  const { title, prose } = ownWords(message);
  const names = await changedNames(options);
  const instructed = renderInstructed({
    title: title.length < 3 ? 'Refactor the code' : title,
    summary: `${prose === '' ? 'The behaviour of the code stays as it is.' : prose}\n\nThe change touches ${counted(files.length, 'file')}.`,
    why: 'The structure of the code shall be better afterwards. What it does stays the same.',
    scope: [
      ...listed(files.filter(isMoved), ({ from, path }) => `Move \`${from}\` to \`${path}\`.`),
      ...listed(ofKind(files, 'deleted'), ({ path }) => `Remove \`${path}\`.`),
      ...listed(ofKind(files, 'added'), ({ path }) => `Create \`${path}\`.`),
      ...modifiedFolders(files),
      ...(await typicalChanges(patch)).map(
        ({ before, after, places }) =>
          `In ${counted(places, 'place')}, such as \`${before}\`, which becomes \`${after}\`.`,
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
  for (const { path, change } of files) {
    if (change !== 'modified') continue;
    const folder = path.split('/').slice(0, -1).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  const sorted = [...folders].toSorted(([, one], [, other]) => other.length - one.length);
  const lines = sorted.map(([folder, paths]) => {
    if (paths.length === 1) return `Change \`${paths[0]}\`.`;
    const place = folder === '' ? 'the top folder' : `\`${folder}\``;
    return `Change ${counted(paths.length, 'file')} in ${place}.`;
  });
  const rest = lines.length - MAX_LISTED;
  const shown = lines.slice(0, MAX_LISTED);
  return rest > 0 ? [...shown, `Change files in ${counted(rest, 'more folder')}.`] : shown;
}

function isMoved({ change }: ChangedFile): boolean {
  return change === 'renamed';
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
  const rest = files.length - MAX_LISTED;
  const shown = files.slice(0, MAX_LISTED).map(line);
  return rest > 0 ? [...shown, `The same goes for ${counted(rest, 'more file')}.`] : shown;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
