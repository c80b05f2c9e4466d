import type { Integrity, ProvisionalBaseline, Score } from '@refbench/contracts';
import { provisionalText } from '../sources/provisional-text.ts';

/**
 * The integrity of a score in one cell of a table: `ranked`, `2 suspect`, `1 void`, or what keeps it off
 * boards: too few checks, or a baseline that is not the complete one of the host.
 */
export function integrityCell(
  { controls, findings, ranked }: Integrity,
  provisional?: ProvisionalBaseline,
): string {
  if (ranked) return 'ranked';
  for (const severity of ['void', 'suspect'] as const) {
    const count = findings.filter((finding) => finding.severity === severity).length;
    if (count > 0) return `${count} ${severity}`;
  }
  if (provisional !== undefined) return `first look (${provisional.source})`;
  return controls === 'full' ? '-' : `controls ${controls}`;
}

/** A line for each finding of a score, notes included. */
export function integrityNotes({
  integrity,
  provisional,
}: Pick<Score, 'integrity' | 'provisional'>): readonly string[] {
  const first = provisional === undefined ? [] : [provisionalText(provisional)];
  const found = integrity.findings.map(({ kind, severity, detail, files }) => {
    const where = files.length === 0 ? '' : ` (${files.slice(0, 3).join(', ')})`;
    return `${kind} (${severity}): ${detail}${where}`;
  });
  return [...first, ...found];
}
