import type { Provider } from '../prices/price-schema.ts';
import type { Usage } from '../usage.ts';

/** What a call asks for, as far as its cost and its reach depend on it. */
export interface CallFacts {
  readonly model: string;
  readonly stream: boolean;
  /** The client's own bound on the answer; undefined leaves the model's. */
  readonly maxOutputTokens: number | undefined;
  /** A smaller bound than this one the provider would refuse. */
  readonly minOutputTokens: number;
  readonly images: number;
  /** Pages may hold far more tokens than bytes: such a call may fill the model's context. */
  readonly documents: boolean;
  /** Writes a cache that lives an hour and costs more. */
  readonly longCache: boolean;
}

export type Inspection =
  | { readonly kind: 'ok'; readonly facts: CallFacts }
  /** It would reach beyond the container, or keep state at the provider. */
  | { readonly kind: 'blocked'; readonly capability: string }
  | { readonly kind: 'invalid'; readonly reason: string };

/** What the address of a request says beyond its body: Gemini names the model there. */
export interface RouteFacts {
  readonly model: string | undefined;
  readonly stream: boolean;
}

/** Reads one answer as it passes. Never keeps more than it needs for the sum. */
export interface Meter {
  /** One event of a stream, or the whole of an unstreamed answer. False when it is not one. */
  readonly read: (json: string) => boolean;
  /** The sum, once the answer is whole and its figures are sane; otherwise undefined. */
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
  /** The provider answers others, but not this call. */
  | 'call_refused'
  /** As `call_refused`, where the same call may well be answered later. */
  | 'call_failed'
  /** A fault of the gateway itself. */
  | 'gateway_failed';

/** What a probe says to a model, and how long the answer may be. */
export const PROBE_TEXT = 'Reply with OK.';
export const PROBE_OUTPUT_TOKENS = 16;

/** One model API: how to read its requests and answers, and how to refuse in its own terms. */
export interface Protocol {
  readonly name: 'anthropic-messages' | 'openai-responses' | 'openai-chat' | 'gemini';
  readonly provider: Provider;
  readonly inspect: (body: Readonly<Record<string, unknown>>, route: RouteFacts) => Inspection;
  /** The request's text, with a lower bound on the answer where one is given; else unchanged bytes. */
  readonly edit: (text: string, facts: CallFacts, clampTo: number | undefined) => string;
  readonly meter: () => Meter;
  /** The smallest call that a working provider answers. `path` is behind the upstream's base address. */
  readonly probe: (
    model: string,
    stream: boolean,
  ) => { readonly path: string; readonly body: Readonly<Record<string, unknown>> };
  readonly refusalBody: (status: number, code: RefusalCode, message: string) => unknown;
}
