/** One figure or statement of the study, and the corresponding result from its files. */
export interface StudyCheck {
  readonly kind: 'figure' | 'statement';
  /** Section of the study. */
  readonly section: string;
  readonly claim: string;
  readonly published: string;
  readonly found: string;
  readonly holds: boolean;
}
