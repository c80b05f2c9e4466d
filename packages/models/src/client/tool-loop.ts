import { describeIssues } from '@refbench/files';
import { z } from 'zod';
import type { ModelPrice } from '../prices/price-schema.ts';
import {
  costsOf,
  type AskModel,
  type CallUsage,
  type Connection,
  type RequestedCall,
  type Turn,
} from './turn.ts';

/** A tool for a model. `run` gets validated input, and its result is sent to the model. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly run: (input: unknown, signal: AbortSignal) => Promise<ToolOutcome>;
}

/** The result of a tool call. `ends` ends the conversation. */
export interface ToolOutcome {
  readonly text: string;
  readonly ends?: boolean;
}

export interface ToolLoopRequest {
  readonly system: string;
  readonly prompt: string;
  readonly tools: readonly Tool[];
  readonly maxTurns: number;
  /** No further turn starts after this amount is spent. */
  readonly budgetUsd?: number;
  readonly signal: AbortSignal;
}

export interface ToolLoopResult {
  readonly end: 'answered' | 'tool' | 'turns' | 'budget';
  /** The text of the last turn. */
  readonly text: string;
  readonly turns: number;
  readonly usage: CallUsage;
  readonly usd: number;
}

export async function runToolLoop(
  ask: AskModel,
  connection: Connection,
  price: ModelPrice,
  request: ToolLoopRequest,
): Promise<ToolLoopResult> {
  const { system, signal, maxTurns, budgetUsd = Number.POSITIVE_INFINITY } = request;
  const tools = request.tools.map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
  }));
  const turns: Turn[] = [{ role: 'user', text: request.prompt }];
  let [inputTokens, cachedTokens, outputTokens, usd, text, count] = [0, 0, 0, 0, '', 0];
  const end = (why: ToolLoopResult['end']): ToolLoopResult => ({
    end: why,
    text,
    turns: count,
    usage: { inputTokens, cachedTokens, outputTokens },
    usd,
  });
  while (count < maxTurns) {
    if (usd >= budgetUsd) return end('budget');
    const turn = await ask(connection, { system, turns, tools, signal });
    count += 1;
    const costs = costsOf(price, turn.usage);
    usd += costs.usd;
    inputTokens += costs.usage.inputTokens;
    cachedTokens += costs.usage.cachedTokens;
    outputTokens += costs.usage.outputTokens;
    text = turn.text;
    if (turn.calls.length === 0) return end('answered');
    turns.push({ role: 'model', text: turn.text, calls: turn.calls });
    const results: { id: string; text: string }[] = [];
    let over = false;
    // Sequentially, because a later call may depend on an earlier one.
    for (const call of turn.calls) {
      const outcome = await runCall(request, call);
      results.push({ id: call.id, text: outcome.text });
      over ||= outcome.ends === true;
    }
    if (over) return end('tool');
    turns.push({ role: 'results', results });
  }
  return end('turns');
}

/**
 * Runs a tool call. An invalid call is reported to the model, which can correct it. A failing tool is
 * a bug and throws.
 */
async function runCall(
  { tools, signal }: ToolLoopRequest,
  call: RequestedCall,
): Promise<ToolOutcome> {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) return { text: `There is no tool "${call.name}".` };
  const input = tool.schema.safeParse(call.input);
  if (!input.success) return { text: `The input does not fit: ${describeIssues(input.error)}` };
  return tool.run(input.data, signal);
}
