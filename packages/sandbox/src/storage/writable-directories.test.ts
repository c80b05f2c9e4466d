import { expect, it } from 'vitest';
import { writableDirectories } from './writable-directories.ts';

it('keeps the outermost directories without duplicates', () => {
  const wanted = ['/testbed/', '/home/bench', '/testbed/node_modules', '/testbed', '/tmp//x/..'];
  expect(writableDirectories(wanted)).toEqual(['/home/bench', '/testbed', '/tmp']);
  expect(writableDirectories(['/testbed2', '/testbed'])).toEqual(['/testbed', '/testbed2']);
});

it.each(['/', 'testbed', '', '/..', '/a/../..'])('rejects %j', (directory) => {
  expect(() => writableDirectories([directory])).toThrow('cannot be a writable directory');
});
