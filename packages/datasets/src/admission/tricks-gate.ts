import { DEFAULT_LIMITS, type Baseline } from '@refbench/contracts';
import { loadRuleset, repositoryContext, strictReferenceOf } from '@refbench/rule-engine';
import { tryTricks, type TrickResult } from '@refbench/rulesets';
import { treePasses } from '@refbench/grading';
import { type prepareEnvironment } from '@refbench/instances';
import { gateOf, type GateResult, type SuiteContext } from './gate.ts';
import { scanOptionsOf } from './rules-gate.ts';

/** Strict IFR up to which a trick counts as earning nothing. */
const MAX_TRICK_SCORE = 0.1;

/**
 * Checks that patches which do not refactor earn nothing: the strict alignment of each trick, which
 * is its strict IFR if the suite passes. The suite runs only for tricks whose rules say more.
 */
export async function checkTricks(
  context: SuiteContext,
  prepared: Awaited<ReturnType<typeof prepareEnvironment>>,
  baseline: Baseline,
): Promise<GateResult> {
  const { entry, run, signal, onProgress } = context;
  const trees = await repositoryContext(prepared.repository, entry.instance);
  const ruleset = await loadRuleset(entry.rulesDir);
  const scan = scanOptionsOf(context);
  const scans = await trees.scan([...ruleset.additive, ...ruleset.reductive], scan);
  const tricks = await tryTricks(trees, await strictReferenceOf(trees, ruleset, scans, scan), scan);
  const problems: string[] = [];
  const failing: string[] = [];
  for (const { trick, treeish, ...result } of tricks) {
    const score = scoreOf(result);
    if (score <= MAX_TRICK_SCORE) continue;
    onProgress(`the trick "${trick}" satisfies rules (${score.toFixed(2)}): running the suite`);
    const options = { prepared, baseline, treeish, limits: DEFAULT_LIMITS.grade, run, signal };
    if (await treePasses({ ...options, attempt: `trick-${trick}` })) {
      problems.push(`the trick "${trick}" passes the suite and earns ${score.toFixed(2)}`);
    } else failing.push(`${trick} fails the suite`);
  }
  const highest = Math.max(
    0,
    ...tricks.filter((trick) => scoreOf(trick) <= MAX_TRICK_SCORE).map(scoreOf),
  );
  return gateOf(problems, [
    `${tricks.length} tricks earn at most ${highest.toFixed(2)}`,
    ...failing,
  ]);
}

function scoreOf({ ifrStrict }: Pick<TrickResult, 'ifrStrict'>): number {
  return ifrStrict.total ?? 0;
}
