import type { ModelPrice } from '../prices/price-schema.ts';
import { AnswerMisfit } from './structured.ts';
import { costsOf, type AskModel, type Connection, type Costs, type StopReason } from './turn.ts';

export interface TextRequest {
  readonly system: string;
  readonly prompt: string;
  /** Limit of output tokens. The default is the limit of the client. */
  readonly maxOutputTokens?: number | undefined;
  /** The default is that of the provider. */
  readonly temperature?: number | undefined;
  readonly signal: AbortSignal;
}

export interface TextAnswer extends Costs {
  readonly text: string;
  readonly stop: StopReason;
}

/**
 * Sends one prompt and returns the text answer.
 * @throws AnswerMisfit for an answer without text, such as a refusal
 */
export async function answerInText(
  ask: AskModel,
  connection: Connection,
  price: ModelPrice,
  { prompt, ...request }: TextRequest,
): Promise<TextAnswer> {
  const turns = [{ role: 'user', text: prompt } as const];
  const { text, stop, usage } = await ask(connection, { ...request, turns, tools: [] });
  const costs = costsOf(price, usage);
  if (text.trim() === '') {
    const reason = stop === 'length' ? 'no text within the output limit' : 'no text';
    throw new AnswerMisfit(`the model answered with ${reason}`, costs);
  }
  return { text, stop, ...costs };
}
