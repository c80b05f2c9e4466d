import { describeIssues } from '@refbench/base';
import { z } from 'zod';
import type { ModelPrice } from '../prices/price-schema.ts';
import {
  costsOf,
  type AskModel,
  type CallUsage,
  type Connection,
  type Costs,
  type ModelTurn,
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
interface ToolOutcome {
  readonly text: string;
  readonly ends?: boolean;
}

/** A complete step of a conversation: an answer of the model, or the results of its calls. */
export type LoopTurn =
  | ({
      readonly role: 'model';
      readonly text: string;
      readonly calls: readonly RequestedCall[];
    } & Costs)
  | {
      readonly role: 'results';
      readonly results: readonly { readonly id: string; readonly text: string }[];
      /** Whether a tool ended the conversation. */
      readonly ends: boolean;
    };

/** An answer of the model with its cost. */
type PaidTurn = Omit<ModelTurn, 'usage'> & Costs;

export interface ToolLoopRequest {
  readonly system: string;
  readonly prompt: string;
  readonly tools: readonly Tool[];
  /** Maximum number of answers of the model, including earlier ones. */
  readonly maxTurns: number;
  /** No further turn starts after this amount is spent. */
  readonly budgetUsd?: number;
  /**
   * The turns of an interrupted conversation in order. It continues after the last one; calls without
   * results run again.
   */
  readonly earlier?: readonly LoopTurn[];
  /** Called with each new turn before the next one starts. If it rejects, so does the loop. */
  readonly onTurn?: (turn: LoopTurn) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Pays for one request to the model. Returns undefined, without calling it, if the budget does not
 * cover the request.
 * @param bytes size of the request
 */
export type PayTurn = (
  bytes: number,
  call: () => Promise<PaidTurn>,
) => Promise<PaidTurn | undefined>;

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
  pay: PayTurn = (_bytes, call) => call(),
): Promise<ToolLoopResult> {
  const { system, signal, maxTurns, budgetUsd = Number.POSITIVE_INFINITY } = request;
  const tools = request.tools.map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
  }));
  const conversation = new Conversation(request);
  for (;;) {
    const { last } = conversation;
    if (last?.role === 'results' && last.ends) return conversation.result('tool');
    if (last?.role === 'model') {
      if (last.calls.length === 0) return conversation.result('answered');
      await conversation.add(await runCalls(request, last.calls));
      continue;
    }
    if (conversation.count >= maxTurns) return conversation.result('turns');
    if (conversation.usd >= budgetUsd) return conversation.result('budget');
    const asked = { system, turns: conversation.turns, tools, signal };
    const bytes = Buffer.byteLength(JSON.stringify({ system, turns: asked.turns, tools }));
    const paid = await pay(bytes, async () => {
      const { usage, ...turn } = await ask(connection, asked);
      return { ...turn, ...costsOf(price, usage) };
    });
    if (paid === undefined) return conversation.result('budget');
    const { text, calls, usage, usd } = paid;
    await conversation.add({ role: 'model', text, calls, usage, usd });
  }
}

/** The turns so far, and the sums of their costs. */
class Conversation {
  readonly turns: Turn[];
  last: LoopTurn | undefined;
  count = 0;
  usd = 0;
  private text = '';
  private readonly usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
  private readonly onTurn: ToolLoopRequest['onTurn'];

  constructor({ prompt, earlier = [], onTurn }: ToolLoopRequest) {
    this.turns = [{ role: 'user', text: prompt }];
    this.onTurn = onTurn;
    for (const turn of earlier) this.keep(turn);
  }

  async add(turn: LoopTurn): Promise<void> {
    this.keep(turn);
    await this.onTurn?.(turn);
  }

  result(end: ToolLoopResult['end']): ToolLoopResult {
    return { end, text: this.text, turns: this.count, usage: this.usage, usd: this.usd };
  }

  private keep(turn: LoopTurn): void {
    this.last = turn;
    if (turn.role === 'results') {
      this.turns.push({ role: 'results', results: turn.results });
      return;
    }
    this.turns.push({ role: 'model', text: turn.text, calls: turn.calls });
    this.count += 1;
    this.text = turn.text;
    this.usd += turn.usd;
    this.usage.inputTokens += turn.usage.inputTokens;
    this.usage.cachedTokens += turn.usage.cachedTokens;
    this.usage.outputTokens += turn.usage.outputTokens;
  }
}

async function runCalls(
  request: ToolLoopRequest,
  calls: readonly RequestedCall[],
): Promise<LoopTurn> {
  const results: { id: string; text: string }[] = [];
  let ends = false;
  // Sequentially, because a later call may depend on an earlier one.
  for (const call of calls) {
    const outcome = await runCall(request, call);
    results.push({ id: call.id, text: outcome.text });
    ends ||= outcome.ends === true;
  }
  return { role: 'results', results, ends };
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
