import type { Leak } from './leak-check.ts';
import { readTaskText } from './task-files.ts';

/** A reason why a text is not a valid task. */
export interface TaskProblem {
  readonly file: string;
  readonly problem: string;
}

const DESCRIPTIONS: Readonly<Record<Leak['kind'], (name: string) => string>> = {
  identifier: (name) => `contains "${name}", which exists only in golden`,
  path: (name) => `contains "${name}", a file or folder that exists only in golden`,
  reference: (name) => `contains ${name}, which links to the change itself`,
};

/** A longer text is a specification, which an open task must not be. */
const MAX_OPEN_WORDS = 300;
const MIN_INSTRUCTED_CHARACTERS = 200;

/**
 * Checks that both texts of a folder exist, are complete and have a valid length, and that the open
 * text does not leak golden.
 */
export async function checkTask(
  dir: string,
  leaksIn: (text: string) => Promise<readonly Leak[]>,
): Promise<readonly TaskProblem[]> {
  const problems: TaskProblem[] = [];
  const [instructed, open] = [
    await readTaskText(dir, 'instructed'),
    await readTaskText(dir, 'open'),
  ];
  const report = (track: string, problem: string): void => {
    problems.push({ file: `task.${track}.md`, problem });
  };
  for (const [track, text] of [
    ['instructed', instructed],
    ['open', open],
  ] as const) {
    if (text === undefined) report(track, 'does not exist');
    else if (/\bTODO\b/.test(text)) report(track, 'still contains TODO');
  }
  if (instructed !== undefined && instructed.trim().length < MIN_INSTRUCTED_CHARACTERS) {
    report('instructed', `is shorter than ${MIN_INSTRUCTED_CHARACTERS} characters`);
  }
  if (open === undefined) return problems;
  const words = open.trim().split(/\s+/).length;
  if (words > MAX_OPEN_WORDS) report('open', `has ${words} words, more than ${MAX_OPEN_WORDS}`);
  for (const { kind, name } of await leaksIn(open)) {
    report('open', DESCRIPTIONS[kind](name));
  }
  return problems;
}
