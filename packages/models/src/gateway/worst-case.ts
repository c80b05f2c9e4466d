import { dearestInput, outputNanoPerToken } from '../prices/cost.ts';
import type { ModelPrice } from '../prices/price-schema.ts';
import type { CallFacts } from '../protocol/protocol.ts';
import type { NanoUsd } from '../money.ts';

/** What providers add to a prompt themselves: the words around tools, a system preamble. */
const ADDED_TOKENS = 2_048;
/** A large picture may be a small file. */
const IMAGE_TOKENS = 12_000;

/** Pages are packed: no file size bounds them, only the largest contexts do. */
const DOCUMENT_TOKENS = 1_000_000;

/** The most that a call can cost, as a line: `input + perOutputToken * tokens of the answer`. */
export interface WorstCase {
  readonly input: NanoUsd;
  readonly perOutputToken: number;
  /** The longest answer that was asked for. */
  readonly outputTokens: number;
  /** A shorter one the provider would refuse, or would be of no use. */
  readonly leastOutputTokens: number;
}

/** An answer that is cut shorter than this is not worth its prompt. */
const USEFUL_OUTPUT_TOKENS = 1_024;

/**
 * No tokenizer makes more tokens than bytes, so the size of a request bounds its prompt; so does the
 * model's context.
 */
export function worstCase(price: ModelPrice, facts: CallFacts, bodyBytes: number): WorstCase {
  const context = price.context_tokens ?? Number.POSITIVE_INFINITY;
  const written = bodyBytes + ADDED_TOKENS + facts.images * IMAGE_TOKENS;
  const tokens = Math.min(context, facts.documents ? written + DOCUMENT_TOKENS : written);
  const outputTokens = facts.maxOutputTokens ?? price.max_output_tokens;
  return {
    input: dearestInput(price, tokens, facts.longCache),
    perOutputToken: outputNanoPerToken(price, tokens),
    outputTokens,
    leastOutputTokens: Math.min(
      outputTokens,
      Math.max(facts.minOutputTokens, USEFUL_OUTPUT_TOKENS),
    ),
  };
}

export function totalOf(worst: WorstCase, outputTokens: number): NanoUsd {
  return worst.input + Math.ceil(worst.perOutputToken * outputTokens);
}

/** The longest answer that so much money pays for behind this prompt. */
export function affordableOutput(worst: WorstCase, nano: NanoUsd): number {
  if (worst.perOutputToken === 0) return nano >= worst.input ? worst.outputTokens : -1;
  const tokens = Math.floor((nano - worst.input) / worst.perOutputToken);
  return totalOf(worst, tokens) > nano ? tokens - 1 : tokens;
}
