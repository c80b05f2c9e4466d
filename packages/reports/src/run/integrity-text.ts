import type { Integrity, Score } from '@refbench/contracts';

/**
 * The integrity of a score in one cell of a table: `ranked`, `2 suspect`, `1 void`, or how few checks
 * keep it off boards.
 */
export function integrityCell({ controls, findings, ranked }: Integrity): string {
  if (ranked) return 'ranked';
  for (const severity of ['void', 'suspect'] as const) {
    const count = findings.filter((finding) => finding.severity === severity).length;
    if (count > 0) return `${count} ${severity}`;
  }
  return controls === 'full' ? '-' : `controls ${controls}`;
}

/** A line for each finding of a score, notes included. */
export function integrityNotes({ integrity }: Pick<Score, 'integrity'>): readonly string[] {
  return integrity.findings.map(({ kind, severity, detail, files }) => {
    const where = files.length === 0 ? '' : ` (${files.slice(0, 3).join(', ')})`;
    return `${kind} (${severity}): ${detail}${where}`;
  });
}
