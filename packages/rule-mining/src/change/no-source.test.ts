import { expect, test } from 'vitest';
import { isNoSource } from './no-source.ts';

test.each([
  ['src/build/mod.rs', false],
  ['src/bin/tool.rs', false],
  ['bin/cli.js', false],
  ['pkg/coverage/report.go', false],
  ['build/app.js', true],
  ['target/debug/a.rs', true],
  ['dist/build/a.js', true],
  ['vendor/x/build/a.go', true],
  ['node_modules/a/bin/a.js', true],
  ['src/build/notes.md', true],
  ['src/a.ts', false],
])('%s: %s', (path, expected) => {
  expect(isNoSource(path)).toBe(expected);
});
