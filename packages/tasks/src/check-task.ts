import type { Track } from '@refbench/contracts';
import type { Leak } from './leak-check.ts';
import { openTextProblems } from './open-text.ts';
import { readTaskText } from './task-files.ts';

/** A reason why a text is not a valid task. */
export interface TaskProblem {
  /** Name of the file in the folder of the instance. */
  readonly file: string;
  readonly track: Track;
  readonly problem: string;
}

const REASONS: Readonly<Record<Leak['kind'], string>> = {
  identifier: 'which exists only in golden',
  path: 'a file or folder that exists only in golden',
  reference: 'which links to the change itself',
};

const MIN_INSTRUCTED_CHARACTERS = 200;
/** What a skeleton leaves to be written. A text may speak of a TODO in the code. */
const PLACEHOLDER = /^(?:#+ |- )?TODO: /m;

export interface CheckTaskOptions {
  /** Finds leaks in an open text. */
  readonly leaksIn: (text: string) => Promise<readonly Leak[]>;
  /** Maximum length of an open text in characters. */
  readonly openLimit?: number | undefined;
}

/**
 * Checks that both texts of a folder exist, are complete and have a valid length, and that the open
 * text does not leak golden.
 */
export async function checkTask(
  dir: string,
  { leaksIn, openLimit }: CheckTaskOptions,
): Promise<readonly TaskProblem[]> {
  const problems: TaskProblem[] = [];
  const [instructed, open] = [
    await readTaskText(dir, 'instructed'),
    await readTaskText(dir, 'open'),
  ];
  const report = (track: Track, problem: string): void => {
    problems.push({ file: `task.${track}.md`, track, problem });
  };
  for (const [track, text] of [
    ['instructed', instructed],
    ['open', open],
  ] as const) {
    if (text === undefined) report(track, 'does not exist');
    else if (PLACEHOLDER.test(text)) report(track, 'still contains TODO');
  }
  if (instructed !== undefined && instructed.trim().length < MIN_INSTRUCTED_CHARACTERS) {
    report('instructed', `is shorter than ${MIN_INSTRUCTED_CHARACTERS} characters`);
  }
  if (open === undefined) return problems;
  for (const problem of openTextProblems(open, openLimit)) report('open', problem);
  for (const { kind, name, spelling } of await leaksIn(open)) {
    const meant = spelling === name ? '' : ` (${name})`;
    report('open', `contains "${spelling}"${meant}, ${REASONS[kind]}`);
  }
  return problems;
}
