import { expect, test } from 'vitest';
import { TOOL_VERSION } from '@refbench/contracts';
import { scoringVersion } from './scoring-version.ts';

test('the version of what scores is that of the tool and a digest of its code', () => {
  const version = scoringVersion();
  expect(version).toMatch(/^refbench\/\d+\.\d+\.\d+\+[0-9a-f]{16}$/);
  expect(version.startsWith(TOOL_VERSION)).toBe(true);
  expect(scoringVersion()).toBe(version);
});
