import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RefusedRule } from '@refbench/contracts';
import { opengrepDocument } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { predictionSubmissions } from '../predictions/prediction-submission.ts';
import { runUntested, TALLY } from '../testkit/untested-run.testkit.ts';

const STATE = resolve(import.meta.dirname, '../../../../.refbench');

/** A rule that was published, with the matches that were counted here. */
function refused(
  id: string,
  side: RefusedRule['side'],
  pattern: string,
  [base, golden]: readonly [number | null, number | null],
): RefusedRule {
  const [rule] = opengrepDocument({ id, pattern, languages: ['ts'] }).rules;
  return { id, side, reason: 'it does not hold', counts: { base, golden }, rule };
}

test('refused rules are counted apart, for comparison with the published figure', async () => {
  const rules = [
    refused('splits', 'additive', '$TEXT.split(":")', [1, 1]),
    refused('never', 'additive', 'neverWritten($X)', [0, 0]),
    refused('remains', 'reductive', '$TEXT.split(":")', [1, 1]),
    refused('gone', 'reductive', 'neverWritten($X)', [0, 0]),
    refused('unknown', 'reductive', 'unknown($X)', [null, 0]),
  ];
  const { submissions } = await predictionSubmissions('golden', [TALLY]);
  const [score] = await runUntested(submissions, undefined, async (at) => {
    await mkdir(at('state'));
    await mkdir(resolve(STATE, 'opengrep'), { recursive: true });
    await symlink(resolve(STATE, 'opengrep'), at('state/opengrep'));
    await writeFile(at(`rules/${TALLY}/refused.json`), JSON.stringify(rules));
  });
  const { additive, reductive } = score?.rules ?? {};
  expect(score).toMatchObject({
    ifr: { total: 1 },
    published: {
      rules: {
        additive: { matched: (additive?.matched ?? 0) + 1, total: (additive?.total ?? 0) + 2 },
        reductive: {
          unmatched: (reductive?.unmatched ?? 0) + 1,
          total: (reductive?.total ?? 0) + 2,
        },
      },
      refused: 4,
      uncounted: 1,
    },
  });
  expect(score?.published?.ifr.total).toBeCloseTo(
    1 - 2 / ((additive?.total ?? 0) + (reductive?.total ?? 0) + 4),
  );
}, 120_000);
