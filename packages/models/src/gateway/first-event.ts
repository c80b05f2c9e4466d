import { parseJson } from '@refbench/files';
import { z } from 'zod';
import type { Meter } from '../protocol/protocol.ts';

const errorSchema = z.union([
  z.looseObject({ type: z.literal('error') }),
  z.looseObject({ error: z.looseObject({}) }),
]);

/** `billed`: the provider may have worked for it. */
export interface Flaw {
  readonly detail: string;
  readonly billed: boolean;
}

/** What is wrong with a stream's first event; feeds it to the meter. */
export function flawOf(event: string, meter: Meter): Flaw | undefined {
  // An error before the first token is an error status that came late.
  if (parseJson(event, errorSchema).kind === 'valid') {
    return { detail: 'an error instead of a stream', billed: false };
  }
  return meter.read(event) ? undefined : { detail: 'an unreadable stream', billed: true };
}
