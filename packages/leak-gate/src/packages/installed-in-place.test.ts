import { expect, test } from 'vitest';
import { isFileList, isInstalledInPlace } from './installed-in-place.ts';

const METADATA = ['my_tool-2.0.dist-info/METADATA,sha256=a,90', 'my_tool-2.0.dist-info/RECORD,,'];

test.each([
  [
    'setuptools',
    ['__editable__.my_tool-2.0.pth,sha256=b,9', '__editable___my_tool_2_0_finder.py,sha256=c,24'],
  ],
  ['hatch', ['_my_tool.pth,sha256=b,9']],
  [
    'setuptools, after its importer ran',
    [
      '__editable__.my_tool-2.0.pth,sha256=b,9',
      '__pycache__/__editable___my_tool_2_0_finder.cpython-39.pyc,,',
    ],
  ],
  ['a project with programs', ['my_tool.pth,sha256=b,9', '../../../bin/my-tool,sha256=d,200']],
])('what %s installs in place is known', (_, files) => {
  expect(isInstalledInPlace([...METADATA, ...files, ''].join('\n'))).toBe(true);
});

test.each([
  ['a copy of the project', ['my_tool/__init__.py,sha256=b,9']],
  ['a path and code', ['my_tool.pth,sha256=b,9', 'my_tool/_native.so,sha256=c,9000']],
  ['a module', ['my_tool.pth,sha256=b,9', 'my_tool.py,sha256=c,90']],
  ['metadata alone', []],
])('%s is not', (_, files) => {
  expect(isInstalledInPlace([...METADATA, ...files, ''].join('\n'))).toBe(false);
});

test('only the list of a package counts', () => {
  expect(isFileList('home/site-packages/my_tool-2.0.dist-info/RECORD')).toBe(true);
  expect(isFileList('home/x.whl!my_tool-2.0.dist-info/RECORD')).toBe(true);
  expect(isFileList('testbed/RECORD')).toBe(false);
});
