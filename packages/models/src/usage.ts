/** Tokens of one call. The kinds do not overlap: `inputTokens` are those that no cache served. */
export interface Usage {
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  /** Written for five minutes. */
  readonly cacheWriteTokens: number;
  /** Written for an hour. */
  readonly cacheWriteLongTokens: number;
  /** With the reasoning. */
  readonly outputTokens: number;
}

export const NO_USAGE: Usage = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteLongTokens: 0,
  outputTokens: 0,
};

/** All that the model read. */
export function promptTokens(usage: Usage): number {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, cacheWriteLongTokens } = usage;
  return inputTokens + cacheReadTokens + cacheWriteTokens + cacheWriteLongTokens;
}
