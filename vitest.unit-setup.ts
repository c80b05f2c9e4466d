import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll } from 'vitest';

// Starting a process copies the page tables of this one. Buffers that a test of large inputs has left
// would therefore make each start in later files up to thirty times slower.
const LEFT_BYTES = 50_000_000;

setFlagsFromString('--expose_gc');
const collectGarbage: unknown = runInNewContext('gc');

afterAll(() => {
  if (process.memoryUsage().external < LEFT_BYTES || typeof collectGarbage !== 'function') return;
  collectGarbage();
});
