import { expect, test } from 'vitest';
import { isCommentLine } from './comment-line.ts';

test.each([
  ['a.ts', '  // note'],
  ['a.ts', '/** opens'],
  ['a.ts', ' * continues'],
  ['a.ts', ' *'],
  ['a.ts', ' */'],
  ['a.java', '/* all of it */'],
  ['a.go', '//go:build linux'],
  ['a.py', '    # note'],
  ['a.sh', '#note'],
  ['a.html', '<!-- note -->'],
  ['a.css', '/* note */'],
  ['a.vue', '<!-- note'],
  ['a.sql', '-- note'],
  ['a.clj', ';; note'],
  ['a.php', '# note'],
  ['Makefile.unknown', '# note'],
  ['CMakeLists', '// note'],
  ['A.TS', '// note'],
])('%s: %j is a comment', (path, text) => {
  expect(isCommentLine(path, text)).toBe(true);
});

test.each([
  ['a.ts', 'x(); // note'],
  ['a.ts', '#privateField = 1;'],
  ['a.ts', '/* note */ x();'],
  ['a.ts', '*/ x();'],
  ['a.c', '*pointer = 1;'],
  ['a.c', '#include <stdio.h>'],
  ['a.rs', '#[derive(Debug)]'],
  ['a.py', '#!/usr/bin/env python'],
  ['a.py', '// 2'],
  ['a.py', '* 2'],
  ['a.css', '#id {'],
  ['a.php', '#[Attribute]'],
  ['a.unknown', '#include <stdio.h>'],
  ['a.ts', ''],
])('%s: %j is code', (path, text) => {
  expect(isCommentLine(path, text)).toBe(false);
});
