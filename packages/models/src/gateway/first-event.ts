import { parseJson } from '@refbench/base';
import { z } from 'zod';
import type { Meter } from '../protocol/protocol.ts';

const errorSchema = z.union([
  z.looseObject({ type: z.literal('error') }),
  z.looseObject({ error: z.looseObject({}) }),
]);

/** A defect of a response. `billed`: the provider may have charged for it. */
export interface Flaw {
  readonly detail: string;
  readonly billed: boolean;
}

/** Whether an event reports an error of the provider instead of a part of the answer. */
export function isErrorEvent(event: string): boolean {
  // Most events of a stream are text, which need not be parsed again. Within it, quotes are escaped.
  return event.includes('"error"') && parseJson(event, errorSchema).kind === 'valid';
}

/** Checks the first event of a stream and passes it to the meter. Returns its defect, if any. */
export function flawOf(event: string, meter: Meter): Flaw | undefined {
  // An error before the first token is treated like an error status.
  if (isErrorEvent(event)) {
    return { detail: 'an error instead of a stream', billed: false };
  }
  return meter.read(event) ? undefined : { detail: 'an unreadable stream', billed: true };
}
