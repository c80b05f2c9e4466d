import { z } from 'zod';
import { inflections } from './inflections.ts';
import { TextWords } from './text-words.ts';
import type { Keyword } from './keyword.ts';

const wordSchema = z.string().regex(/^[a-z0-9][a-z0-9 -]*$/, 'lower-case words only');

const keywordSchema = z.strictObject({
  word: wordSchema,
  also: z.array(wordSchema).default([]),
  /** Do not add inflections of `word`. Forms in `also` are never inflected. */
  exact: z.boolean().default(false),
});

const sideSchema = z.strictObject({
  strong: z.array(keywordSchema).min(1),
  weak: z.array(keywordSchema).min(1),
});

export const keywordFileSchema = z.strictObject({
  schema: z.literal(1),
  positive: sideSchema,
  negative: sideSchema,
});

type KeywordFile = z.infer<typeof keywordFileSchema>;

export interface Keywords {
  readonly positive: { readonly strong: readonly Keyword[]; readonly weak: readonly Keyword[] };
  readonly negative: { readonly strong: readonly Keyword[]; readonly weak: readonly Keyword[] };
}

/** Numbers of different keywords in a text. */
export interface KeywordCounts {
  readonly positive: { readonly strong: number; readonly weak: number };
  readonly negative: { readonly strong: number; readonly weak: number };
  /** The first strong negative keyword in the text. */
  readonly veto: string | undefined;
}

export function compileKeywords(file: KeywordFile): Keywords {
  const side = (name: 'positive' | 'negative'): Keywords['positive'] => ({
    strong: file[name].strong.map(compileKeyword),
    weak: file[name].weak.map(compileKeyword),
  });
  return { positive: side('positive'), negative: side('negative') };
}

export function compileKeyword({ word, also, exact }: z.infer<typeof keywordSchema>): Keyword {
  const forms = new Set([...(exact ? [word] : inflections(word)), ...also]);
  return { word, forms: [...forms].map((form) => form.split(/[ -]/)) };
}

/**
 * Returns a regular expression for the same test in RE2 (BigQuery), without look-around. RefBench
 * itself does not use it, because compiling ninety expressions takes longer than reading the
 * messages of an hour.
 */
export function expressionOf({ forms }: Keyword): string {
  const choices = forms.map((words) => words.join('[\\s-]+'));
  return `(?:^|[^\\p{L}\\p{N}_])(?:${choices.join('|')})(?:$|[^\\p{L}\\p{N}_])`;
}

export function countKeywords(text: string, keywords: Keywords): KeywordCounts {
  const words = new TextWords(text);
  const foundIn = (list: readonly Keyword[]): readonly Keyword[] =>
    list.filter((keyword) => words.contain(keyword));
  const vetoes = foundIn(keywords.negative.strong);
  return {
    positive: {
      strong: foundIn(keywords.positive.strong).length,
      weak: foundIn(keywords.positive.weak).length,
    },
    negative: { strong: vetoes.length, weak: foundIn(keywords.negative.weak).length },
    veto: vetoes[0]?.word,
  };
}
