import { allSound, ruleOutcomes } from '@refbench/rulesets';
import {
  loadRuleset,
  openEngines,
  repositoryContext,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { partialPatches, readChange, rulesetCoverage } from '@refbench/rule-mining';
import { openInstanceRepository } from '@refbench/instances';
import { join } from 'node:path';
import { percentBelow, wholePercent } from '@refbench/base';
import { gateOf, type GateContext, type GateResult } from './gate.ts';

/** Fewer rules make IFR a matter of single lines. */
const MIN_RULES = 5;
/** Share of golden's changed lines that the rules must describe. */
const MIN_COVERAGE = 0.2;

/**
 * Checks that every rule keeps the contract on base and golden, and that the ruleset describes
 * enough of the refactoring.
 */
export async function checkRules(context: GateContext): Promise<GateResult> {
  const { workspace, entry, signal } = context;
  await using repository = await openInstanceRepository({ workspace, entry, signal });
  const trees = await repositoryContext(repository, entry.instance);
  const ruleset = await loadRuleset(entry.rulesDir);
  const rules = [...ruleset.additive, ...ruleset.reductive];
  const scan = scanOptionsOf(context);
  const scans = await trees.scan(rules, scan);
  const broken = ruleOutcomes(rules, scans).filter((outcome) => !allSound([outcome]));
  const change = await readChange(trees, signal);
  const { covered, total } = rulesetCoverage(ruleset, change, scans).total;
  const share = total === 0 ? 0 : covered / total;
  const problems = [
    ...broken.map(({ rule, side }) => `${side} rule ${rule} does not hold on base and golden`),
    ...(ruleset.additive.length === 0 ? ['there is no additive rule'] : []),
    ...(ruleset.reductive.length === 0 ? ['there is no reductive rule'] : []),
    ...(rules.length < MIN_RULES ? [`${rules.length} rules; ${MIN_RULES} are needed`] : []),
    ...(share < MIN_COVERAGE
      ? [
          `the rules cover ${percentBelow(share)} of golden's lines; ${wholePercent(MIN_COVERAGE)} are needed`,
        ]
      : []),
  ];
  const partial = await partialPatches(trees, ruleset, change, entry.instance.id, scan);
  return gateOf(problems, [
    `${ruleset.additive.length} additive, ${ruleset.reductive.length} reductive`,
    `they cover ${wholePercent(share)} of golden's changed lines`,
    `with ${listOf(partial.map((one) => wholePercent(one.share)))} of golden's files, IFR is ${listOf(partial.map(({ ifr }) => ifr.total?.toFixed(2) ?? 'undefined'))}`,
  ]);
}

function listOf(items: readonly string[]): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].join(' and ');
}

/** Engines, and the folder of cached matches. */
export function scanOptionsOf({
  workspace,
  signal,
}: Pick<GateContext, 'workspace' | 'signal'>): TreeScanOptions {
  return {
    signal,
    engines: openEngines({ stateDir: workspace.stateDir, program: workspace.opengrep }),
    cacheDir: join(workspace.stateDir, 'matches'),
  };
}
