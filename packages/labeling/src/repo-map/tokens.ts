/** Fewer bytes per token than common tokenizers have for code, so that estimates are rarely too low. */
const BYTES_PER_TOKEN = 3;

/**
 * Estimates tokens for any model, because prompt budgets need an estimate before the first call. Costs use
 * the token counts that providers report instead.
 */
export function estimateTokens(text: string | Buffer): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
