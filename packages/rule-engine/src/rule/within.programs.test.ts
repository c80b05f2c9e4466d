import { test } from 'vitest';
import { testEngines } from '../opengrep/opengrep.testkit.ts';
import { expectNewFilesToCount, opengrep } from './within.testkit.ts';

test('OpenGrep: a new file counts as the rule says', async () => {
  await expectNewFilesToCount(opengrep, { engines: testEngines() });
});
