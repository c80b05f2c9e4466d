export interface Keyword {
  readonly word: string;
  /** All forms of this keyword, each as a list of lower-case words. */
  readonly forms: readonly (readonly string[])[];
}
