import { z } from 'zod';
import { describeIssues } from '@refbench/files';
import type { ModelPrice } from '../prices/price-schema.ts';
import type { StructuredAnswer, StructuredRequest } from './model-client.ts';
import { costsOf, type AskModel, type Connection } from './turn.ts';

const ANSWER = 'answer';

/** The answer as the input of a tool that must be called: no form is read out of prose. */
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
  const [call] = turn.calls;
  if (call === undefined) throw new Error('the model gave no answer in the form it was asked for');
  const checked = request.schema.safeParse(call.input);
  if (!checked.success) {
    throw new Error(`the model's answer does not fit: ${describeIssues(checked.error)}`);
  }
  return { value: checked.data, ...costsOf(price, turn.usage) };
}
