import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanSources } from '../../scan/scan-files.ts';
import { openEngines } from '../open-engines.ts';
import { opengrepCommand, opengrepRules, placesOf, read, text } from '../opengrep.testkit.ts';

test('the command line of OpenGrep and its core find the same matches', async () => {
  const files = read(
    text('a.js', 'foo("語", 1);'),
    text('test/b.ts', 'foo(2) // nosem'),
    text('.semgrepignore', '*'),
  );
  const rules = opengrepRules(
    { pattern: 'foo(...)' },
    { pattern: 'foo($X)', paths: { include: ['test/'] } },
    { languages: ['generic'], pattern: 'foo', paths: { exclude: ['.semgrepignore'] } },
  );
  const stateDir = join(import.meta.dirname, '../../../../../.refbench');
  const scans = await Promise.all(
    [undefined, await opengrepCommand()].map((program) =>
      scanSources(rules, files, { engines: openEngines({ stateDir, program }) }),
    ),
  );
  expect(scans[0]?.witnesses).toHaveLength(5);
  expect(scans[1] && placesOf(scans[1])).toEqual(scans[0] && placesOf(scans[0]));
});
