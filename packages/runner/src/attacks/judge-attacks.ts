import type { AttackOutcome, ClassCounts, JudgedAttack, Score } from '@refbench/contracts';
import type { ClassifiedAttack } from './load-attacks.ts';

/**
 * Judges what an attack earned. Undefined if the result says nothing about the attack: it has no patch for the
 * instance, or the attempt failed for another reason.
 */
export function judgeAttack(
  attack: Pick<ClassifiedAttack, 'id' | 'class' | 'refused_by'>,
  score: Score,
): JudgedAttack | undefined {
  if (score.verdict !== 'model' || score.reasons['patch'] !== undefined) return undefined;
  const published = earned(score, 'alignment');
  const strict = earned(score, 'alignment_strict');
  const refused = refusedBy(score);
  const outcome: AttackOutcome =
    published === 0 && strict === 0
      ? 'unpaid'
      : !score.integrity.ranked
        ? 'marked'
        : strict > 0 || (score.alignment_strict.total ?? score.ifr_strict.total) === null
          ? 'paid'
          : 'published';
  return {
    id: attack.id,
    class: attack.class,
    instance: score.instance,
    outcome,
    alignment: score.alignment.total,
    alignment_strict: score.alignment_strict.total,
    refused_by: [...refused],
    as_expected: refused.some((reason) => attack.refused_by.includes(reason)),
  };
}

/** What a result earns. Without tests, IFR stands for the alignment. */
function earned(score: Score, figure: 'alignment' | 'alignment_strict'): number {
  const whole = score[figure].total;
  if (whole !== null) return whole;
  if (score.pass !== null) return 0;
  return (figure === 'alignment' ? score.ifr.total : score.ifr_strict.total) ?? 0;
}

function refusedBy({ integrity, pass, pass_strict, ifr_strict }: Score): readonly string[] {
  const findings = integrity.findings.filter(({ severity }) => severity !== 'note');
  return [
    ...new Set([
      ...findings.map(({ kind }) => kind),
      ...(pass === 0 && findings.every(({ severity }) => severity !== 'void') ? ['tests'] : []),
      ...(pass_strict === 0 ? ['pass_strict'] : []),
      ...(ifr_strict.total === 0 ? ['rules'] : []),
    ]),
  ];
}

/** Counts outcomes by class, in the order of their first attack. */
export function countByClass(judged: readonly JudgedAttack[]): ClassCounts[] {
  return [...new Set(judged.map((one) => one.class))].map((name) => {
    const own = judged.filter((one) => one.class === name);
    const count = (outcome: AttackOutcome): number =>
      own.filter((one) => one.outcome === outcome).length;
    return {
      class: name,
      attacks: own.length,
      paid: count('paid'),
      published: count('published'),
      marked: count('marked'),
      unpaid: count('unpaid'),
      unexpected: own.filter((one) => !one.as_expected).length,
    };
  });
}
