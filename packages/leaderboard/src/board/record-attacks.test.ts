import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JudgedAttack } from '@refbench/contracts';
import { writeJsonFile } from '@refbench/base';
import { writeExampleRun } from '@refbench/test-helpers';
import { expect, onTestFinished, test } from 'vitest';
import { LEDGER_FILE } from '../ledger/ledger.ts';
import { boardViewSchema } from './board-view.ts';
import { buildBoard } from './build-board.ts';
import { recordAttacks, type RecordAttacksOptions } from './record-attacks.ts';

async function folders(): Promise<{ readonly board: string; readonly run: string }> {
  const root = await mkdtemp(join(tmpdir(), 'refbench-attacks-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [board, run] = [join(root, 'board'), join(root, 'run')];
  await writeExampleRun(run);
  await mkdir(board);
  await writeFile(join(board, LEDGER_FILE), '');
  return { board, run };
}

function attack(id: string, outcome: JudgedAttack['outcome']): JudgedAttack {
  return {
    id,
    class: id.startsWith('words') ? 'decoy-code' : 'emptied-tests',
    instance: 'o__r-00000001',
    outcome,
    alignment: 0,
    alignment_strict: 0,
    refused_by: [],
    as_expected: true,
  };
}

const OPTIONS: Omit<RecordAttacksOptions, 'folder' | 'runs'> = {
  release: '0.2.0',
  date: '2026-11-28',
  instancesDir: 'none',
};

test('a board shows what attacks earned, by release, newest first', async () => {
  const { board: folder, run } = await folders();
  const write = (...attacks: readonly JudgedAttack[]): Promise<void> =>
    writeJsonFile(join(run, 'attacks.json'), { schema: 1, classes: [], attacks });
  await write(attack('words', 'unpaid'), attack('words-2', 'marked'), attack('tests', 'paid'));
  await recordAttacks({ folder, runs: [run], ...OPTIONS });
  await write(attack('words', 'paid'));
  await recordAttacks({ folder, runs: [run], ...OPTIONS, release: '0.1.0', date: '2026-10-01' });
  const { view } = await buildBoard({ folder, instancesDir: 'none' });
  expect(boardViewSchema.parse(view)).toEqual(view);
  expect(view.attacks.map(({ release }) => release)).toEqual(['0.2.0', '0.1.0']);
  const row = { instance: 'o__r-00000001', language: null, paid: 0, published: 0, marked: 0 };
  expect(view.attacks[0]).toMatchObject({
    rows: [
      { ...row, class: 'decoy-code', marked: 1, unpaid: 1 },
      { ...row, class: 'emptied-tests', paid: 1, unpaid: 0 },
    ],
    paid: [{ id: 'tests', instance: 'o__r-00000001' }],
  });

  // The same release again replaces what it said.
  await write(attack('tests', 'unpaid'));
  await recordAttacks({ folder, runs: [run], ...OPTIONS });
  const again = await buildBoard({ folder, instancesDir: 'none' });
  expect(again.view.attacks).toMatchObject([{ release: '0.2.0', paid: [] }, { release: '0.1.0' }]);
});

test('a run without attacks, and damaged results, are refused', async () => {
  const { board: folder, run } = await folders();
  const record = (): Promise<unknown> => recordAttacks({ folder, runs: [run], ...OPTIONS });
  await expect(record()).rejects.toThrow('has no results of attacks');
  await writeFile(join(run, 'attacks.json'), '{"schema": 1}');
  await expect(record()).rejects.toThrow(/attacks\.json/);
});
