import {
  ARRIVAL_LIMITS,
  refused,
  type ArrivalLimits,
  type DataFile,
  type DataFiles,
  type EntryKind,
} from './data-files.ts';

/**
 * A data set lies in `instances/` and `rules/`, at the top of a source or one folder below it. Whatever
 * else is there is left out.
 */
const PART =
  /^(?:[^/]+\/)?(?:(?:instances|rules)\/[^/]+__[^/]+\/.|instances\/[^/]+\.(?:yaml|md)$|package\.json$)/i;

/**
 * Collects the files of a data set from a source that nobody trusts. It refuses unsafe paths, links, and
 * what exceeds a limit, before the content of an entry is read.
 */
export class FileCollector {
  readonly #files = new Map<string, DataFile>();
  readonly #folded = new Set<string>();
  readonly #source: string;
  readonly #limits: ArrivalLimits;
  #bytes = 0;
  #entries = 0;
  #sourceBytes = 0;

  /** @param source where the data set comes from, for errors */
  constructor(source: string, limits: ArrivalLimits = ARRIVAL_LIMITS) {
    this.#source = source;
    this.#limits = limits;
  }

  get files(): DataFiles {
    return this.#files;
  }

  /**
   * Judges an entry before its content is read.
   * @param size in bytes, as the source says
   * @returns the path under which to add it; undefined if it is no file of a data set
   * @throws RefbenchError kind `invalid-file`
   */
  admit(name: string, kind: EntryKind, size: number): string | undefined {
    const { entries, fileBytes, totalBytes, sourceBytes } = this.#limits;
    const shown = JSON.stringify(name.slice(0, 200));
    const fail = (problem: string): never => {
      throw refused(this.#source, problem);
    };
    this.#entries += 1;
    this.#sourceBytes += size;
    if (this.#entries > entries) fail(`it has more than ${entries} entries`);
    if (this.#sourceBytes > sourceBytes) fail(`it is larger than ${sourceBytes} bytes`);
    const path = name.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
    if (leavesItsFolder(path)) fail(`the path ${shown} leaves its folder`);
    if (kind === 'directory' || !PART.test(path)) return undefined;
    if (kind !== 'file') fail(`${shown} is a ${kind}, and a data set has only files`);
    if (path.length > 400 || !/^[\w.@+/-]+$/.test(path)) {
      fail(`the path ${shown} is too long, or has characters that no path of a data set has`);
    }
    if (this.#folded.has(path.toLowerCase())) {
      fail(`${shown} occurs twice, or differs from another path only in case`);
    }
    this.#folded.add(path.toLowerCase());
    if (size > fileBytes) fail(`${shown} is larger than ${fileBytes} bytes`);
    this.#bytes += size;
    if (this.#bytes > totalBytes) fail(`its data set is larger than ${totalBytes} bytes`);
    return path;
  }

  add(path: string, file: DataFile): void {
    this.#files.set(path, file);
  }
}

function leavesItsFolder(path: string): boolean {
  return path.includes('\\') || path.includes('\0') || path.split('/').some(isNoName);
}

/** An absolute path begins with an empty name. */
function isNoName(part: string): boolean {
  return part === '' || part === '.' || part === '..';
}
