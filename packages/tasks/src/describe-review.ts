import { trackSchema, type Track } from '@refbench/contracts';
import type { ChangedFile, ChangeSummary } from './change-summary.ts';
import type { TaskFindingsState } from './task-findings.ts';
import type { TaskReviewState } from './task-review.ts';

/** A text with everything that a reviewer has to weigh. */
export interface ReviewedText {
  /** Undefined if the file does not exist. */
  readonly text: string | undefined;
  readonly state: TaskReviewState;
  /** What the checks object to. */
  readonly findings: readonly string[];
  /** What a model said about the text, if it was asked about texts of this track. */
  readonly model: TaskFindingsState | undefined;
}

/** What a reviewer compares: golden, and both texts. */
export interface ReviewSubject {
  readonly instance: string;
  readonly golden: string;
  readonly change: ChangeSummary;
  readonly texts: Readonly<Record<Track, ReviewedText>>;
}

const SIGNS: Readonly<Record<ChangedFile['change'], string>> = {
  added: 'A',
  deleted: 'D',
  modified: 'M',
  renamed: 'R',
  copied: 'C',
};

/** Describes the change and then both texts as lines for a terminal. */
export function describeReview({ instance, golden, change, texts }: ReviewSubject): string {
  const { files, message, added, removed } = change;
  const renamed = files.filter((file) => file.change === 'renamed').length;
  const head = [
    `${files.length} files`,
    `+${added} -${removed}`,
    ...(renamed === 0 ? [] : [`${renamed} renamed`]),
  ].join(', ');
  return [
    heading(`${instance}: what golden (${golden.slice(0, 12)}) does`),
    indented(message),
    '',
    head,
    ...fileLines(files),
    ...trackSchema.options.flatMap((track) => textLines(track, texts[track])),
    '',
  ].join('\n');
}

/** One sentence about the review of a text. */
function reviewStateText(state: TaskReviewState): string {
  switch (state.kind) {
    case 'reviewed':
      return `reviewed by ${state.by} on ${state.at}`;
    case 'changed':
      return `changed since the review by ${state.by} on ${state.at}`;
    case 'unreviewed':
      return 'not reviewed';
    case 'missing-text':
      return 'does not exist';
  }
}

function fileLines(files: readonly ChangedFile[]): readonly string[] {
  const counts = files.map(({ binary, added, removed }) =>
    binary ? ['binary', ''] : [`+${added}`, `-${removed}`],
  );
  const width = (column: number): number =>
    Math.max(0, ...counts.map((cells) => cells[column]?.length ?? 0));
  const [left, right] = [width(0), width(1)];
  return files.map(({ change, path, from }, index) => {
    const [plus = '', minus = ''] = counts[index] ?? [];
    const name = from === null ? path : `${from} -> ${path}`;
    return `  ${SIGNS[change]}  ${plus.padStart(left)} ${minus.padStart(right)}  ${name}`;
  });
}

function textLines(
  track: Track,
  { text, state, findings, model }: ReviewedText,
): readonly string[] {
  const notes = state.kind === 'reviewed' ? state.notes.trim() : '';
  return [
    '',
    heading(`task.${track}.md: ${reviewStateText(state)}`),
    ...(text === undefined ? [] : [indented(text.trim())]),
    '',
    ...(notes === '' ? [] : ['Notes of the review:', indented(notes)]),
    ...(findings.length === 0
      ? ['The checks found nothing.']
      : ['Findings of the checks:', ...findings.map((finding) => `  - ${finding}`)]),
    ...(model === undefined ? [] : modelLines(model)),
  ];
}

function modelLines(state: TaskFindingsState): readonly string[] {
  if (state.kind === 'none') return ['No model was asked which decisions it gives away.'];
  const { findings } = state;
  const changed = state.kind === 'stale' ? `, before a change of ${state.changed.join(', ')}` : '';
  const head = `Decisions of golden that it gives away, according to ${findings.model}${changed}`;
  if (findings.given_away.length === 0) return [`${head}: none`];
  return [
    `${head}:`,
    ...findings.given_away.map(({ decision, quote }) => `  - "${quote}": ${decision}`),
  ];
}

function heading(text: string): string {
  return `${text}\n${'='.repeat(text.length)}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
