import { digestOf } from '@refbench/base';
import { patchSubmission } from '../predictions/prediction-submission.ts';
import type { Submission } from '../submission/submission.ts';
import { attackPatch } from './attack-patch.ts';
import type { ClassifiedAttack } from './load-attacks.ts';

/** Creates one submission per attack. An attack that changes nothing in an instance has no patch there. */
export function attackSubmissions(attacks: readonly ClassifiedAttack[]): readonly Submission[] {
  return attacks.map((attack) => ({
    ...patchSubmission(attack.id, async (prepared) => {
      const patch = await attackPatch(attack, prepared);
      return patch === undefined ? undefined : { patch };
    }),
    digest: digestOf({ attack }),
  }));
}
