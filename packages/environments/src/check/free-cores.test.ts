import { expect, test } from 'vitest';
import { freeCores, idleShareOf } from './free-cores.ts';

test('idle shares of the cores add up, and cores that appear or stand still count as they are', () => {
  const core = (user: number, idle: number): { times: Record<string, number> } => ({
    times: { user, sys: 0, idle },
  });
  expect(idleShareOf([core(0, 0), core(10, 10)], [core(100, 0), core(10, 110)])).toBe(1);
  expect(idleShareOf([core(0, 0)], [core(50, 50), core(0, 7)])).toBe(1.5);
  expect(idleShareOf([core(3, 4)], [core(3, 4)])).toBe(0);
});

test('this host has between none and all of its cores free', async () => {
  const free = await freeCores();
  expect(free).toBeGreaterThanOrEqual(0);
  expect(free).toBeLessThanOrEqual(1024);
});
