/** Settings for the requests to one provider. */
export interface AnswerSettings {
  /** Maximum length of an answer in tokens. */
  readonly max_tokens: number;
  /** Null for the default of the provider. */
  readonly temperature: number | null;
}

export type Provider = 'anthropic' | 'openai';

/**
 * Settings of the study. It set the temperature for one provider only, so its comparison is not
 * controlled for temperature.
 */
export const STUDY_SETTINGS: Readonly<Record<Provider, AnswerSettings>> = {
  anthropic: { max_tokens: 1_500, temperature: null },
  openai: { max_tokens: 1_500, temperature: 0.3 },
};
