import type { ModelPrice } from '../prices/price-schema.ts';
import { requirePrice, type PriceTable } from '../prices/price-table.ts';
import { askAnthropic } from './anthropic.ts';
import type { Exchanges } from './exchanges.ts';
import { askOpenai } from './openai.ts';
import { answerInForm } from './structured.ts';
import {
  runToolLoop,
  type PayTurn,
  type ToolLoopRequest,
  type ToolLoopResult,
} from './tool-loop.ts';
import { answerInText, type TextAnswer, type TextRequest } from './text.ts';
import type { AskModel } from './turn.ts';
import type { StructuredRequest, StructuredAnswer } from './structured-request.ts';

export interface ModelClientOptions {
  readonly provider: 'anthropic' | 'openai';
  readonly model: string;
  /** Base URL of any server with the provider's protocol; for OpenAI including `/v1`. */
  readonly baseUrl?: string;
  readonly apiKey: string;
  readonly prices: PriceTable;
  readonly maxOutputTokens?: number;
  /** Number of retries after a temporary failure. Delays requested by the provider are honoured. */
  readonly retries?: number;
  /** Records or replays the exchanges. */
  readonly exchanges?: Exchanges;
}

/** One model of one provider, for work on the host: judging, labelling, writing tasks. */
export interface ModelClient {
  readonly model: string;
  readonly price: ModelPrice;
  /** The default limit of output tokens of a request. */
  readonly maxOutputTokens: number;
  /**
   * Sends one prompt and returns a text answer. @throws as `structured`
   */
  readonly text: (request: TextRequest) => Promise<TextAnswer>;
  /**
   * Sends one prompt and returns an answer that satisfies the schema.
   * @throws RefbenchError kind `usage` for a wrong key or an unknown model, `infra-incomplete` when the
   *   provider fails for good; AnswerMisfit if the answer does not satisfy the schema
   */
  readonly structured: <T>(request: StructuredRequest<T>) => Promise<StructuredAnswer<T>>;
  /**
   * Lets the model call tools until it answers with text or the maximum number of turns is reached.
   * @param pay pays for each request from a budget; by default, all are covered
   * @throws as `structured`
   */
  readonly withTools: (request: ToolLoopRequest, pay?: PayTurn) => Promise<ToolLoopResult>;
}

/** @throws RefbenchError kind `usage` when the model has no price */
export function modelClient(options: ModelClientOptions): ModelClient {
  const { provider, model, prices } = options;
  const price = requirePrice(prices, model);
  const ask: AskModel = provider === 'anthropic' ? askAnthropic : askOpenai;
  const connection = {
    model,
    apiKey: options.apiKey,
    baseUrl: options.baseUrl,
    maxOutputTokens: options.maxOutputTokens ?? Math.min(price.max_output_tokens, 16_000),
    retries: options.exchanges?.offline === true ? 0 : (options.retries ?? 4),
    fetch: options.exchanges?.fetch,
  };
  return {
    model,
    price,
    maxOutputTokens: connection.maxOutputTokens,
    text: (request) => answerInText(ask, connection, price, request),
    structured: (request) => answerInForm(ask, connection, price, request),
    withTools: (request, pay) => runToolLoop(ask, connection, price, request, pay),
  };
}
