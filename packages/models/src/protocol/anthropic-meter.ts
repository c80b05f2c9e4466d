import { parseJson } from '@refbench/base';
import { z } from 'zod';
import type { Usage } from '../usage.ts';
import type { Meter } from './protocol.ts';
import { maybeTokenCountSchema } from './token-count.ts';

const usageSchema = z.looseObject({
  input_tokens: maybeTokenCountSchema,
  output_tokens: maybeTokenCountSchema,
  cache_creation_input_tokens: maybeTokenCountSchema,
  cache_read_input_tokens: maybeTokenCountSchema,
  cache_creation: z.looseObject({ ephemeral_1h_input_tokens: maybeTokenCountSchema }).nullish(),
});

type WireUsage = z.infer<typeof usageSchema>;

const eventSchema = z.looseObject({
  type: z.string(),
  usage: z.unknown().optional(),
  message: z.looseObject({ usage: z.unknown().optional() }).nullish(),
});

/** Meters responses of Anthropic. Events without usage are not parsed further. */
export class AnthropicMeter implements Meter {
  private seen: Partial<WireUsage> = {};
  private sane = true;
  private final = false;
  private whole = false;

  read(json: string): boolean {
    const parsed = parseJson(json, eventSchema);
    if (parsed.kind === 'invalid') return false;
    const event = parsed.value;
    if (event.type === 'message_start') this.add(event.message?.usage);
    // Values are cumulative, so the last one is the total.
    if (event.type === 'message_delta' || event.type === 'message') {
      this.final = this.add(event.usage);
    }
    if (event.type === 'message_stop' || event.type === 'message') this.whole = true;
    return true;
  }

  ended(): boolean {
    return this.whole;
  }

  usage(): Usage | undefined {
    const { input_tokens: input, output_tokens: output } = this.seen;
    if (!this.sane || !this.final || !this.whole) return undefined;
    if (typeof input !== 'number' || typeof output !== 'number') return undefined;
    const written = this.seen.cache_creation_input_tokens ?? 0;
    const long = Math.min(written, this.seen.cache_creation?.ephemeral_1h_input_tokens ?? 0);
    return {
      inputTokens: input,
      cacheReadTokens: this.seen.cache_read_input_tokens ?? 0,
      cacheWriteTokens: written - long,
      cacheWriteLongTokens: long,
      outputTokens: output,
    };
  }

  /** Adds usage. Returns whether it contained the output tokens. */
  private add(raw: unknown): boolean {
    const parsed = usageSchema.safeParse(raw);
    if (!parsed.success) {
      this.sane = false;
      return false;
    }
    const given = Object.entries(parsed.data).filter(([, value]) => value !== null);
    this.seen = { ...this.seen, ...Object.fromEntries(given) };
    return parsed.data.output_tokens != null;
  }
}
