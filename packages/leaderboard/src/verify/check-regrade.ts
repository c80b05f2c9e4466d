import type { Score } from '@refbench/contracts';
import type { Claim } from './check-claims.ts';
import { check, type Check } from './verification.ts';

/** Compares scores that were graded again with those of the submission. */
export function checkRegrade(
  claims: readonly Claim[],
  regraded: readonly Score[],
  instances: readonly string[],
): Check {
  const key = ({ instance, agent, repeat = 1 }: Score): string =>
    `${agent} on ${instance} #${repeat}`;
  const again = new Map(regraded.map((score) => [key(score), score]));
  const problems = claims
    .filter(({ score }) => instances.includes(score.instance))
    .flatMap(({ score }) => {
      const found = again.get(key(score));
      return found === undefined
        ? [`${key(score)} could not be graded again`]
        : differences(score, found).map((text) => `${key(score)}: ${text}`);
    });
  return check('grading again', problems, `${again.size} patches got the same scores`);
}

function differences(claimed: Score, found: Score): readonly string[] {
  const figures = (score: Score): Readonly<Record<string, number | null>> => ({
    pass: score.pass,
    'rules.additive.matched': score.rules.additive.matched,
    'rules.additive.total': score.rules.additive.total,
    'rules.reductive.unmatched': score.rules.reductive.unmatched,
    'rules.reductive.total': score.rules.reductive.total,
    'ifr.total': score.ifr.total,
    'alignment.total': score.alignment.total,
    'precision.total': score.precision.total,
  });
  const again = figures(found);
  const changed = Object.entries(figures(claimed)).flatMap(([name, value]) => {
    const other = again[name] ?? null;
    const same =
      value === other || (value !== null && other !== null && Math.abs(value - other) < 1e-9);
    return same ? [] : [`${name} is ${other}, and ${value} was claimed`];
  });
  const voided = found.integrity.findings.filter(({ severity }) => severity === 'void');
  return [...changed, ...voided.map(({ kind, detail }) => `${kind}: ${detail}`)];
}
