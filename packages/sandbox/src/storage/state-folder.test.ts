import { expect, it } from 'vitest';
import { StateFolder } from './state-folder.ts';

it('separates engines', () => {
  expect(new StateFolder('/s', 'one').root).not.toBe(new StateFolder('/s', 'two').root);
});
