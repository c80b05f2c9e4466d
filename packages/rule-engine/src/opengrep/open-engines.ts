import { digestOf } from '@refbench/base';
import { astGrepEngine } from '../ast-grep/ast-grep-engine.ts';
import type { RuleEngines } from '../matches/rule-engine.ts';
import type { Ruleset } from '../rule/rule.ts';
import { rulesByDialect } from '../rule/rules-by-dialect.ts';
import { OpengrepEngine } from './opengrep-engine.ts';
import { opengrepSource, type SourceOptions } from './program/program-source.ts';

/** The engines of this host. */
export interface HostEngines extends RuleEngines {
  readonly opengrep: OpengrepEngine;
}

/** Creates the engines. OpenGrep is not started or downloaded before it is needed. */
export function openEngines(options: SourceOptions): HostEngines {
  return { astGrep: astGrepEngine, opengrep: new OpengrepEngine(opengrepSource(options)) };
}

/**
 * Prepares a ruleset for scoring. If it contains OpenGrep rules, the program is installed, and its
 * version and digest become part of the ruleset's digest.
 * @throws RefbenchError kind `engine` if the program is not available
 */
export async function prepareRuleset(
  ruleset: Ruleset,
  engines: HostEngines,
  signal?: AbortSignal,
): Promise<Ruleset> {
  const { opengrep } = rulesByDialect([...ruleset.additive, ...ruleset.reductive]);
  if (opengrep.length === 0) return ruleset;
  await engines.opengrep.prepare(signal);
  const identity = await engines.opengrep.identity();
  return { ...ruleset, digest: digestOf({ ruleset: ruleset.digest, opengrep: identity }) };
}
