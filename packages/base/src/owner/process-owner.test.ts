import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ownedName, ownerOfName } from './owned-name.ts';
import { currentOwner, fateOf } from './process-owner.ts';

const own = currentOwner();

it('knows the fate of processes of its own namespace', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], {
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  expect(fateOf(own)).toBe('alive');
  // The number runs, but it was given to another process since.
  expect(fateOf(own.replace(/^\d+/, String(child.pid)))).toBe('ended');
  child.kill('SIGKILL');
  await exit;
  expect(fateOf(own.replace(/^\d+/, String(child.pid)))).toBe('ended');
});

it.each([
  ['another PID namespace', own.replace(/\d+$/, '1')],
  ['another boot', own.replace(/:[0-9a-f-]+:(\d+)$/, ':another-b007:$1')],
  ['a name without a namespace', own.replace(/:\d+$/, '')],
  ['no owner', 'what'],
  ['nothing', ''],
])('knows nothing of %s', (_, owner) => {
  expect(owner).not.toBe(own);
  expect(fateOf(owner)).toBe('unknown');
});

it('stores the owner in a name and reads it back', () => {
  expect(ownerOfName(ownedName())).toBe(own);
  expect(ownedName()).not.toBe(ownedName());
});

it.each(['', 'leases', '1_2_3', '12_34_abc_5_zz', `${ownedName()}x`, '12:34:abc:5_0123456789ab'])(
  'finds no owner in %j',
  (name) => {
    expect(ownerOfName(name)).toBeUndefined();
  },
);
