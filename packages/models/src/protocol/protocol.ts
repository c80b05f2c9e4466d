import type { Provider } from '../prices/price-schema.ts';
import type { Usage } from '../usage.ts';

/** The properties of a call that determine its cost and capabilities. */
export interface CallFacts {
  readonly model: string;
  readonly stream: boolean;
  /** The output limit of the request; undefined for the limit of the model. */
  readonly maxOutputTokens: number | undefined;
  /** The provider would refuse a lower output limit. */
  readonly minOutputTokens: number;
  readonly images: number;
  /** Whether it has documents, which can fill the context of the model. */
  readonly documents: boolean;
  /** Whether it writes a one-hour cache, which costs more. */
  readonly longCache: boolean;
}

export type Inspection =
  | { readonly kind: 'ok'; readonly facts: CallFacts }
  /** The call would access the network or keep state at the provider. */
  | { readonly kind: 'blocked'; readonly capability: string }
  | { readonly kind: 'invalid'; readonly reason: string };

/** The properties in the URL of a request. Gemini names the model there. */
export interface RouteFacts {
  readonly model: string | undefined;
  readonly stream: boolean;
}

/** Meters one response while it is passed on. It only keeps what the total needs. */
export interface Meter {
  /** Reads one event of a stream or a complete response. Returns false if it is invalid. */
  readonly read: (json: string) => boolean;
  /** Whether the response came to its end, as its protocol marks it. */
  readonly ended: () => boolean;
  /** The total, if the response is complete and its figures are plausible; otherwise undefined. */
  readonly usage: () => Usage | undefined;
}

export type RefusalCode =
  | 'budget_exceeded'
  | 'blocked_capability'
  | 'unknown_model'
  | 'invalid_request'
  | 'wrong_token'
  | 'too_large'
  | 'too_slow'
  | 'busy'
  | 'not_found'
  | 'provider_failed'
  /** The provider responds to other calls, but not to this one. */
  | 'call_refused'
  /** Like `call_refused`, but the same call may succeed later. */
  | 'call_failed'
  /** An error of the gateway itself. */
  | 'gateway_failed';

/** The prompt and the output limit of a probe. */
export const PROBE_TEXT = 'Reply with OK.';
export const PROBE_OUTPUT_TOKENS = 16;

/** A model API: how to read requests and responses, and how to format refusals. */
export interface Protocol {
  readonly name: 'anthropic-messages' | 'openai-responses' | 'openai-chat' | 'gemini';
  readonly provider: Provider;
  readonly inspect: (body: Readonly<Record<string, unknown>>, route: RouteFacts) => Inspection;
  /** Returns the text of the request, with a lower output limit if `clampTo` is given. */
  readonly edit: (text: string, facts: CallFacts, clampTo: number | undefined) => string;
  readonly meter: () => Meter;
  /**
   * Returns the smallest call to check a provider. `path` is relative to the base URL of the upstream.
   */
  readonly probe: (
    model: string,
    stream: boolean,
  ) => { readonly path: string; readonly body: Readonly<Record<string, unknown>> };
  readonly refusalBody: (status: number, code: RefusalCode, message: string) => unknown;
}
