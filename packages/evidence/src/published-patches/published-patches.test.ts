import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { agentSizes, sizesTable } from './patch-sizes.ts';
import { readPublishedPatches } from './read-patches.ts';

/** Adds two lines of code and a comment, and removes one line. */
const PATCH = `diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,2 +1,4 @@
-old = 1
 keep = 2
+new = 3
+# why
+more = 4
`;

const sarifOf = (startLine: number, endLine?: number): string =>
  JSON.stringify({
    version: '2.1.0',
    runs: [
      {
        results: [
          {
            ruleId: 'r',
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'src/a.py' },
                  region: { startLine, ...(endLine === undefined ? {} : { endLine }) },
                },
              },
            ],
          },
        ],
      },
    ],
  });

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-patches-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

test('precision and size come from patches and SARIF files', async () => {
  const folder = await folderOf({
    'o/r/00000001/one/prediction.diff': PATCH,
    // Line 2 is added and covered; line 4 is added and not covered; line 3 is a comment.
    'o/r/00000001/one/evaluation/rules_positive.sarif': sarifOf(1, 3),
    'o/r/00000001/null_agent/evaluation/rules_negative.sarif': sarifOf(1),
    'o/r/00000002/one/prediction.diff': PATCH,
    'o/r/00000001/two/prediction.diff': 'no patch\n',
  });
  const { patches, rejected } = await readPublishedPatches(folder, 'null_agent');
  expect(rejected.map(({ path }) => path)).toEqual(['o/r/00000001/two/prediction.diff']);
  expect(patches.map(({ agent, instance }) => [agent, instance])).toEqual([
    ['one', 'o/r/00000001'],
    ['one', 'o/r/00000002'],
  ]);
  const [sizes] = agentSizes(patches);
  expect(sizes).toMatchObject({
    patches: 2,
    lines: { n: 2, mean: 3, halfWidth: 0 },
    added: { mean: 2 },
    removed: { mean: 1 },
    // Without its SARIF, the second patch has no precision.
    precisionAdditive: { n: 1, mean: 0.5, halfWidth: null },
    precisionReductive: { n: 1, mean: 1 },
    precision: { n: 1, mean: 2 / 3 },
  });
  expect(sizesTable(agentSizes(patches)).rows).toEqual([
    ['one', '2', '66.7', '50.0', '100.0', '3.0 ±0.0', '2.0 ±0.0', '1.0 ±0.0'],
  ]);
});

test('a folder without patches and a broken SARIF are refused', async () => {
  await expect(readPublishedPatches(await folderOf({}), 'null_agent')).rejects.toMatchObject({
    kind: 'invalid-file',
  });
  const broken = await folderOf({
    'o/r/00000001/one/prediction.diff': PATCH,
    'o/r/00000001/one/evaluation/rules_positive.sarif': '{}',
  });
  await expect(readPublishedPatches(broken, 'null_agent')).rejects.toThrow(/rules_positive.sarif/);
});
