import type { Labels } from '@refbench/contracts';
import { filterVerdict, severitiesOf } from '@refbench/labeling';
import { terminalText, textTable } from './terminal-text.ts';

const EFFORTS = ['< 15 min', '15 min to 1 h', '1 to 4 h', '> 4 h'] as const;

/** Formats labels as a table with one row per task: labels, filter result and controversial criteria. */
export function labelTable(all: readonly Labels[]): string {
  const rows = all.map((labels) => {
    const { keep } = filterVerdict(severitiesOf(labels));
    const { issue, tests, effort } = labels;
    const doubts = [
      ...(issue.controversial ? ['issue'] : []),
      ...(tests.controversial ? ['tests'] : []),
    ];
    return [
      terminalText(labels.instance),
      figure(issue.label),
      figure(tests.label),
      effort.label === null ? '-' : (EFFORTS[effort.label] ?? '-'),
      keep === null ? 'unknown' : keep ? 'keep' : 'drop',
      doubts.length === 0 ? '' : `controversial: ${doubts.join(', ')}`,
    ];
  });
  return textTable([['instance', 'issue', 'tests', 'effort', 'filter', ''], ...rows]);
}

function figure(label: number | null): string {
  return label === null ? '-' : String(label);
}
