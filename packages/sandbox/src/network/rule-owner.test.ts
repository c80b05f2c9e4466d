import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentOwner } from '@refbench/base';
import { StateFolder } from '../storage/state-folder.ts';
import { isStaleRule, ruleComment } from './rule-owner.ts';

const own = currentOwner();
const killed = own.replace(/^\d+/, '999999999');
const foreign = own.replace(/\d+$/, '1');
let stateDir: string;
let state: StateFolder;
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'rule-owner-'));
  state = new StateFolder(stateDir, 'engine');
});
afterAll(async () => {
  await rm(stateDir, { recursive: true });
});

function rule(comment: string): string {
  const named = comment === '' ? '' : `-m comment --comment "${comment}" `;
  return `-A REFBENCH-BUILD -d 10.0.0.1/32 -p tcp -m tcp --dport 8080 ${named}-j RETURN`;
}

it('judges rules of its own state folder by the lease, too', async () => {
  const id = await state.id();
  expect(await isStaleRule(rule(await ruleComment(state)), state)).toBe(false);
  expect(await isStaleRule(rule(`${id}/${killed}`), state)).toBe(true);
  expect(await isStaleRule(rule(`${id}/${foreign}`), state)).toBe(false);
  (await state.claim()).release();
  const lease = join(stateDir, 'leases', foreign.replaceAll(':', '_'));
  await writeFile(lease, '');
  expect(await isStaleRule(rule(`${id}/${foreign}`), state)).toBe(false);
  const then = new Date((await stat(lease)).mtimeMs - 300_000);
  await utimes(lease, then, then);
  expect(await isStaleRule(rule(`${id}/${foreign}`), state)).toBe(true);
});

it.each([
  ['a killed process of another state folder', `0123456789abcdef/${killed}`, true],
  ['a process of another state folder that cannot be seen', `0123456789abcdef/${foreign}`, false],
  ['a comment of an older version', own.replace(/:\d+$/, ''), false],
  ['a comment of somebody else', 'monitoring', false],
  ['no comment', '', true],
])('%s', async (_, comment, stale) => {
  expect(await isStaleRule(rule(comment), state)).toBe(stale);
});

it.each(['-A REFBENCH-BUILD -d 127.0.0.53/32 -p udp --dport 53 -j RETURN', '-N REFBENCH-BUILD'])(
  'keeps %s',
  async (line) => {
    expect(await isStaleRule(line, state)).toBe(false);
  },
);
