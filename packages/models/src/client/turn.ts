import { RefbenchError } from '@refbench/contracts';
import { costOf } from '../prices/cost.ts';
import type { ModelPrice } from '../prices/price-schema.ts';
import { usdFromNano } from '../money.ts';
import { promptTokens, type Usage } from '../usage.ts';

export interface Connection {
  readonly model: string;
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly maxOutputTokens: number;
  readonly retries: number;
  readonly fetch: typeof fetch | undefined;
}

/** The description of a tool for a model. */
interface ToolForm {
  readonly name: string;
  readonly description: string;
  /** JSON schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  /** The unvalidated input from the model. */
  readonly input: unknown;
}

/** A turn of a conversation, independent of the provider. */
export type Turn =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'model'; readonly text: string; readonly calls: readonly RequestedCall[] }
  | {
      readonly role: 'results';
      readonly results: readonly { readonly id: string; readonly text: string }[];
    };

export interface Ask {
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolForm[];
  /** The name of the tool that must be called. */
  readonly forced?: string;
  /** The default is the limit of the connection. */
  readonly maxOutputTokens?: number | undefined;
  /** The default is that of the provider. */
  readonly temperature?: number | undefined;
  readonly signal: AbortSignal;
}

/** Why an answer ended: normally, at the token limit, or otherwise (a refusal, a tool call). */
export type StopReason = 'end' | 'length' | 'other';

export interface ModelTurn {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  readonly stop: StopReason;
  readonly usage: Usage;
}

export type AskModel = (connection: Connection, ask: Ask) => Promise<ModelTurn>;

export interface CallUsage {
  /** All input tokens, including cached ones. */
  readonly inputTokens: number;
  /** The part of the input that was read from a cache, which is cheaper. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

export interface Costs {
  readonly usage: CallUsage;
  readonly usd: number;
}

export function costsOf(price: ModelPrice, usage: Usage): Costs {
  return {
    usage: {
      inputTokens: promptTokens(usage),
      cachedTokens: usage.cacheReadTokens,
      outputTokens: usage.outputTokens,
    },
    usd: usdFromNano(costOf(price, usage)),
  };
}

/** Requires plausible usage, because the cost is unknown without it. */
export function usageOrRefuse(model: string, usage: Usage | undefined): Usage {
  if (usage !== undefined) return usage;
  throw new RefbenchError({
    kind: 'infra-incomplete',
    message: `the provider of "${model}" did not report the usage of its response`,
    hint: 'use an endpoint that reports usage',
  });
}
