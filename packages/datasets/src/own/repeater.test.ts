import { expect, test, vi } from 'vitest';
import { Repeater } from './repeater.ts';

test('changes during a call lead to one more call, and an error is told at the end', async () => {
  const act = vi.fn(async () => undefined);
  const repeater = new Repeater(act, 60_000);
  repeater.changed();
  repeater.changed();
  repeater.changed();
  await repeater.end();
  expect(act).toHaveBeenCalledTimes(2);
  act.mockRejectedValueOnce(new Error('the disk is full'));
  repeater.changed();
  await expect(repeater.end()).rejects.toThrow('the disk is full');
  expect(act).toHaveBeenCalledTimes(3);
});
