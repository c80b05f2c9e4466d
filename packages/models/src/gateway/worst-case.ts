import { maxInputCost, outputNanoPerToken } from '../prices/cost.ts';
import type { ModelPrice } from '../prices/price-schema.ts';
import type { CallFacts } from '../protocol/protocol.ts';
import type { NanoUsd } from '../money.ts';

/** Tokens that providers add to a prompt, such as tool descriptions and a system preamble. */
const ADDED_TOKENS = 2_048;
/** An upper bound per image, because a large image can be a small file. */
const IMAGE_TOKENS = 12_000;

/** An upper bound for documents, whose tokens are only limited by the context size. */
const DOCUMENT_TOKENS = 1_000_000;

/** The worst-case cost of a call as a linear function: `input + perOutputToken * output tokens`. */
export interface WorstCase {
  readonly input: NanoUsd;
  readonly perOutputToken: number;
  /** The requested limit of output tokens. */
  readonly outputTokens: number;
  /** With a lower limit, the provider would refuse the call or the answer would be useless. */
  readonly leastOutputTokens: number;
}

/** Shorter answers are not worth the cost of the prompt. */
const USEFUL_OUTPUT_TOKENS = 1_024;

/**
 * Computes the worst case. A tokenizer never produces more tokens than bytes, so the prompt is
 * bounded by the size of the request and by the context of the model.
 */
export function worstCase(price: ModelPrice, facts: CallFacts, bodyBytes: number): WorstCase {
  const context = price.context_tokens ?? Number.POSITIVE_INFINITY;
  const written = bodyBytes + ADDED_TOKENS + facts.images * IMAGE_TOKENS;
  const tokens = Math.min(context, facts.documents ? written + DOCUMENT_TOKENS : written);
  const outputTokens = facts.maxOutputTokens ?? price.max_output_tokens;
  return {
    input: maxInputCost(price, tokens, facts.longCache),
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

/** Returns the output tokens that an amount pays for after the prompt. */
export function affordableOutput(worst: WorstCase, nano: NanoUsd): number {
  if (worst.perOutputToken === 0) return nano >= worst.input ? worst.outputTokens : -1;
  const tokens = Math.floor((nano - worst.input) / worst.perOutputToken);
  return totalOf(worst, tokens) > nano ? tokens - 1 : tokens;
}
