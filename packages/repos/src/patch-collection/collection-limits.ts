/** What an attempt may change. Content that is as in base does not count. */
export interface CollectionLimits {
  /** New or changed files. */
  readonly files: number;
  /** Bytes of one new or changed file. */
  readonly fileBytes: number;
  /** Bytes of all new or changed files. */
  readonly totalBytes: number;
  /** Bytes of the patch. */
  readonly patchBytes: number;
  /** Entries that are looked at; of an archive, ignored ones too. */
  readonly entries: number;
  /** Milliseconds for all of it. */
  readonly ms: number;
}

const mebibyte = 2 ** 20;

export const COLLECTION_LIMITS: CollectionLimits = {
  files: 20_000,
  fileBytes: 50 * mebibyte,
  totalBytes: 200 * mebibyte,
  patchBytes: 100 * mebibyte,
  entries: 2_000_000,
  ms: 600_000,
};
