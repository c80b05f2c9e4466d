import { expect, it } from 'vitest';
import { parseTestIds } from './test-ids.ts';

function parsed(text: string): ReadonlyMap<string, string> | undefined {
  return parseTestIds(Buffer.from(text));
}

it('reads a JSON object a line', () => {
  const lines = '{"id":"a > b","outcome":"passed"}\n{"id":"c","outcome":"skipped","more":1}\n';
  expect(parsed(lines)).toEqual(
    new Map([
      ['a > b', 'passed'],
      ['c', 'skipped'],
    ]),
  );
});

it('takes a list that is not whole for none', () => {
  expect(parsed('')).toBeUndefined();
  expect(parsed('{"id":"a","outcome":"passed"}\n{"id":"b","out')).toBeUndefined();
  expect(parsed('{"id":"a","outcome":"flaky"}\n')).toBeUndefined();
  expect(parsed('{"id":"a","outcome":"passed"}\n{"id":"a","outcome":"failed"}\n')).toBeUndefined();
});
