import { z } from 'zod';
import { describeIssues } from '@refbench/base';
import type { ModelPrice } from '../prices/price-schema.ts';
import type { StructuredAnswer, StructuredRequest } from './structured-request.ts';
import { costsOf, type AskModel, type CallUsage, type Connection, type Costs } from './turn.ts';

const ANSWER = 'answer';

/** Requests the answer as the input of a tool that must be called, so no prose has to be parsed. */
export async function answerInForm<T>(
  ask: AskModel,
  connection: Connection,
  price: ModelPrice,
  request: StructuredRequest<T>,
): Promise<StructuredAnswer<T>> {
  const inputSchema = z.toJSONSchema(request.schema, { io: 'input' });
  const turn = await ask(connection, {
    system: request.system,
    turns: [{ role: 'user', text: request.prompt }],
    tools: [{ name: ANSWER, description: 'Give the answer.', inputSchema }],
    forced: ANSWER,
    signal: request.signal,
  });
  const costs = costsOf(price, turn.usage);
  const [call] = turn.calls;
  if (call === undefined) {
    throw new AnswerMisfit('the model gave no answer in the requested form', costs);
  }
  const checked = request.schema.safeParse(call.input);
  if (!checked.success) {
    const reason = `the model's answer does not fit: ${describeIssues(checked.error)}`;
    throw new AnswerMisfit(reason, costs);
  }
  return { value: checked.data, ...costs };
}

/** An answer that does not satisfy the schema. Its cost is charged anyway. */
export class AnswerMisfit extends Error {
  override readonly name = 'AnswerMisfit';
  readonly usage: CallUsage;
  readonly usd: number;

  constructor(message: string, costs: Costs) {
    super(message);
    this.usage = costs.usage;
    this.usd = costs.usd;
  }
}
