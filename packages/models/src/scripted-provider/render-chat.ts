import { deltasOf, event, withoutNulls } from './pieces.ts';
import type { Rendered } from './rendered.ts';
import type { Reply } from './reply.ts';

/** OpenAI Chat Completions. */
export function renderChat(reply: Reply): Rendered {
  const { id, model, text, call, usage } = reply;
  const calls =
    call === undefined
      ? undefined
      : [
          {
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: JSON.stringify(call.input) },
          },
        ];
  const finish = call === undefined ? 'stop' : 'tool_calls';
  const counted =
    usage === undefined
      ? undefined
      : withoutNulls({
          prompt_tokens: usage.input ?? null,
          completion_tokens: usage.output ?? null,
          prompt_tokens_details: { cached_tokens: usage.cache_read },
          completion_tokens_details: { reasoning_tokens: usage.reasoning },
        });
  const head = { id: `chatcmpl-${id}`, created: 0, model };
  const chunk = (delta: unknown, reason: string | null): unknown => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const chunks = [
    chunk({ role: 'assistant', content: '' }, null),
    ...deltasOf(text).map((content) => chunk({ content }, null)),
    ...(calls ?? []).map((each, index) => chunk({ tool_calls: [{ index, ...each }] }, null)),
    chunk({}, finish),
    ...(counted === undefined
      ? []
      : [{ ...head, object: 'chat.completion.chunk', choices: [], usage: counted }]),
  ];
  const message = { role: 'assistant', content: text, tool_calls: calls };
  return {
    whole: {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: counted,
    },
    pieces: [...chunks.map((each) => event(each)), event('[DONE]')],
  };
}
