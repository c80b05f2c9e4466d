import type { RulesetSide } from '@refbench/contracts';
import { formatYaml } from '@refbench/base';
import type { RepositoryContext } from '@refbench/rule-engine';
import { suggestRules, type SuggestOptions } from '../suggest/suggest-rules.ts';

/** Rules that a writer may start from, as text for its prompt. */
export type RuleCandidates = Readonly<Record<RulesetSide, string>>;

/** More would fill the prompt with rules that say little. */
const MOST_OF_A_SIDE = 50;

/** Mines rules as a start for a writer. They tell it of golden what its patterns contain. */
export async function minedCandidates(
  context: RepositoryContext,
  options: Pick<SuggestOptions, 'task' | 'scan' | 'onProgress'>,
): Promise<RuleCandidates> {
  const { rules } = await suggestRules(context, { ...options, limit: MOST_OF_A_SIDE });
  const textOf = (side: RulesetSide): string =>
    rules
      .filter((rule) => rule.side === side)
      .map(({ document }) => formatYaml(document).trimEnd())
      .join('\n---\n') || '# There are none.';
  return { additive: textOf('additive'), reductive: textOf('reductive') };
}
