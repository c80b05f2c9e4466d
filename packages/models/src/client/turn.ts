import { RefbenchError, type RefbenchErrorFields } from '@refbench/contracts';
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

/** A tool as a model sees it. */
interface ToolForm {
  readonly name: string;
  readonly description: string;
  /** JSON schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it: to be checked. */
  readonly input: unknown;
}

/** The conversation, in neither provider's words. */
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
  /** The one that must be called. */
  readonly forced?: string;
  /** The connection's bound where left out. */
  readonly maxOutputTokens?: number | undefined;
  /** The provider's default where left out. */
  readonly temperature?: number | undefined;
  readonly signal: AbortSignal;
}

/** Why an answer ended: by itself, at the bound on its length, or otherwise (a refusal, a tool call). */
export type StopReason = 'end' | 'length' | 'other';

export interface ModelTurn {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  readonly stop: StopReason;
  readonly usage: Usage;
}

export type AskModel = (connection: Connection, ask: Ask) => Promise<ModelTurn>;

export interface CallUsage {
  /** With what caches served. */
  readonly inputTokens: number;
  /** Of the input: read from a cache, which is cheaper. */
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

/** A provider that refused or gave no answer. */
export class ProviderFailure extends RefbenchError {
  /** Of the response; undefined where there was none, so that it may have been billed. */
  readonly status: number | undefined;

  constructor(fields: RefbenchErrorFields, status: number | undefined) {
    super(fields);
    this.status = status;
  }
}

/** What a provider's failure means here. Takes the status only: a message may hold the key. */
export function providerError(
  model: string,
  error: { readonly status: number | undefined; readonly cause?: unknown },
): RefbenchError {
  const { status, cause } = error;
  if (RefbenchError.isInstance(cause)) return cause;
  if (status === 401 || status === 403 || status === 404) {
    const fields = {
      kind: 'usage',
      message: `the provider rejected model "${model}" (HTTP ${status})`,
      hint: 'check the API key, the name of the model and the address',
    } as const;
    return new ProviderFailure(fields, status);
  }
  const fields = {
    kind: 'infra-incomplete',
    message: `the provider of "${model}" did not respond (${status === undefined ? 'no connection' : `HTTP ${status}`})`,
    hint: 'run the same command again later',
  } as const;
  return new ProviderFailure(fields, status);
}

/** Usage that is missing or cannot be true would make the dollars a guess. */
export function usageOrRefuse(model: string, usage: Usage | undefined): Usage {
  if (usage !== undefined) return usage;
  throw new RefbenchError({
    kind: 'infra-incomplete',
    message: `the provider of "${model}" did not report the usage of its response`,
    hint: 'use an endpoint that reports usage',
  });
}
