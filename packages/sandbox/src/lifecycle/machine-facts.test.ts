import type { Machine } from '@refbench/contracts';
import { machineSchema } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { machineFacts, machineText, slownessOf } from './machine-facts.ts';

const fast: Machine = { processor: 'P', cpus: 8, memory_bytes: 16 * 2 ** 30, work_ms: 100 };

test('a machine is measured once, and describes itself', async () => {
  const facts = await machineFacts();
  expect(machineSchema.parse(facts)).toEqual(facts);
  expect(await machineFacts()).toBe(facts);
  expect(machineText(fast)).toBe('P, 8 processors, 16 GiB');
});

test('slowness is a ratio of times, and a single processor doubles it', () => {
  expect(slownessOf(fast, fast)).toBe(1);
  expect(slownessOf({ ...fast, work_ms: 300 }, fast)).toBe(3);
  expect(slownessOf({ ...fast, cpus: 1 }, fast)).toBe(2);
  expect(slownessOf({ ...fast, cpus: 2 }, fast)).toBe(1);
  expect(slownessOf({ ...fast, work_ms: 50 }, { ...fast, cpus: 1 })).toBe(0.5);
});
