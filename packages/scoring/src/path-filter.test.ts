import { expect, test } from 'vitest';
import { excludedPath } from './path-filter.ts';

test.each([
  ['web/node_modules/x/index.js', 'build-or-vendor'],
  ['vendor/a.go', 'build-or-vendor'],
  ['package-lock.json', 'build-or-vendor'],
  ['docs/README.md', 'documentation'],
  ['NOTES.TXT', 'documentation'],
  ['.github/workflows/ci.yml', 'configuration'],
  ['Cargo.toml', 'configuration'],
])('%s is %s', (path, kind) => {
  expect(excludedPath(path)).toBe(kind);
});

test.each([
  'src/a.ts',
  'src/building/a.ts',
  'src/vendors.ts',
  'Makefile',
  'src/json.go',
  'a.json5',
])('%s is a source file', (path) => {
  expect(excludedPath(path)).toBeUndefined();
});
