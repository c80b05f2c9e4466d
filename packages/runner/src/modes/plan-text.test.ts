import { expect, test } from 'vitest';
import { RefbenchError } from '@refbench/contracts';
import { collectPlans } from './collect-plans.ts';
import { MAX_PLAN_BYTES, readPlanText } from './plan-text.ts';

test('text is kept byte by byte', () => {
  const text = '# Größe\r\n\n1. Move `util` → `core`\n';
  expect(readPlanText(Buffer.from(text))).toEqual({ kind: 'plan', text });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['white space', Buffer.from(' \n\t\n'.repeat(20))],
  ['nine characters', Buffer.from('123 456 789')],
  ['bytes that are not text', Buffer.from([0xff, 0xfe, ...Buffer.from('a plan of sorts')])],
  ['a NUL', Buffer.from('a plan with\0 a NUL')],
  ['too much', Buffer.alloc(MAX_PLAN_BYTES + 1, 'x')],
])('%s is no plan', (_name, bytes) => {
  expect(readPlanText(bytes).kind).toBe('unusable');
});

test('a link instead of a plan is the agent’s fault, but a lost engine is not', async () => {
  const refused = (kind: 'invalid-file' | 'engine'): { readFile: () => Promise<never> } => ({
    readFile: () => Promise.reject(new RefbenchError({ kind, message: 'no', hint: 'none' })),
  });
  expect(await collectPlans(refused('invalid-file'), ['/output/a.md'])).toEqual({
    plans: [],
    problem: '/output/a.md is not a regular file of acceptable size',
  });
  await expect(collectPlans(refused('engine'), ['/output/a.md'])).rejects.toMatchObject({
    kind: 'engine',
  });
});
