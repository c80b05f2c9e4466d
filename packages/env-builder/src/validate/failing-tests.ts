import { parseJson } from '@refbench/base';
import { z } from 'zod';
import type { ObservedRun } from './admission.ts';
import { MAX_CAUSE_LENGTH, tellsCause } from './log-causes.ts';

const eventSchema = z.object({ Test: z.string().optional(), Output: z.string() });

const MAX_LISTED = 10;
/** Lines after the name of a test in which its cause is searched. */
const LINES_TO_SEARCH = 30;

/**
 * Lists failing tests by name, with the first line of the log that tells the cause. Of each state the
 * last run counts. The lists are cut off after ten tests.
 */
export function failingTests(runs: readonly ObservedRun[]): readonly string[] {
  return (['base', 'golden'] as const).flatMap((state) => {
    const run = runs.findLast((one) => one.state === state);
    if (run === undefined || run.failing.length === 0) return [];
    const lines = run.log.split('\n').map(plainText);
    const listed = run.failing.slice(0, MAX_LISTED).map((id) => `  ${id}${causeOf(id, lines)}`);
    const more = run.failing.length - listed.length;
    return [
      `${run.failing.length} tests fail on ${state}:`,
      ...listed,
      ...(more > 0 ? [`  and ${more} more`] : []),
    ];
  });
}

/** The text of an event of `go test -json`; other lines as they are. */
function plainText(line: string): string {
  const event = line.startsWith('{"') ? parseJson(line, eventSchema) : undefined;
  if (event?.kind !== 'valid') return line;
  return `${event.value.Test ?? ''} ${event.value.Output}`.trim();
}

/** Finds the first place in the log that names the test, and the first sign of a cause from there. */
function causeOf(id: string, lines: readonly string[]): string {
  const name = (id.split(/ > |::/).at(-1) ?? id).split(/[./]/).at(-1) ?? id;
  if (name.length < 3) return '';
  const at = lines.findIndex((line) => line.includes(name));
  if (at < 0) return '';
  const cause = lines
    .slice(at, at + LINES_TO_SEARCH)
    .map((line) => line.replaceAll(name, '').trim())
    .find(tellsCause);
  return cause === undefined ? '' : `: ${cause.slice(0, MAX_CAUSE_LENGTH)}`;
}
