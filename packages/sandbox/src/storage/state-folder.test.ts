import { currentOwner } from '@refbench/files';
import { expect, it } from 'vitest';
import { ownedName, ownerOfName, StateFolder } from './state-folder.ts';

it('stores the owner in a name and reads it back', () => {
  expect(ownerOfName(ownedName())).toBe(currentOwner());
});

it.each(['', 'mnt', '1_2_3', '12_34_abc_zz', `${ownedName()}x`])('finds no owner in %j', (name) => {
  expect(ownerOfName(name)).toBeUndefined();
});

it('separates engines', () => {
  expect(new StateFolder('/s', 'one').root).not.toBe(new StateFolder('/s', 'two').root);
});
