import type Anthropic from '@anthropic-ai/sdk';
import { AnthropicMeter } from '../protocol/anthropic-meter.ts';
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

/** Given, because the SDK refuses long answers without a time limit. */
const LONGEST_ANSWER_MS = 1_800_000;

/** Runs one turn with Anthropic Messages. The SDK retries and honours `retry-after`. */
export async function askAnthropic(connection: Connection, ask: Ask): Promise<ModelTurn> {
  const { model, apiKey, baseUrl, retries: maxRetries } = connection;
  // Loaded lazily, because most commands do not call a model.
  const { default: Client, APIError } = await import('@anthropic-ai/sdk');
  const client = new Client({
    apiKey,
    // The default would read the environment.
    authToken: null,
    baseURL: baseUrl ?? 'https://api.anthropic.com',
    maxRetries,
    fetch: checkedFetch(connection.fetch ?? fetch, ({ content }) => Array.isArray(content)),
  });
  try {
    const message = await client.messages.create(
      {
        model,
        max_tokens: ask.maxOutputTokens ?? connection.maxOutputTokens,
        ...(ask.temperature === undefined ? {} : { temperature: ask.temperature }),
        system: ask.system,
        messages: messagesOf(ask),
        ...(ask.tools.length === 0 ? {} : { tools: ask.tools.map(toolOf) }),
        ...(ask.forced === undefined
          ? {}
          : { tool_choice: { type: 'tool' as const, name: ask.forced } }),
      },
      // A separate signal, because the SDK does not remove its listeners.
      { signal: AbortSignal.any([ask.signal]), timeout: LONGEST_ANSWER_MS },
    );
    const meter = new AnthropicMeter();
    meter.read(JSON.stringify(message));
    return {
      text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: message.content.filter((block) => block.type === 'tool_use'),
      stop: stopOf(message.stop_reason),
      usage: usageOrRefuse(model, meter.usage()),
    };
  } catch (error) {
    ask.signal.throwIfAborted();
    if (error instanceof APIError) throw providerError(model, error);
    throw error;
  }
}

function stopOf(reason: Anthropic.Message['stop_reason']): StopReason {
  if (reason === 'end_turn' || reason === 'stop_sequence') return 'end';
  return reason === 'max_tokens' ? 'length' : 'other';
}

function toolOf({ name, description, inputSchema }: Ask['tools'][number]): Anthropic.Tool {
  return { name, description, input_schema: { ...inputSchema, type: 'object' } };
}

/**
 * The messages of a conversation. One with tools is sent again with every turn, so its end is marked
 * as the end of what the provider caches.
 */
function messagesOf({ turns, tools, forced }: Ask): Anthropic.MessageParam[] {
  const isCached = tools.length > 0 && forced === undefined;
  return turns.map((turn, index) => messageOf(turn, isCached && index === turns.length - 1));
}

function messageOf(turn: Turn, endsCache: boolean): Anthropic.MessageParam {
  const mark = endsCache ? { cache_control: { type: 'ephemeral' as const } } : {};
  switch (turn.role) {
    case 'user':
      // Recorded requests contain plain text, so it stays plain where nothing is cached.
      return {
        role: 'user',
        content: endsCache ? [{ type: 'text', text: turn.text, ...mark }] : turn.text,
      };
    case 'model':
      return {
        role: 'assistant',
        content: [
          ...(turn.text === '' ? [] : [{ type: 'text' as const, text: turn.text }]),
          ...turn.calls.map((call) => ({ ...callOf(call), type: 'tool_use' as const })),
        ],
      };
    case 'results':
      return {
        role: 'user',
        content: turn.results.map(({ id, text }, index) => ({
          type: 'tool_result' as const,
          tool_use_id: id,
          content: text,
          ...(index === turn.results.length - 1 ? mark : {}),
        })),
      };
  }
}

function callOf({ id, name, input }: ModelTurn['calls'][number]): {
  id: string;
  name: string;
  input: unknown;
} {
  return { id, name, input };
}
