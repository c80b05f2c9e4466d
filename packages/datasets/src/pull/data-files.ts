import { RefbenchError } from '@refbench/contracts';

/** A file that arrives. Links and devices never become one. */
export interface DataFile {
  readonly bytes: Buffer;
  readonly executable: boolean;
}

/** Files by their path, with forward slashes. */
export type DataFiles = ReadonlyMap<string, DataFile>;

export interface ArrivalLimits {
  /** Bytes of all files of the data set together. */
  readonly totalBytes: number;
  readonly fileBytes: number;
  /** Entries of the source, also those that are no part of the data set. */
  readonly entries: number;
  /** Bytes of all entries of the source. */
  readonly sourceBytes: number;
}

export const ARRIVAL_LIMITS: ArrivalLimits = {
  totalBytes: 256 * 2 ** 20,
  fileBytes: 16 * 2 ** 20,
  entries: 50_000,
  sourceBytes: 2 * 2 ** 30,
};

/** What an entry of a source is. */
export type EntryKind = 'file' | 'directory' | 'symlink' | 'hardlink' | 'special';

/** @param source where the data set comes from, as the user named it */
export function refused(source: string, problem: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${source}: ${problem}`,
    hint: 'nothing was installed; get the data set from its publisher again, or tell the publisher',
  });
}
