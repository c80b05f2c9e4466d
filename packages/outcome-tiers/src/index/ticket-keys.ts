import { splitLines } from '../text/python-text.ts';

/**
 * `subject`: the first key of the subject, as in the study. `message`: all keys of the message.
 * `trailers`: all keys on lines such as `Issue: SPR-1234` below the subject.
 */
export const KEY_PLACES = ['subject', 'message', 'trailers'] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

export interface KeyPattern {
  /** `SPR` finds `SPR-12` in any case; `GH` also `#12` and `gh-12`, GitHub's own numbers. */
  readonly projects: readonly string[];
  readonly where: KeyPlace;
  /** Larger numbers are typing errors. */
  readonly maxNumber?: number | undefined;
}

interface Written {
  readonly subject: string;
  readonly message: string;
}

/** The project of GitHub's own numbers. */
const GITHUB = 'GH';
const TRAILER = /^[A-Za-z][A-Za-z -]*: \S/;

/** The keys that a commit names, in its order, each once. */
export function keysOf({ subject, message }: Written, pattern: KeyPattern): readonly string[] {
  const { where, projects, maxNumber = Number.POSITIVE_INFINITY } = pattern;
  if (where === 'subject' && !projects.some((each) => mentions(message, each))) return [];
  const found = keysIn(placeOf({ subject, message }, where), projects).filter(
    (key) => Number(key.slice(key.lastIndexOf('-') + 1)) <= maxNumber,
  );
  return where === 'subject' ? found.slice(0, 1) : [...new Set(found)];
}

/**
 * Whether a message has the beginning of a key in capitals anywhere: the study let git search for it
 * first, so that a commit with nothing but `spr-12` was never seen.
 */
export function mentions(message: string, project: string): boolean {
  return project === GITHUB ? /#\d|gh-\d/i.test(message) : message.includes(`${project}-`);
}

/** The subject as the study read it: up to what Python takes for the end of a line. */
export function subjectLine(subject: string): string {
  return (splitLines(subject)[0] ?? '').trim();
}

function placeOf({ subject, message }: Written, where: KeyPlace): string {
  switch (where) {
    case 'subject':
      return subjectLine(subject);
    case 'message':
      return message;
    case 'trailers':
      return message
        .split('\n')
        .slice(1)
        .filter((line) => TRAILER.test(line))
        .join('\n');
  }
}

function keysIn(text: string, projects: readonly string[]): readonly string[] {
  const found: { readonly at: number; readonly key: string }[] = [];
  for (const project of projects) {
    for (const match of text.matchAll(patternOf(project))) {
      found.push({ at: match.index, key: `${project}-${match[1] ?? ''}` });
    }
  }
  return found.sort((left, right) => left.at - right.at).map(({ key }) => key);
}

/** Words end where Python's do: a letter of any script belongs to a word. */
function patternOf(project: string): RegExp {
  const name = project.replaceAll(/[^\w]/g, '');
  const start =
    project === GITHUB ? '(?:#|(?<![\\p{L}\\p{N}_])gh-)' : `(?<![\\p{L}\\p{N}_])${name}-`;
  return new RegExp(`${start}(\\d+)(?![\\p{L}\\p{N}_])`, 'giu');
}
