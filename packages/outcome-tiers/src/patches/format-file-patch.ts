import type { LocatedHunk } from './locate-hunk.ts';

const NO_NEWLINE = '\\ No newline at end of file\n';

/** A file as lines. */
export interface FileLines {
  readonly lines: readonly string[];
  /** False if the last line has no line feed. */
  readonly endsWithNewline: boolean;
}

/** Splits a text at line feeds. A carriage return stays part of its line. */
export function linesOf(text: string): FileLines {
  if (text === '') return { lines: [], endsWithNewline: true };
  const endsWithNewline = text.endsWith('\n');
  const lines = (endsWithNewline ? text.slice(0, -1) : text).split('\n');
  return { lines, endsWithNewline };
}

/** Unchanged lines around a change, as in `git diff`. Without them, git takes a hunk for an end of the file. */
const CONTEXT = 3;

interface Step {
  readonly kind: ' ' | '-' | '+';
  /** The line with its mark and line feed, and a remark if the file ends without one. */
  readonly text: string;
}

/**
 * Formats hunks as a patch of a file, with the lines of the file itself as context, so that the patch
 * applies exactly. Hunks must not overlap and are sorted by their place.
 */
export function formatFilePatch(
  path: string,
  file: FileLines,
  hunks: readonly LocatedHunk[],
): string {
  const steps = stepsOf(file, hunks);
  const shown = new Set<number>();
  for (const [at, { kind }] of steps.entries()) {
    if (kind === ' ') continue;
    for (let near = at - CONTEXT; near <= at + CONTEXT; near += 1) shown.add(near);
  }
  const parts = [`diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`];
  let [oldLine, newLine] = [1, 1];
  let own: Step[] = [];
  const flush = (): void => {
    const [old, now] = ['+', '-'].map((left) => own.filter(({ kind }) => kind !== left).length);
    const [oldCount, newCount] = [old ?? 0, now ?? 0];
    if (own.length > 0) {
      parts.push(
        `@@ -${position(oldLine, oldCount)} +${position(newLine, newCount)} @@\n`,
        ...own.map(({ text }) => text),
      );
    }
    oldLine += oldCount;
    newLine += newCount;
    own = [];
  };
  for (const [at, step] of steps.entries()) {
    if (shown.has(at)) own.push(step);
    else {
      flush();
      oldLine += 1;
      newLine += 1;
    }
  }
  flush();
  return parts.join('');
}

/** An empty range is written as the line before it. */
function position(line: number, count: number): string {
  return `${count === 0 ? line - 1 : line},${count}`;
}

/** All lines of the file with those that the hunks remove and add. */
function stepsOf(
  { lines: file, endsWithNewline }: FileLines,
  hunks: readonly LocatedHunk[],
): readonly Step[] {
  const ending = file[0]?.endsWith('\r') === true ? '\r' : '';
  const steps: Step[] = [];
  const oldLine = (kind: ' ' | '-', index: number): Step => {
    const isEnd = index === file.length - 1 && !endsWithNewline;
    return { kind, text: `${kind}${file[index] ?? ''}\n${isEnd ? NO_NEWLINE : ''}` };
  };
  let at = 0;
  for (const { start, lines } of hunks) {
    for (; at < start; at += 1) steps.push(oldLine(' ', at));
    for (const { kind, text } of lines) {
      if (kind !== '+') {
        steps.push(oldLine(kind, at));
        at += 1;
      } else steps.push({ kind, text: `+${text}${text.endsWith('\r') ? '' : ending}\n` });
    }
  }
  for (; at < file.length; at += 1) steps.push(oldLine(' ', at));
  return withNewline(steps);
}

/** A last line without a line feed gets one if lines are added behind it. */
function withNewline(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step, index) => {
    const isFollowed = steps[index + 1]?.kind === '+';
    if (step.kind !== ' ' || !isFollowed || !step.text.endsWith(NO_NEWLINE)) return [step];
    const line = step.text.slice(1, -NO_NEWLINE.length);
    return [
      { kind: '-', text: `-${line}${NO_NEWLINE}` },
      { kind: '+', text: `+${line}` },
    ];
  });
}

/** Formats a patch that creates a file. */
export function formatNewFile(path: string, lines: readonly string[]): string {
  return [
    `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n`,
    `@@ -0,0 +1,${lines.length} @@\n`,
    ...lines.map((line) => `+${line}\n`),
  ].join('');
}

/** Formats a patch that deletes a file. */
export function formatDeletion(path: string, { lines, endsWithNewline }: FileLines): string {
  return [
    `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n`,
    `@@ -1,${lines.length} +0,0 @@\n`,
    ...lines.map((line) => `-${line}\n`),
    ...(endsWithNewline ? [] : [NO_NEWLINE]),
  ].join('');
}
