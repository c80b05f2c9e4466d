import type { Subject } from '../eval/subject.ts';
import { answerDiffs, type AnswerDiff } from './answer-diffs.ts';
import { formatDeletion, formatFilePatch, formatNewFile, linesOf } from './format-file-patch.ts';
import { locateHunk, type LocatedHunk } from './locate-hunk.ts';

/** What an answer changes, as a patch that applies to the parent commit. */
export type AnswerPatch =
  | { readonly kind: 'patch'; readonly patch: string; readonly files: readonly string[] }
  /** The answer has no diff, or a part of it belongs nowhere. Half a fix is no fix. */
  | { readonly kind: 'none'; readonly reason: string };

/** The part of a subject that is needed to place an answer. */
export type PatchedSubject = Pick<Subject, 'parent' | 'files' | 'code'>;

/**
 * Turns the unified diffs in an answer into a patch of the parent commit. Wrong line numbers and counts
 * are corrected; a hunk counts only if its lines are found in the file.
 */
export async function patchOfAnswer(answer: string, subject: PatchedSubject): Promise<AnswerPatch> {
  const diffs = answerDiffs(answer);
  if (diffs.length === 0) return none('the answer contains no unified diff');
  const parts = new Map<string, string>();
  for (const diff of joined(diffs)) {
    const part = await filePatch(diff, subject);
    if (part.kind === 'none') return part;
    if (parts.has(part.path)) return none(`${part.path} is changed twice, under different names`);
    parts.set(part.path, part.patch);
  }
  const files = [...parts.keys()].sort();
  return { kind: 'patch', patch: files.map((path) => parts.get(path) ?? '').join(''), files };
}

type FilePatch =
  | { readonly kind: 'file'; readonly path: string; readonly patch: string }
  | { readonly kind: 'none'; readonly reason: string };

async function filePatch(diff: AnswerDiff, subject: PatchedSubject): Promise<FilePatch> {
  const { oldPath, newPath, hunks } = diff;
  const named = oldPath ?? newPath;
  if (named === undefined) return none('a diff names no file');
  const known = await findFile(named, subject);
  if (known === undefined) {
    if (oldPath !== undefined) return none(`${named} does not exist before the fix`);
    const added = hunks.flatMap(({ lines }) => lines.filter(({ kind }) => kind === '+'));
    const lines = added.map(({ text }) => text);
    return { kind: 'file', path: named, patch: formatNewFile(named, lines) };
  }
  const { path, text } = known;
  if (oldPath === undefined) return none(`${path} is to be created, but exists`);
  const file = linesOf(text);
  if (newPath === undefined) return { kind: 'file', path, patch: formatDeletion(path, file) };
  const located: LocatedHunk[] = [];
  for (const hunk of hunks) {
    const found = locateHunk(hunk, comparable(file.lines));
    if (found === undefined) return none(`a hunk of ${path} is not found in the file`);
    located.push(found);
  }
  located.sort((left, right) => left.start - right.start);
  if (overlaps(located)) return none(`two hunks of ${path} overlap`);
  return { kind: 'file', path, patch: formatFilePatch(path, file, located) };
}

/** Several diffs of one file are one diff with all hunks. */
function joined(diffs: readonly AnswerDiff[]): readonly AnswerDiff[] {
  const byFile = new Map<string, AnswerDiff>();
  for (const diff of diffs) {
    const key = JSON.stringify([diff.oldPath, diff.newPath]);
    const before = byFile.get(key);
    const hunks = [...(before?.hunks ?? []), ...diff.hunks];
    byFile.set(key, { ...diff, hunks });
  }
  return [...byFile.values()];
}

/** Finds a file by its path, or by the end of the path of a file that the question shows. */
async function findFile(
  named: string,
  { files, parent, code }: PatchedSubject,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  const read = code.rawAt ?? code.textAt;
  const exact = await read(parent, named);
  if (exact !== undefined) return { path: named, text: exact };
  const [path, another] = files.filter((one) => one.endsWith(`/${named}`));
  if (path === undefined || another !== undefined) return undefined;
  const text = await read(parent, path);
  return text === undefined ? undefined : { path, text };
}

/** Answers have no carriage returns, whatever the file has. */
function comparable(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/\r$/, ''));
}

function overlaps(hunks: readonly LocatedHunk[]): boolean {
  return hunks.some(({ start, lines }, at) => {
    const next = hunks[at + 1];
    const old = lines.filter(({ kind }) => kind !== '+').length;
    return next !== undefined && start + old > next.start;
  });
}

function none(reason: string): { readonly kind: 'none'; readonly reason: string } {
  return { kind: 'none', reason };
}
