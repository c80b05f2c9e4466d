import { z } from 'zod';
import { firstText, jsonEvents, type TraceEvent } from './json-lines.ts';
import { StepList } from './step-list.ts';
import type { TokenUsage, Trace } from '../agent/trace.ts';

const count = z.int().min(0).catch(0).default(0);

const usageSchema = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
});

const blockSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('thinking'), thinking: z.string() }),
  z.looseObject({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()).catch({}),
  }),
  z.looseObject({ type: z.literal('tool_result'), tool_use_id: z.string(), content: z.unknown() }),
]);

const messageSchema = z.looseObject({
  message: z.looseObject({
    id: z.string().optional(),
    model: z.string().optional(),
    content: z.array(z.unknown()),
  }),
});

const resultSchema = z.looseObject({ usage: usageSchema });

/** Whether `input_tokens` includes cached tokens, which depends on the client. */
export type CacheCounting = 'cache-included' | 'cache-beside';

/**
 * Parses `--output-format stream-json` of Claude Code and Qwen Code: system, assistant, user, result.
 * The usage in messages only covers their first event (one output token), so only `result` is used.
 */
export function readMessageStream(stdout: Buffer, counting: CacheCounting): Trace | undefined {
  const events = jsonEvents(stdout);
  if (events.length === 0) return undefined;
  const steps = new StepList();
  for (const [index, event] of events.entries()) addEvent(steps, event, index);
  return {
    sessionId: firstText(events, 'session_id'),
    steps: steps.toSteps(),
    usage: usageOf(events, counting),
  };
}

function addEvent(steps: StepList, event: TraceEvent, index: number): void {
  const parsed = messageSchema.safeParse(event);
  if (!parsed.success) return;
  const { id, model, content } = parsed.data.message;
  for (const raw of content) {
    const block = blockSchema.safeParse(raw);
    if (!block.success) continue;
    if (block.data.type === 'tool_result') {
      steps.observe(block.data.tool_use_id, textOf(block.data.content));
    } else if (event.type === 'assistant') {
      const step = steps.message(id ?? `event ${index}`, model);
      if (block.data.type === 'text') step.say(block.data.text);
      else if (block.data.type === 'thinking') step.think(block.data.thinking);
      else step.call(block.data.id, block.data.name, block.data.input);
    } else if (block.data.type === 'text') {
      steps.step('user').say(block.data.text);
    }
  }
}

function usageOf(events: readonly TraceEvent[], counting: CacheCounting): TokenUsage | undefined {
  const result = resultSchema.safeParse(events.findLast((event) => event.type === 'result'));
  if (!result.success) return undefined;
  const { usage } = result.data;
  const cached = usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
  return {
    inputTokens: usage.input_tokens + (counting === 'cache-beside' ? cached : 0),
    outputTokens: usage.output_tokens,
  };
}

/** Returns the text of a result, whose content is a text or a list of blocks. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = z.array(z.looseObject({ text: z.string() })).safeParse(content);
  return blocks.success
    ? blocks.data.map(({ text }) => text).join('\n')
    : (JSON.stringify(content) ?? '');
}
