import { expect, test } from 'vitest';
import type { RulesetSide } from '@refbench/contracts';
import type { Candidate } from '../candidates/candidate.ts';
import { standingsOf, type TaskNames } from './task-names.ts';

const TASK: TaskNames = {
  told: new Set(['readModern', 'Loader']),
  knownOf: async (names) => new Set([...names].filter((name) => name.startsWith('known'))),
};

function candidate(side: RulesetSide, words: readonly string[], inside?: string): Candidate {
  return {
    side,
    language: 'TypeScript',
    category: 'call',
    kind: 'call_expression',
    pattern: { name: '', kinds: [] },
    text: '',
    words,
    isTelling: true,
    restrictive: false,
    inside: inside === undefined ? undefined : { kind: 'class', field: 'name', names: [inside] },
  };
}

test.each([
  ['additive', ['readModern', 'knownOne'], 'told'],
  ['additive', ['knownOne'], 'open'],
  ['additive', ['readModern', 'invented'], 'hidden'],
  ['additive', ["'./invented/path'"], 'hidden'],
  ['reductive', ['oldName'], 'open'],
  ['reductive', ['readModern', 'oldName'], 'told'],
  ['reductive', ["'Loader.js'"], 'told'],
] as const)('%s rule about %j: %s', async (side, words, standing) => {
  const one = candidate(side, words);
  expect((await standingsOf(side, [one], TASK))?.(one)).toBe(standing);
});

test('where a pattern stands is not what it says', async () => {
  const one = candidate('reductive', ['zip', 'Loader'], 'Loader');
  expect((await standingsOf('reductive', [one], TASK))?.(one)).toBe('open');
});

test('a text without names says nothing', async () => {
  const nothing = { ...TASK, told: new Set<string>() };
  expect(await standingsOf('additive', [], nothing)).toBeUndefined();
});
