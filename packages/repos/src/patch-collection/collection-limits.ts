/** The limits of one collection. Unchanged files only count as entries. */
export interface CollectionLimits {
  /** The number of new or changed files. */
  readonly files: number;
  /** The size of one new or changed file in bytes. */
  readonly fileBytes: number;
  /** The total size of all new or changed files in bytes. */
  readonly totalBytes: number;
  /** The size of the patch in bytes. */
  readonly patchBytes: number;
  /** The number of entries. In an archive, ignored entries count too. */
  readonly entries: number;
  /** The time limit for reading the files, in milliseconds. */
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
