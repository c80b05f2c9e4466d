import { z } from 'zod';
import { firstText, jsonEvents } from './json-lines.ts';
import { StepList } from './step-list.ts';
import type { Trace } from '../agent/trace.ts';

const count = z.int().min(0).catch(0).default(0);

const partSchema = z.looseObject({
  part: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('text'), messageID: z.string(), text: z.string() }),
    z.looseObject({ type: z.literal('reasoning'), messageID: z.string(), text: z.string() }),
    z.looseObject({
      type: z.literal('tool'),
      messageID: z.string(),
      callID: z.string(),
      tool: z.string(),
      state: z.looseObject({
        input: z.record(z.string(), z.unknown()).catch({}),
        output: z.string().catch(''),
      }),
    }),
    z.looseObject({
      type: z.literal('step-finish'),
      messageID: z.string(),
      tokens: z.looseObject({
        input: count,
        output: count,
        reasoning: count,
        cache: z.looseObject({ read: count, write: count }).catch({ read: 0, write: 0 }),
      }),
    }),
  ]),
});

type Part = z.infer<typeof partSchema>['part'];

/**
 * Parses `opencode run --format json`. Its token counts do not overlap: input excludes cached tokens,
 * and output excludes reasoning.
 */
export function readOpencodeEvents(stdout: Buffer): Trace | undefined {
  const events = jsonEvents(stdout);
  if (events.length === 0) return undefined;
  const steps = new StepList();
  const usage = { inputTokens: 0, outputTokens: 0 };
  let isReported = false;
  for (const event of events) {
    const parsed = partSchema.safeParse(event);
    if (!parsed.success) continue;
    const { part } = parsed.data;
    if (part.type === 'step-finish') {
      isReported = true;
      usage.inputTokens += inputOf(part);
      usage.outputTokens += part.tokens.output + part.tokens.reasoning;
    }
    addPart(steps, part);
  }
  return {
    sessionId: firstText(events, 'sessionID'),
    steps: steps.toSteps(),
    usage: isReported ? usage : undefined,
  };
}

function addPart(steps: StepList, part: Part): void {
  const step = steps.message(part.messageID);
  switch (part.type) {
    case 'text':
      step.say(part.text);
      return;
    case 'reasoning':
      step.think(part.text);
      return;
    case 'tool':
      step.call(part.callID, part.tool, part.state.input);
      steps.observe(part.callID, part.state.output);
      return;
    case 'step-finish':
      step.measure({
        prompt_tokens: inputOf(part),
        completion_tokens: part.tokens.output + part.tokens.reasoning,
        cached_tokens: part.tokens.cache.read,
      });
  }
}

function inputOf(part: Extract<Part, { readonly type: 'step-finish' }>): number {
  return part.tokens.input + part.tokens.cache.read + part.tokens.cache.write;
}
