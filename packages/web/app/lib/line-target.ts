/** A line of a diff that the address names. */
export interface LineTarget {
  readonly file: string;
  readonly line: number;
  readonly side: 'old' | 'new';
}
