import { expect, test } from 'vitest';
import { errorText, errorTextWithCause } from './error-text.ts';

test.each([
  [new TypeError('no'), 'no', 'no'],
  [
    new Error('fetch failed', { cause: new Error('refused') }),
    'fetch failed',
    'fetch failed: refused',
  ],
  [new Error('stopped', { cause: 'a word' }), 'stopped', 'stopped'],
  ['a word', 'a word', 'a word'],
  [undefined, 'undefined', 'undefined'],
])('%s', (thrown, text, withCause) => {
  expect([errorText(thrown), errorTextWithCause(thrown)]).toEqual([text, withCause]);
});
