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

it('tells long ids apart that only differ at their ends', () => {
  const start = 'x'.repeat(600);
  const line = (id: string): string => `${JSON.stringify({ id, outcome: 'passed' })}\n`;
  const ids = [...(parsed(`${line(`${start}a`)}${line(`${start}b`)}${line('c')}`)?.keys() ?? [])];
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(500);
  expect(ids[0]).toMatch(/^x{487}…[0-9a-f]{12}$/);
  // One alone keeps the name that earlier results have.
  expect([...(parsed(line(`${start}a`))?.keys() ?? [])]).toEqual([`${'x'.repeat(499)}…`]);
});
