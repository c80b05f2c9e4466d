import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { buildBoard } from './build-board.ts';

const root = resolve(import.meta.dirname, '../../../..');

test('the published submissions are those of the ledger', async () => {
  const folder = resolve(root, 'leaderboard');
  const { view } = await buildBoard({ folder, instancesDir: resolve(root, 'instances') });
  const means = new Map(view.summary.map(({ agent, alignment }) => [agent, alignment]));
  expect(means.get('golden')).toBe(1);
  expect(means.get('nop')).toBe(0);
});
