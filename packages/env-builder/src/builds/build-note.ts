/**
 * What is worth knowing of a setting that builds get, and its source. Values are omitted, because they may
 * contain passwords.
 */
export interface BuildNote {
  readonly level: 'ok' | 'warning';
  readonly text: string;
}
