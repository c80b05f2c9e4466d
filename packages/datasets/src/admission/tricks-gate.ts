import { DEFAULT_LIMITS, type Baseline } from '@refbench/contracts';
import { loadRuleset, repositoryContext, strictReferenceOf } from '@refbench/rule-engine';
import { tryTricks, type TrickResult } from '@refbench/rulesets';
import { treePasses } from '@refbench/grading';
import { type prepareEnvironment } from '@refbench/instances';
import { TrialTime } from '@refbench/suites';
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
  // Servers and clients that a trick breaks may wait for each other.
  const time = new TrialTime(DEFAULT_LIMITS.grade);
  for (const durationMs of Object.values(baseline.durations_ms ?? {}).flat()) time.add(durationMs);
  const passes = async ({ trick, treeish }: TrickResult): Promise<boolean> => {
    const options = { prepared, baseline, treeish, limits: time.limits(), run, signal };
    return await treePasses({ ...options, attempt: `trick-${trick}` });
  };
  return await judgeTricks(tricks, passes, onProgress);
}

/**
 * Refuses an instance for which a trick earns something and passes the suite.
 * @param passes - Runs the suite on the tree of a trick. It is not called if a trick with which no more breaks has failed.
 */
export async function judgeTricks<
  T extends Pick<TrickResult, 'trick' | 'breaksWith' | 'ifrStrict'>,
>(
  tricks: readonly T[],
  passes: (trick: T) => Promise<boolean>,
  onProgress: (message: string) => void,
): Promise<GateResult> {
  const problems: string[] = [];
  const failing: string[] = [];
  const earning = tricks.filter((one) => scoreOf(one) > MAX_TRICK_SCORE);
  for (const one of earning) {
    const { trick, breaksWith } = one;
    if (breaksWith.some((other) => failing.includes(other))) continue;
    const score = scoreOf(one).toFixed(2);
    onProgress(`the trick "${trick}" satisfies rules (${score}): running the suite`);
    if (await passes(one)) {
      problems.push(`the trick "${trick}" passes the suite and earns ${score}`);
    } else failing.push(trick);
  }
  const highest = Math.max(0, ...tricks.filter((one) => !earning.includes(one)).map(scoreOf));
  return gateOf(problems, [
    `${tricks.length} tricks earn at most ${highest.toFixed(2)}`,
    ...failing.map((trick) => `${trick} fails the suite`),
  ]);
}

function scoreOf({ ifrStrict }: Pick<TrickResult, 'ifrStrict'>): number {
  return ifrStrict.total ?? 0;
}
