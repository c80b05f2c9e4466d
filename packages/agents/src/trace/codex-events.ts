import { z } from 'zod';
import { firstText, jsonEvents, type TraceEvent } from './json-lines.ts';
import { StepList } from './step-list.ts';
import type { TokenUsage, Trace } from '../agent/trace.ts';

const usageSchema = z.looseObject({
  usage: z.looseObject({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) }),
});

const itemSchema = z.looseObject({
  item: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('agent_message'), text: z.string() }),
    z.looseObject({ type: z.literal('reasoning'), text: z.string() }),
    z.looseObject({
      type: z.literal('command_execution'),
      id: z.string(),
      command: z.string(),
      aggregated_output: z.string().catch(''),
      exit_code: z.int().nullable().catch(null),
    }),
    z.looseObject({ type: z.literal('file_change'), id: z.string(), changes: z.unknown() }),
    z.looseObject({ type: z.literal('error'), message: z.string() }),
  ]),
});

/** Parses `codex exec --json`. Completed items become steps. Input tokens include cached ones. */
export function readCodexEvents(stdout: Buffer): Trace | undefined {
  const events = jsonEvents(stdout);
  if (events.length === 0) return undefined;
  const steps = new StepList();
  for (const event of events) {
    if (event.type === 'item.completed') addItem(steps, event);
  }
  return {
    sessionId: firstText(events, 'thread_id'),
    steps: steps.toSteps(),
    usage: usageOf(events),
  };
}

function addItem(steps: StepList, event: TraceEvent): void {
  const parsed = itemSchema.safeParse(event);
  if (!parsed.success) return;
  const { item } = parsed.data;
  switch (item.type) {
    case 'agent_message':
      steps.step('agent').say(item.text);
      return;
    case 'reasoning':
      steps.step('agent').think(item.text);
      return;
    case 'command_execution':
      steps.step('agent').call(item.id, 'command_execution', { command: item.command });
      steps.observe(item.id, `${item.aggregated_output}\n[exit ${item.exit_code ?? 'unknown'}]`);
      return;
    case 'file_change':
      steps.step('agent').call(item.id, 'file_change', { changes: item.changes });
      return;
    case 'error':
      steps.step('system').say(item.message);
  }
}

/** Sums the usage of all turns. With `exec`, a session usually has one turn. */
function usageOf(events: readonly TraceEvent[]): TokenUsage | undefined {
  const turns = events
    .filter((event) => event.type === 'turn.completed')
    .flatMap((event) => {
      const parsed = usageSchema.safeParse(event);
      return parsed.success ? [parsed.data.usage] : [];
    });
  if (turns.length === 0) return undefined;
  return {
    inputTokens: turns.reduce((sum, turn) => sum + turn.input_tokens, 0),
    outputTokens: turns.reduce((sum, turn) => sum + turn.output_tokens, 0),
  };
}
