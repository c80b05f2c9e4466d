/** One figure or statement of the study beside what its result files give. */
export interface StudyCheck {
  readonly kind: 'figure' | 'statement';
  /** Of the study. */
  readonly section: string;
  readonly claim: string;
  readonly published: string;
  readonly found: string;
  readonly holds: boolean;
}
