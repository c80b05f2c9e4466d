import { expect, test } from 'vitest';
import { judgeTricks } from './tricks-gate.ts';

function trick(name: string, total: number, breaksWith: readonly string[] = []) {
  return { trick: name, breaksWith, ifrStrict: { additive: null, reductive: null, total } };
}

const TRICKS = [
  trick('delete', 0.5),
  trick('stub', 0.1),
  trick('delete-and-more', 0.6, ['delete']),
  trick('stub-and-more', 0.4, ['stub']),
];

async function judge(passing: readonly string[]) {
  const ran: string[] = [];
  const result = await judgeTricks(
    TRICKS,
    ({ trick: name }) => {
      ran.push(name);
      return Promise.resolve(passing.includes(name));
    },
    () => undefined,
  );
  return { ran, result };
}

test('the suite does not run again for a trick that breaks no less than one that failed', async () => {
  const { ran, result } = await judge([]);
  expect(ran).toEqual(['delete', 'stub-and-more']);
  expect(result.passed).toBe(true);
});

test('a trick that passes refuses the instance, also where a lesser one passed', async () => {
  const { ran, result } = await judge(['delete', 'delete-and-more']);
  expect(ran).toEqual(['delete', 'delete-and-more', 'stub-and-more']);
  expect(result.passed).toBe(false);
  expect(result.problems).toEqual([
    'the trick "delete" passes the suite and earns 0.50',
    'the trick "delete-and-more" passes the suite and earns 0.60',
  ]);
});
