import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startModelServer } from '@refbench/models/scripted-provider';
import {
  commandState,
  refbench,
  smallOptions,
  temporaryFolder,
  type CommandResult,
} from './command.testkit.ts';

const RUN_BUDGET_USD = 2;
const { stateDir: STATE_DIR } = await commandState();

interface LedgerLine {
  readonly type: 'reserve' | 'settle';
  readonly call: string;
  readonly attempt: string;
  readonly nano_usd: number;
  readonly basis?: string;
}

async function ledgerOf(runsDir: string): Promise<readonly LedgerLine[]> {
  const text = await readFile(join(runsDir, 'killed/ledger.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LedgerLine);
}

function unsettled(ledger: readonly LedgerLine[]): readonly LedgerLine[] {
  const settled = new Set(ledger.filter(({ type }) => type === 'settle').map(({ call }) => call));
  return ledger.filter(({ type, call }) => type === 'reserve' && !settled.has(call));
}

test('kill -9 in the middle of an answer: the reservation is charged, and the run keeps its budget', async () => {
  await using folder = await temporaryFolder();
  await using server = await startModelServer({
    script: {
      usage: { input: 1000, output: 100 },
      rules: [
        { when: { tools: true }, times: 1, say: 'words', fault: 'endless' },
        { when: { tools: true, results: 0 }, shell: 'echo after > after.txt' },
        { when: { tools: true }, say: 'Done.' },
        { say: 'A title' },
      ],
    },
  });
  const runsDir = join(folder.path, 'runs');
  const small = await smallOptions(folder.path);
  const command = (kill?: Promise<NodeJS.Signals>): Promise<CommandResult> =>
    refbench(
      [
        'run',
        '--agent',
        'claude-code',
        '--model',
        'claude-sonnet-4-5',
        ...small.instance,
        '--run-id',
        'killed',
        '--runs-dir',
        runsDir,
        '--json',
        '--run-budget',
        String(RUN_BUDGET_USD),
        '--log-level',
        'debug',
      ],
      {
        env: { ANTHROPIC_API_KEY: 'sk-not-real', ANTHROPIC_BASE_URL: server.url },
        ...(kill === undefined ? {} : { kill }),
      },
    );

  const midStream = async (): Promise<NodeJS.Signals> => {
    while (!server.requests().some(({ body }) => body.includes('"tools"'))) await sleep(50);
    return 'SIGKILL';
  };
  expect((await command(midStream())).code).toBeNull();
  const lost = unsettled(await ledgerOf(runsDir));
  expect(lost.length).toBeGreaterThan(0);
  const reserved = lost.reduce((sum, { nano_usd }) => sum + nano_usd, 0);
  expect(reserved).toBeGreaterThan(0.1e9);

  const finished = await command();
  expect(finished.code).toBe(0);
  expect(finished.stdout).toMatch(/"kind":"scored".*"outcome":\{"kind":"completed"/);
  const ledger = await ledgerOf(runsDir);
  expect(unsettled(ledger)).toEqual([]);
  const settled = ledger.filter(({ type }) => type === 'settle');
  for (const { call, nano_usd } of lost) {
    const charges = settled.filter((line) => line.call === call);
    expect(charges).toMatchObject([{ nano_usd, basis: 'reservation' }]);
  }
  const spent = settled.reduce((sum, { nano_usd }) => sum + nano_usd, 0);
  expect(spent).toBeGreaterThan(reserved);
  expect(spent).toBeLessThanOrEqual(RUN_BUDGET_USD * 1e9);

  const log = await readFile(join(STATE_DIR, 'logs/killed.log'), 'utf8');
  for (const component of ['run', 'git', 'engine', 'container', 'scanner', 'gateway']) {
    expect(log).toContain(`"component":"${component}"`);
  }
  expect(log).not.toContain('sk-not-real');
}, 1_800_000);
