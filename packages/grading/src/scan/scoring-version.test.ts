import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { TOOL_VERSION } from '@refbench/contracts';
import { codeFiles, scoringVersion } from './scoring-version.ts';

test('the version of what scores is that of the tool and a digest of its code', () => {
  const version = scoringVersion();
  expect(version).toMatch(/^refbench\/\d+\.\d+\.\d+\+[0-9a-f]{16}$/);
  expect(version.startsWith(TOOL_VERSION)).toBe(true);
  expect(scoringVersion()).toBe(version);
});

test('the programs that the rule engine starts are code that scores', () => {
  const engine = dirname(createRequire(import.meta.url).resolve('@refbench/rule-engine'));
  expect(codeFiles(join(engine, '../bin'))).toContain('scanner.mjs');
});
