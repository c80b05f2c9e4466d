import { z } from 'zod';
import { inflections } from './inflections.ts';

const wordSchema = z.string().regex(/^[a-z0-9][a-z0-9 -]*$/, 'lower-case words only');

const keywordSchema = z.strictObject({
  word: wordSchema,
  also: z.array(wordSchema).default([]),
  /** No inflections of `word`; `also` is always taken as it stands. */
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

export interface Keyword {
  readonly word: string;
  /** An expression that JavaScript and RE2 (BigQuery) read alike: no look-around. */
  readonly source: string;
  readonly expression: RegExp;
}

export interface Keywords {
  readonly positive: { readonly strong: readonly Keyword[]; readonly weak: readonly Keyword[] };
  readonly negative: { readonly strong: readonly Keyword[]; readonly weak: readonly Keyword[] };
}

/** Different keywords that a text holds, by list. */
export interface KeywordCounts {
  readonly positive: { readonly strong: number; readonly weak: number };
  readonly negative: { readonly strong: number; readonly weak: number };
  /** The first strong negative, for whoever asks why. */
  readonly veto: string | undefined;
}

export function compileKeywords(file: KeywordFile): Keywords {
  const side = (name: 'positive' | 'negative'): Keywords['positive'] => ({
    strong: file[name].strong.map(wordExpression),
    weak: file[name].weak.map(wordExpression),
  });
  return { positive: side('positive'), negative: side('negative') };
}

/** A whole word: "prefix", "fixture" and "splinter" hold neither "fix" nor "lint". */
export function wordExpression({ word, also, exact }: z.infer<typeof keywordSchema>): Keyword {
  const forms = [...new Set([...(exact ? [word] : inflections(word)), ...also])];
  // Between the words of a phrase, a hyphen, or nothing at all for "cleanup", is as good as a blank.
  const choices = forms.map((form) => form.replaceAll(/[ -]/g, '[\\s-]+'));
  const source = `(?:^|[^\\p{L}\\p{N}_])(?:${choices.join('|')})(?:$|[^\\p{L}\\p{N}_])`;
  return { word, source, expression: new RegExp(source, 'iu') };
}

export function countKeywords(text: string, keywords: Keywords): KeywordCounts {
  const held = (list: readonly Keyword[]): readonly Keyword[] =>
    list.filter(({ expression }) => expression.test(text));
  const vetoes = held(keywords.negative.strong);
  return {
    positive: {
      strong: held(keywords.positive.strong).length,
      weak: held(keywords.positive.weak).length,
    },
    negative: { strong: vetoes.length, weak: held(keywords.negative.weak).length },
    veto: vetoes[0]?.word,
  };
}
