import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { runHere } from './in-process.testkit.ts';

test('the seed of planted faults is shown by its digest, revealed on request, and renewed', async () => {
  await using folder = await temporaryFolder();
  const seed = async (...args: readonly string[]) =>
    await runHere('leaderboard', 'seed', ...args, '--state-dir', folder.path);
  const digestIn = (text: string): string | undefined => /sha256:[0-9a-f]{64}/.exec(text)?.[0];
  const first = await seed();
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(digestIn(first.stderr)).toBeDefined();
  const revealed = await seed('--reveal');
  expect(revealed.stdout).toMatch(/^[0-9a-f]{64}\n$/);
  expect(digestIn(revealed.stderr)).toBe(digestIn(first.stderr));
  const renewed = await seed('--reveal', '--renew');
  expect(renewed.stdout).toBe(revealed.stdout);
  expect(digestIn(renewed.stderr)).not.toBe(digestIn(first.stderr));
  expect((await seed('--reveal')).stdout).not.toBe(revealed.stdout);
});

test.each([
  [['--class', 'decoys'], /there is no class decoys/],
  [['--attacks-dir', '/no/such/folder'], /contains no attack/],
])('attack %s is refused before anything is built', async (args, message) => {
  await expect(runHere('attack', ...args)).rejects.toThrow(message);
});
