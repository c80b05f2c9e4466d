import { deltasOf, event, withoutNulls } from './pieces.ts';
import type { Rendered } from './rendered.ts';
import type { Reply, ToolCall } from './reply.ts';

/** OpenAI Responses. */
export function renderResponses(reply: Reply): Rendered {
  const { id, model, text, call, usage } = reply;
  const items = [
    ...(text === '' ? [] : [messageItem(id, text)]),
    ...(call === undefined ? [] : [callItem(call)]),
  ];
  const counted =
    usage === undefined
      ? null
      : withoutNulls({
          input_tokens: usage.input ?? null,
          input_tokens_details: { cached_tokens: usage.cache_read },
          output_tokens: usage.output ?? null,
          output_tokens_details: { reasoning_tokens: usage.reasoning },
          total_tokens: sum(usage.input, usage.output),
        });
  const head = { id: `resp_${id}`, object: 'response', created_at: 0, model, error: null };
  const whole = { ...head, status: 'completed', output: items, usage: counted };
  const begun = { ...head, status: 'in_progress', output: [], usage: null };
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap((item, index) => [
      { type: 'response.output_item.added', output_index: index, item: startOf(item) },
      ...deltasOf(item.type === 'message' ? text : '').map((delta) => ({
        type: 'response.output_text.delta',
        item_id: item.id,
        output_index: index,
        content_index: 0,
        delta,
      })),
      { type: 'response.output_item.done', output_index: index, item },
    ]),
    { type: 'response.completed', response: whole },
  ];
  return {
    whole,
    pieces: events.map((each, at) => event({ sequence_number: at, ...each }, each.type)),
  };
}

interface Item {
  readonly type: string;
  readonly id: string;
  readonly [member: string]: unknown;
}

function messageItem(id: string, text: string): Item {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content };
}

/** A text for an input means a custom tool; that is how a patch is given. */
function callItem(call: ToolCall): Item {
  const head = { id: `fc_${call.id}`, call_id: call.id, name: call.name, status: 'completed' };
  return typeof call.input === 'string'
    ? { type: 'custom_tool_call', ...head, input: call.input }
    : { type: 'function_call', ...head, arguments: JSON.stringify(call.input) };
}

function startOf(item: Item): Item {
  return item.type === 'message' ? { ...item, status: 'in_progress', content: [] } : item;
}

function sum(left: unknown, right: unknown): number | null {
  return typeof left === 'number' && typeof right === 'number' ? left + right : null;
}
