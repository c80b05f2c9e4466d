import type { ModelPrice } from '../prices/price-schema.ts';
import type { CallFacts, Protocol } from '../protocol/protocol.ts';
import type { ProviderRequest } from './provider-call.ts';

/** A model call of an agent that has passed all checks. */
export interface Call {
  readonly protocol: Protocol;
  readonly facts: CallFacts;
  readonly price: ModelPrice;
  /** The request body as received: valid UTF-8, and valid JSON. */
  readonly bytes: Buffer;
  /** Providers do not charge for this call: it only counts tokens. */
  readonly free: boolean;
  readonly provider: Omit<ProviderRequest, 'body'>;
}
