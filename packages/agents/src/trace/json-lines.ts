import { parseJson } from '@refbench/files';
import { z } from 'zod';

/** A line of a client's output, before anybody knows its shape. */
export interface TraceEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

const eventSchema: z.ZodType<TraceEvent> = z.looseObject({ type: z.string() });

/**
 * The JSON objects with a `type` among the lines of a client's output, in order. Anything else is
 * skipped: a client prints warnings too, and the middle of a long log is missing.
 */
export function jsonEvents(stdout: Buffer): readonly TraceEvent[] {
  return stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      const parsed = parseJson(line, eventSchema);
      return parsed.kind === 'valid' ? [parsed.value] : [];
    });
}

/** The first text that any event has under this key: clients name their session in several events. */
export function firstText(events: readonly TraceEvent[], key: string): string {
  const found = events.map((event) => event[key]).find((value) => typeof value === 'string');
  return found ?? '';
}
