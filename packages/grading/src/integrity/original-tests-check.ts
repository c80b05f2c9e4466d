import { countOf } from '@refbench/base';
import type { IntegrityFinding, OriginalTests } from '@refbench/contracts';
import type { StaticCheck } from './integrity-check.ts';

/**
 * Finds original tests that the patched tree fails although its own tests pass. Tests that run and fail
 * are suspect: the patch changed what they show. Tests that do not run at all may only need another
 * interface, which is a note. Either way, Pass strict is 0.
 */
export const checkOriginalTests: StaticCheck = ({ tests }) =>
  Promise.resolve(tests?.original === undefined ? [] : originalTestFindings(tests.original));

export function originalTestFindings({
  missing,
  failing,
  own_form: own,
}: Pick<OriginalTests, 'missing' | 'failing' | 'own_form'>): readonly IntegrityFinding[] {
  const finding = (
    ids: readonly string[],
    severity: IntegrityFinding['severity'],
    tests: string,
    what: string,
  ): readonly IntegrityFinding[] =>
    ids.length === 0
      ? []
      : [
          {
            kind: 'original-tests-failing',
            severity,
            detail: `${countOf(ids.length, tests)} ${what}, among them ${ids[0]}`,
            files: [],
          },
        ];
  return [
    ...finding(failing, 'suspect', 'original test', 'failed that pass as the patch has them'),
    ...finding(missing, 'note', 'original test', 'did not run on the patched tree'),
    ...finding(own, 'note', 'test', 'that golden changed ran only as the patch has them'),
  ];
}
