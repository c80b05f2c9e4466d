/** Below what the common tokenizers make of source code, so that an estimate is seldom too small. */
const BYTES_PER_TOKEN = 3;

/**
 * An estimate that holds for any model: budgets of prompts need one before any model is asked. Costs are
 * never counted with it, but with what providers report.
 */
export function estimateTokens(text: string | Buffer): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
