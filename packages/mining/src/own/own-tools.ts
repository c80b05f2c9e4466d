import { readLanguages, type Languages } from '@refbench/code-facts';
import { readDefinition } from '../event-filter/definition.ts';
import type { Keywords } from '../event-filter/keywords.ts';
import { readOwnRules, type OwnRules } from './own-rules.ts';

/** The data files that the search needs. */
export interface OwnTools {
  readonly rules: OwnRules;
  readonly keywords: Keywords;
  readonly languages: Languages;
}

export async function readOwnTools(): Promise<OwnTools> {
  const [rules, { keywords }, languages] = await Promise.all([
    readOwnRules(),
    readDefinition(),
    readLanguages(),
  ]);
  return { rules, keywords, languages };
}
