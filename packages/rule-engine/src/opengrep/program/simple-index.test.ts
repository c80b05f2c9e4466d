import { expect, test } from 'vitest';
import { fileAddress } from './simple-index.ts';

const PAGE = 'https://index.test/root/simple/thing/';

test.each([
  [
    'JSON',
    JSON.stringify({ files: [{ filename: 'a.whl', url: '../../files/a.whl#sha256=0' }] }),
    'https://index.test/root/files/a.whl',
  ],
  [
    'links',
    '<a data-x="1" href="https://files.test/b.whl">b.whl</a><a\n href=\'/f/a.whl?x=1&amp;y=2#sha256=0\' >a.whl</a>',
    'https://index.test/f/a.whl?x=1&y=2',
  ],
  ['a page without it', '<a href="b.whl">b.whl</a>', undefined],
  ['a page of something else', '{"message": "gone"}', undefined],
  ['a link that is none', '<a href="http://[">a.whl</a>', undefined],
])('%s', (_, page, address) => {
  expect(fileAddress(page, PAGE, 'a.whl')).toBe(address);
});
