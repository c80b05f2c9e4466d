import { MAX_OVERLAP, type CandidateVerdict } from '@refbench/rulesets';

/**
 * Describes a verdict for the model. It contains counts of both trees, but no text and no path of
 * golden, which the model must not see.
 */
export function feedbackOf(verdict: CandidateVerdict): string {
  const { id, place, status, reason, counts, leak, nearest } = verdict;
  const count = (number: number | null): string => (number === null ? '-' : String(number));
  const head = `${status}${reason === null ? '' : ` (${reason})`}  ${id ?? nameOf(place)}  base ${count(counts.base)} golden ${count(counts.golden)}: ${messageOf(verdict)}`;
  const lines = [head];
  if (leak?.state === 'base') {
    lines.push(`  for example on base, ${leak.file}:${leak.start.line}:`);
    lines.push(...leak.text.split('\n').map((line) => `  | ${line}`));
  } else if (leak !== undefined) {
    lines.push('  the wrong matches are on golden, which is not shown');
  }
  if (nearest !== undefined) {
    const share = nearest.jaccard.toFixed(3);
    lines.push(`  nearest: "${nearest.rule}" (Jaccard ${share}; at most ${MAX_OVERLAP})`);
  }
  return lines.join('\n');
}

/** The reason why golden could not be scanned may quote its files. */
function messageOf({ reason, counts, message }: CandidateVerdict): string {
  const onGolden = reason === 'not-counted' && counts.base !== null;
  return onGolden
    ? 'its matches on golden could not be counted; make the rule simpler and faster'
    : message;
}

/** Removes the path of the file that the candidates were written to. */
function nameOf(place: string): string {
  return /(?:document|rule) \d+.*$/.exec(place)?.[0] ?? 'the YAML text';
}
