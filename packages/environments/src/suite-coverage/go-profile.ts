import { addLine, type LineHits, type ReportedHits } from './line-hits.ts';

const BLOCK = /^(.+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$/;
/** No block of a Go program is longer; a forged one must not fill the memory. */
const MAX_LINES = 100_000;

/**
 * Reads profiles of `go test -coverprofile`, also several in one file: one block of statements
 * per line, `<import path of the file>:<line>.<column>,<line>.<column> <statements> <count>`.
 */
export function goHits(report: string): ReportedHits {
  const hits = new Map<string, LineHits>();
  for (const record of report.split('\n')) {
    const [, file, first, last, count] = BLOCK.exec(record) ?? [];
    if (file === undefined) continue;
    const end = Math.min(Number(last), Number(first) + MAX_LINES);
    for (let line = Number(first); line <= end; line += 1) {
      addLine(hits, file, line, Number(count) > 0);
    }
  }
  return hits;
}
