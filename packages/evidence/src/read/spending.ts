import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { errorCode, parseJson } from '@refbench/base';
import { z } from 'zod';
import type { AttemptView } from '../schema/attempt-view.ts';

/** The fields of a line of usage.jsonl that make up a total. */
const lineSchema = z.looseObject({
  at: z.iso.datetime(),
  usd: z.number().min(0),
  tokens: z.looseObject({
    input: z.int(),
    cache_read: z.int(),
    cache_write: z.int(),
    output: z.int(),
  }),
});

/** Reads the totals after each model call. A line that was cut off is skipped. */
export async function readSpending(
  path: string,
  startedAt: string | undefined,
): Promise<AttemptView['spending']> {
  const points: AttemptView['spending'] = [];
  let [usd, inputTokens, outputTokens] = [0, 0, 0];
  let start = startedAt === undefined ? undefined : Date.parse(startedAt);
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const parsed = parseJson(line, lineSchema);
      if (parsed.kind === 'invalid') continue;
      const { at, tokens, usd: cost } = parsed.value;
      start ??= Date.parse(at);
      usd += cost;
      inputTokens += tokens.input + tokens.cache_read + tokens.cache_write;
      outputTokens += tokens.output;
      const seconds = Math.max(0, (Date.parse(at) - start) / 1000);
      points.push({ at: seconds, usd, inputTokens, outputTokens });
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return points;
}
