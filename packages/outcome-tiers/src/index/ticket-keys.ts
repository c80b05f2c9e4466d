import { splitLines } from '../text/python-text.ts';

/**
 * Where keys are searched. `subject`: the first key of the subject, as in the study. `message`: all
 * keys of the message. `trailers`: all keys on lines such as `Issue: SPR-1234` below the subject.
 */
export const KEY_PLACES = ['subject', 'message', 'trailers'] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

export interface KeyPattern {
  /**
   * `SPR` matches `SPR-12` in any case. `GH` also matches `#12` and `gh-12`, the numbers of GitHub.
   */
  readonly projects: readonly string[];
  readonly where: KeyPlace;
  /** Larger numbers are considered typos. */
  readonly maxNumber?: number | undefined;
}

interface CommitText {
  readonly subject: string;
  readonly message: string;
}

/** The project for the numbers of GitHub. */
const GITHUB = 'GH';
const TRAILER = /^[A-Za-z][A-Za-z -]*: \S/;

/** Returns the keys in a commit, in order and without duplicates. */
export function keysOf({ subject, message }: CommitText, pattern: KeyPattern): readonly string[] {
  const { where, projects, maxNumber = Number.POSITIVE_INFINITY } = pattern;
  if (where === 'subject' && !projects.some((each) => mentions(message, each))) return [];
  const found = keysIn(placeOf({ subject, message }, where), projects).filter(
    (key) => Number(key.slice(key.lastIndexOf('-') + 1)) <= maxNumber,
  );
  return where === 'subject' ? found.slice(0, 1) : [...new Set(found)];
}

/**
 * Returns whether a message contains the prefix of a key in capitals. The study let git search for
 * it first and therefore never saw commits that contain only `spr-12`.
 */
export function mentions(message: string, project: string): boolean {
  return project === GITHUB ? /#\d|gh-\d/i.test(message) : message.includes(`${project}-`);
}

/** Returns the subject as the study read it, up to the first line break as defined by Python. */
export function subjectLine(subject: string): string {
  return (splitLines(subject)[0] ?? '').trim();
}

function placeOf({ subject, message }: CommitText, where: KeyPlace): string {
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

/** Uses the word boundaries of Python, where letters of any script belong to a word. */
function patternOf(project: string): RegExp {
  const name = project.replaceAll(/[^\w]/g, '');
  const start =
    project === GITHUB ? '(?:#|(?<![\\p{L}\\p{N}_])gh-)' : `(?<![\\p{L}\\p{N}_])${name}-`;
  return new RegExp(`${start}(\\d+)(?![\\p{L}\\p{N}_])`, 'giu');
}
