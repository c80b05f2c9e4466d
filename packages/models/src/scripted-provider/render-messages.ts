import { deltasOf, event, withoutNulls } from './pieces.ts';
import type { Rendered } from './rendered.ts';
import type { Reply } from './reply.ts';

/** Anthropic Messages. */
export function renderMessages(reply: Reply): Rendered {
  const { id, model, text, call, usage } = reply;
  const content = [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...(call === undefined ? [] : [{ type: 'tool_use', ...call, id: `toolu_${call.id}` }]),
  ];
  const stop = call === undefined ? 'end_turn' : 'tool_use';
  const counted =
    usage === undefined
      ? undefined
      : withoutNulls({
          input_tokens: minus(usage.input, usage.cache_read, usage.cache_write),
          cache_read_input_tokens: usage.cache_read ?? null,
          cache_creation_input_tokens: usage.cache_write ?? null,
          output_tokens: usage.output ?? null,
        });
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model };
  const empty = { ...message, content: [], stop_reason: null, stop_sequence: null };
  const begun = counted === undefined ? {} : { usage: { ...counted, output_tokens: 1 } };
  const blocks = content.flatMap((block, index) => {
    const start =
      block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {}, text: undefined };
    const deltas =
      'text' in block
        ? deltasOf(block.text).map((part) => ({ type: 'text_delta', text: part }))
        : [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }];
    return [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
  });
  const events = [
    { type: 'message_start', message: { ...empty, ...begun } },
    { type: 'ping' },
    ...blocks,
    {
      type: 'message_delta',
      delta: { stop_reason: stop, stop_sequence: null },
      ...(counted === undefined ? {} : { usage: counted }),
    },
    { type: 'message_stop' },
  ];
  return {
    whole: { ...message, content, stop_reason: stop, stop_sequence: null, usage: counted },
    pieces: events.map((each) => event(each, each.type)),
  };
}

function minus(total: unknown, ...parts: readonly unknown[]): unknown {
  if (typeof total !== 'number') return total;
  return parts.reduce<number>(
    (rest, part) => (typeof part === 'number' ? rest - part : rest),
    total,
  );
}
