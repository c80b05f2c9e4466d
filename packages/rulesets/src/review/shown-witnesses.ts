import type { Witness } from '@refbench/contracts';
import type { ContextState, RuleContext } from '@refbench/rule-engine';

/** Lines before and after a match. */
const CONTEXT_LINES = 2;
/** A match may span a whole file. */
const MOST_LINES = 10;
/** Lines of generated files can be long. */
const MOST_CHARACTERS = 160;

/**
 * Returns matches of one tree with a few lines around each, as text: `path:line` and the lines, those
 * of the match with a mark. The text is that of the source, so it is not safe for a terminal.
 * @param limit the most matches; as many files as possible are shown
 */
export async function shownWitnesses(
  context: RuleContext,
  state: ContextState,
  witnesses: readonly Witness[],
  limit: number,
): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const { file, start, end } of spread(witnesses).slice(0, limit)) {
    const text = (await context.read(state, file))?.toString('utf8').split('\n') ?? [];
    const first = Math.max(1, start.line - CONTEXT_LINES);
    const lastMatched = Math.min(end.line, start.line + MOST_LINES - 1);
    const last = Math.min(text.length, lastMatched + CONTEXT_LINES);
    shown.push(`  ${state} ${file}:${start.line}`);
    for (let line = first; line <= last; line += 1) {
      const mark = line >= start.line && line <= lastMatched ? '>' : ' ';
      const own = (text[line - 1] ?? '').slice(0, MOST_CHARACTERS);
      shown.push(`  ${mark} ${String(line).padStart(5)} | ${own}`);
    }
  }
  const hidden = witnesses.length - limit;
  if (hidden > 0) shown.push(`  and ${hidden} more on ${state}`);
  return shown;
}

/** Orders matches so that the first match of every file precedes the second of any. */
export function spread(witnesses: readonly Witness[]): readonly Witness[] {
  const seen = new Map<string, number>();
  return witnesses
    .map((witness) => {
      const round = seen.get(witness.file) ?? 0;
      seen.set(witness.file, round + 1);
      return { witness, round };
    })
    .sort((left, right) => left.round - right.round)
    .map(({ witness }) => witness);
}
