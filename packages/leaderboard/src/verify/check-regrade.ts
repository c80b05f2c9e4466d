import { canonicalJson } from '@refbench/base';
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

/**
 * Figures that a board or a page shows, and that follow from the patch and the instance. Digests of images
 * and baselines do not belong here: they are made anew on each host.
 */
function figuresOf(score: Score): Readonly<Record<string, unknown>> {
  const { integrity, digests } = score;
  return {
    outcome: score.outcome.kind,
    verdict: score.verdict,
    no_tests: score.no_tests === undefined ? null : 'no tests',
    'tests.total': score.tests.total,
    'tests.missing': score.tests.missing,
    pass: score.pass,
    pass_strict: score.pass_strict,
    rules: score.rules,
    ifr: score.ifr,
    published: score.published ?? null,
    ifr_strict: score.ifr_strict,
    alignment: score.alignment,
    alignment_strict: score.alignment_strict,
    precision: score.precision,
    size: score.size ?? null,
    reductive_by: score.reductive_by ?? null,
    plan: score.plan ?? null,
    usage: score.usage ?? null,
    ruleset: digests.ruleset,
    recipe: digests.recipe,
    faults: digests.faults,
    packages: score.packages?.archives ?? null,
    findings: integrity.findings.map(({ kind, severity }) => `${kind}: ${severity}`).sort(),
    ranked: integrity.ranked,
  };
}

function differences(claimed: Score, found: Score): readonly string[] {
  // A first look claims no rank. This host, whose baseline is complete, may give it one.
  const isFirstLook = claimed.provisional !== undefined;
  const again = figuresOf(found);
  const changed = Object.entries(figuresOf(claimed)).flatMap(([name, value]) =>
    name === 'ranked' && isFirstLook ? [] : differencesIn(name, value, again[name]),
  );
  return [...changed, ...testDifferences(claimed, found)];
}

/** Names each leaf that differs. Numbers may differ by their last digit. */
function differencesIn(name: string, claimed: unknown, found: unknown): readonly string[] {
  if (isPlainObject(claimed) && isPlainObject(found)) {
    const keys = new Set([...Object.keys(claimed), ...Object.keys(found)]);
    return [...keys].flatMap((key) => differencesIn(`${name}.${key}`, claimed[key], found[key]));
  }
  const isSame =
    typeof claimed === 'number' && typeof found === 'number'
      ? Math.abs(claimed - found) < 1e-9
      : canonicalJson(claimed ?? null) === canonicalJson(found ?? null);
  if (isSame) return [];
  return [`${name} is ${shown(found)}, and ${shown(claimed)} was claimed`];
}

/**
 * Tests whose outcome varies may fail once and pass once, so the counts may differ by as many tests as the
 * baseline lets fail.
 */
function testDifferences({ tests: claimed }: Score, { tests: found }: Score): readonly string[] {
  const tolerated = found.f_max ?? 0;
  return (['passed', 'failed', 'skipped'] as const)
    .filter((name) => Math.abs(claimed[name] - found[name]) > tolerated)
    .map((name) => `tests.${name} is ${found[name]}, and ${claimed[name]} was claimed`);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'string' ? value : canonicalJson(value ?? null);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
