import { addLine, type LineHits, type ReportedHits } from './line-hits.ts';

/**
 * Reads a tracefile of lcov: `SF:<file>`, then `DA:<line>,<count>` for each executable line.
 * Source: man page geninfo(1), section FILES.
 */
export function lcovHits(report: string): ReportedHits {
  const hits = new Map<string, LineHits>();
  let file: string | undefined;
  for (const record of report.split(/\r?\n/)) {
    if (record.startsWith('SF:')) file = record.slice(3);
    else if (record === 'end_of_record') file = undefined;
    const [, line, count] = /^DA:(\d+),(-?\d+)/.exec(record) ?? [];
    if (file === undefined || line === undefined || count === undefined) continue;
    addLine(hits, file, Number(line), Number(count) > 0);
  }
  return hits;
}
