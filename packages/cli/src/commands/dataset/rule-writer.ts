import { dirname, join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import type { RuleWriter } from '@refbench/datasets';
import { GENERATE_LIMITS } from '@refbench/rule-mining';
import type { BuildCommandOptions } from '../../options/build-options.ts';
import { openEntry } from '../../options/rule-target.ts';
import type { RunSignals } from '../../terminal/two-stage-signals.ts';
import { workspaceOf, type WorkspaceOptions } from '../../options/workspace-options.ts';
import { agentWriter } from '../rules/generate-by-agent.ts';
import { generateByModel } from '../rules/generate.ts';

interface RuleWriterOptions extends WorkspaceOptions, BuildCommandOptions {
  readonly ruleModel?: string;
  readonly ruleAgent?: string;
  /** Of one ruleset, in dollars. */
  readonly budget: number;
  readonly priceOverrides?: string;
}

/**
 * Lets a model write the rules, with the built-in tools or as a coding agent. A killed command
 * continues the transcript.
 * @throws RefbenchError kind `usage` if neither a model nor an agent is named
 */
export async function ruleWriterOf(
  options: RuleWriterOptions,
  signals: RunSignals,
): Promise<RuleWriter> {
  const { ruleModel: model, ruleAgent: agent, budget, ...common } = options;
  if (model === undefined && agent === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: '--rules agent needs a model',
      hint: 'use --rule-model, or --rule-agent with a published client or an agent directory',
    });
  }
  const named = {
    ...common,
    ...(model === undefined ? {} : { model }),
    ...(agent === undefined ? {} : { agent }),
  };
  const byAgent = await agentWriter(named, false);
  const { turns, wallClockMs } = GENERATE_LIMITS;
  return async ({ entry, onProgress: say }, rulesDir) => {
    const staged = { ...named, instancesDir: dirname(entry.dir), rulesDir: dirname(rulesDir) };
    await using target = await openEntry(entry, staged);
    const { stateDir } = workspaceOf(options);
    const folder = join(stateDir, 'rule-agents', entry.instance.id);
    const work = {
      entry,
      target,
      rulesDir,
      folder,
      stateDir,
      wallClockMs,
      signals,
      say,
      budgetUsd: budget,
      build: options,
    };
    const generation =
      byAgent === undefined
        ? await generateByModel(work, { ...named, budget, turns })
        : await byAgent(work);
    say(`${generation.registered.length} rules, $${generation.usd.toFixed(2)}`);
  };
}
