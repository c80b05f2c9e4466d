import type { ModelPrice } from '../prices/price-schema.ts';
import { costsOf, type AskModel, type Connection, type Costs, type StopReason } from './turn.ts';

export interface TextRequest {
  readonly system: string;
  readonly prompt: string;
  /** The longest answer; the client's bound where left out. */
  readonly maxOutputTokens?: number | undefined;
  /** The provider's default where left out. */
  readonly temperature?: number | undefined;
  readonly signal: AbortSignal;
}

export interface TextAnswer extends Costs {
  readonly text: string;
  readonly stop: StopReason;
}

/** One question, one answer in words. */
export async function answerInText(
  ask: AskModel,
  connection: Connection,
  price: ModelPrice,
  { prompt, ...request }: TextRequest,
): Promise<TextAnswer> {
  const turns = [{ role: 'user', text: prompt } as const];
  const { text, stop, usage } = await ask(connection, { ...request, turns, tools: [] });
  return { text, stop, ...costsOf(price, usage) };
}
