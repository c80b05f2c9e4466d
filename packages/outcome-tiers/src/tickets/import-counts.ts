/** Something that a user should know of tickets that were imported in spite of it. */
interface Remark {
  count: number;
  /** The first ticket that it is about. */
  readonly example: string;
}

/** What became of the entries of imported files. */
export class ImportCounts {
  tickets = 0;
  /** Number of entries that are not tickets, by reason. */
  readonly skipped = new Map<string, number>();
  readonly remarks = new Map<string, Remark>();

  skip(reason: string): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
  }

  remark(kind: string, example: string): void {
    const known = this.remarks.get(kind);
    if (known === undefined) this.remarks.set(kind, { count: 1, example });
    else known.count += 1;
  }

  /** Keeps a time that was read, and remarks on one that could not be read. */
  time(read: string | undefined, given: string | number | null, field: string, key: string) {
    if (read !== undefined) return read;
    if (given !== null && String(given).trim() !== '') {
      this.remark(unreadableTime(field), `${JSON.stringify(given)} in ${key}`);
    }
    return null;
  }
}

/** The kind of remark on a ticket that keeps no time in a field. */
export function unreadableTime(field: string): string {
  return `with a ${field} time that does not exist or cannot be read`;
}
