import { expect, test } from 'vitest';
import { hidesOneOf } from './dependency-layer.ts';

const JAR = 'home/bench/.m2/g/a/2/a-2.jar';

test.each([
  ['the file itself', [JAR], true],
  ['a folder above it', ['home/bench/.m2/g/a/2'], true],
  ['another file', ['home/bench/.m2/g/a/2/a-2.ja', 'home/bench/.m2/g/a/20'], false],
  ['nothing', [], false],
])('a layer that removes %s', (_, removed, hides) => {
  expect(hidesOneOf(new Set([JAR]), removed)).toBe(hides);
});
