import { z } from 'zod';
import { firstText, jsonEvents, type TraceEvent } from './json-lines.ts';
import { StepList, type StepEditor } from './step-list.ts';
import type { TokenUsage, Trace } from '../agent/trace.ts';

const eventSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('message'),
    role: z.string(),
    content: z.string(),
    delta: z.boolean().optional(),
  }),
  z.looseObject({
    type: z.literal('tool_use'),
    tool_name: z.string(),
    tool_id: z.string(),
    parameters: z.record(z.string(), z.unknown()).catch({}),
  }),
  z.looseObject({
    type: z.literal('tool_result'),
    tool_id: z.string(),
    output: z.string().catch(''),
  }),
]);

const resultSchema = z.looseObject({
  stats: z.looseObject({
    total_tokens: z.int().min(0),
    input_tokens: z.int().min(0),
  }),
});

/** Parses `gemini --output-format stream-json`. Thoughts are only included in the total. */
export function readGeminiEvents(stdout: Buffer): Trace | undefined {
  const events = jsonEvents(stdout);
  if (events.length === 0) return undefined;
  const steps = new StepList();
  let open: StepEditor | undefined;
  for (const event of events) {
    const parsed = eventSchema.safeParse(event);
    if (!parsed.success) continue;
    open = addEvent(steps, parsed.data, open);
  }
  return {
    sessionId: firstText(events, 'session_id'),
    steps: steps.toSteps(),
    usage: usageOf(events),
  };
}

/** Adds an event. Parts of a message are consecutive, and a tool result ends the step. */
function addEvent(
  steps: StepList,
  event: z.infer<typeof eventSchema>,
  open: StepEditor | undefined,
): StepEditor | undefined {
  if (event.type === 'tool_result') {
    steps.observe(event.tool_id, event.output);
    return undefined;
  }
  if (event.type === 'message' && event.role === 'user') {
    steps.step('user').say(event.content);
    return undefined;
  }
  const step = open ?? steps.step('agent');
  if (event.type === 'message') step.saySome(event.content);
  else step.call(event.tool_id, event.tool_name, event.parameters);
  return step;
}

function usageOf(events: readonly TraceEvent[]): TokenUsage | undefined {
  const result = resultSchema.safeParse(events.findLast((event) => event.type === 'result'));
  if (!result.success) return undefined;
  const { stats } = result.data;
  return {
    inputTokens: stats.input_tokens,
    outputTokens: Math.max(0, stats.total_tokens - stats.input_tokens),
  };
}
