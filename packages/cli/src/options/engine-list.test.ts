import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { roomFor } from './engine-list.ts';

const GIB = 2 ** 30;
const needs = { ...DEFAULT_LIMITS.agent, cpus: 2, memory_bytes: 8 * GIB, storage_bytes: 5 * GIB };

test.each([
  ['the processors', { cpus: 7, memoryBytes: 640 * GIB }, 3],
  ['the memory', { cpus: 64, memoryBytes: 17 * GIB }, 2],
  ['the disk', { cpus: 64, memoryBytes: 640 * GIB, diskBytes: 24 * GIB }, 4],
  ['nothing, but one attempt always fits', { cpus: 1, memoryBytes: GIB, diskBytes: GIB }, 1],
])('the number of attempts is limited by %s', (_what, room, attempts) => {
  expect(roomFor(room, needs)).toBe(attempts);
});
