/** How one provider is asked. */
export interface AnswerSettings {
  /** The longest answer, in tokens. */
  readonly max_tokens: number;
  /** Null leaves the provider's default. */
  readonly temperature: number | null;
}

export type Provider = 'anthropic' | 'openai';

/** The study's: it set the temperature for one provider alone, so its comparison is not an even one. */
export const STUDY_SETTINGS: Readonly<Record<Provider, AnswerSettings>> = {
  anthropic: { max_tokens: 1_500, temperature: null },
  openai: { max_tokens: 1_500, temperature: 0.3 },
};
