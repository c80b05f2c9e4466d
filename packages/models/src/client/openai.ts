import type OpenAI from 'openai';
import { isRecord, recordsOf } from '../protocol/guard.ts';
import { openaiUsage } from '../protocol/openai-usage.ts';
import { checkedFetch } from './checked-fetch.ts';
import { providerError } from './provider-error.ts';
import {
  usageOrRefuse,
  type Ask,
  type Connection,
  type ModelTurn,
  type StopReason,
  type Turn,
} from './turn.ts';

type Message = OpenAI.ChatCompletionMessageParam;

/** Runs one turn with Chat Completions, which all compatible servers support. */
export async function askOpenai(connection: Connection, ask: Ask): Promise<ModelTurn> {
  const { model, apiKey, baseUrl, retries: maxRetries } = connection;
  // Loaded lazily, because most commands do not call a model.
  const { default: Client, APIError } = await import('openai');
  const client = new Client({
    apiKey,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    organization: null,
    project: null,
    maxRetries,
    fetch: checkedFetch(connection.fetch ?? fetch, ({ choices }) =>
      isRecord(recordsOf(choices)[0]?.['message']),
    ),
  });
  const tokens = ask.maxOutputTokens ?? connection.maxOutputTokens;
  // OpenAI's reasoning models only support the new name, and other servers often only the old one.
  const bound = /^(?:gpt-|o\d)/.test(model)
    ? { max_completion_tokens: tokens }
    : { max_tokens: tokens };
  try {
    const completion = await client.chat.completions.create(
      {
        model,
        ...bound,
        ...(ask.temperature === undefined ? {} : { temperature: ask.temperature }),
        messages: [{ role: 'system', content: ask.system }, ...ask.turns.flatMap(messagesOf)],
        ...(ask.tools.length === 0 ? {} : { tools: ask.tools.map(toolOf) }),
        ...(ask.forced === undefined
          ? {}
          : { tool_choice: { type: 'function' as const, function: { name: ask.forced } } }),
      },
      // A separate signal, because the SDK does not remove its listeners.
      { signal: AbortSignal.any([ask.signal]) },
    );
    const message = completion.choices[0]?.message;
    const calls = (message?.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ id: call.id, name: call.function.name, input: parsed(call.function.arguments) }]
        : [],
    );
    const usage = usageOrRefuse(model, openaiUsage(completion.usage));
    const stop = stopOf(completion.choices[0]?.finish_reason);
    return { text: textOf(message?.content), calls, stop, usage };
  } catch (error) {
    ask.signal.throwIfAborted();
    if (error instanceof APIError) throw providerError(model, error);
    throw error;
  }
}

/** Some compatible servers send a list of parts instead of a text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return recordsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function stopOf(reason: string | undefined): StopReason {
  if (reason === 'stop') return 'end';
  return reason === 'length' ? 'length' : 'other';
}

function toolOf({
  name,
  description,
  inputSchema,
}: Ask['tools'][number]): OpenAI.ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters: inputSchema } };
}

function messagesOf(turn: Turn): readonly Message[] {
  switch (turn.role) {
    case 'user':
      return [{ role: 'user', content: turn.text }];
    case 'model':
      return [
        {
          role: 'assistant',
          content: turn.text,
          ...(turn.calls.length === 0
            ? {}
            : {
                tool_calls: turn.calls.map(({ id, name, input }) => ({
                  id,
                  type: 'function' as const,
                  function: { name, arguments: JSON.stringify(input) },
                })),
              }),
        },
      ];
    case 'results':
      return turn.results.map(({ id, text }) => ({
        role: 'tool',
        tool_call_id: id,
        content: text,
      }));
  }
}

/** Parses JSON. Other text is returned unchanged and will fail the caller's schema. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
