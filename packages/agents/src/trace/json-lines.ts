import { parseJson } from '@refbench/base';
import { z } from 'zod';

/** A line of client output whose type is not yet known. */
export interface TraceEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

const eventSchema: z.ZodType<TraceEvent> = z.looseObject({ type: z.string() });

/**
 * Returns the JSON objects with a `type` in the output of a client, in order. Other lines are
 * skipped, because clients print warnings and the middle of a long log is missing.
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

/** Returns the first text for a key in any event. Clients repeat their session id in several events. */
export function firstText(events: readonly TraceEvent[], key: string): string {
  const found = events.map((event) => event[key]).find((value) => typeof value === 'string');
  return found ?? '';
}
