export interface Keyword {
  readonly word: string;
  /** All that counts as this keyword: each form as its words, in lower case. */
  readonly forms: readonly (readonly string[])[];
}
