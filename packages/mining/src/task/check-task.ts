import type { Leak } from './leak-check.ts';
import { readTaskText } from './task-files.ts';

/** Something that keeps a text from being a task. */
export interface TaskProblem {
  readonly file: string;
  readonly problem: string;
}

const WHAT: Readonly<Record<Leak['kind'], (name: string) => string>> = {
  identifier: (name) => `names "${name}", which only golden has`,
  path: (name) => `names "${name}", a file or folder of golden`,
  reference: (name) => `names ${name}, where the change itself can be read`,
};

/** More is a specification, and an open task has none. */
const MAX_OPEN_WORDS = 300;
const MIN_INSTRUCTED_CHARACTERS = 200;

/** Both texts of a folder: there, filled in, of the right size; the open one gives nothing away. */
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
    if (text === undefined) report(track, 'is not there');
    else if (/\bTODO\b/.test(text)) report(track, 'still says TODO');
  }
  if (instructed !== undefined && instructed.trim().length < MIN_INSTRUCTED_CHARACTERS) {
    report('instructed', `is shorter than ${MIN_INSTRUCTED_CHARACTERS} characters`);
  }
  if (open === undefined) return problems;
  const words = open.trim().split(/\s+/).length;
  if (words > MAX_OPEN_WORDS) report('open', `has ${words} words, more than ${MAX_OPEN_WORDS}`);
  for (const { kind, name } of await leaksIn(open)) {
    report('open', WHAT[kind](name));
  }
  return problems;
}
