import type { Trajectory, TrajectoryStep } from '@refbench/contracts';
import type { StepView } from '../schema/attempt-view.ts';
import { limitText } from './limited-text.ts';

/** The steps of one phase, with long texts cut. */
export function stepViews(
  { steps }: Trajectory,
  phase: string,
  startedAt: string | undefined,
): readonly StepView[] {
  const start = startedAt === undefined ? Number.NaN : Date.parse(startedAt);
  return steps.map((step) => stepView(step, phase, start));
}

function stepView(step: TrajectoryStep, phase: string, start: number): StepView {
  let cut = 0;
  const limited = (text: string): string => {
    const one = limitText(text);
    cut += one.cut;
    return one.text;
  };
  const at = (Date.parse(step.timestamp ?? '') - start) / 1000;
  const calls = (step.tool_calls ?? []).map((call) => ({
    id: call.tool_call_id,
    tool: call.function_name,
    input: limited(inputText(call.arguments)),
    output: limited(outputOf(step, call.tool_call_id)),
  }));
  return {
    step: step.step_id,
    phase,
    source: step.source,
    at: Number.isFinite(at) ? Math.max(0, at) : null,
    message: limited(step.message),
    reasoning: limited(step.reasoning_content ?? ''),
    calls,
    inputTokens: step.metrics?.prompt_tokens ?? null,
    outputTokens: step.metrics?.completion_tokens ?? null,
    cut,
  };
}

/** A command line is shown as it is, because JSON would hide its line breaks. */
function inputText(input: Readonly<Record<string, unknown>>): string {
  const { command } = input;
  return typeof command === 'string' ? command : JSON.stringify(input, null, 2);
}

function outputOf({ observation, tool_calls: calls = [] }: TrajectoryStep, id: string): string {
  const results = observation?.results ?? [];
  const own = results.filter(({ source_call_id: source }) => source === id);
  // A step with one call needs no reference to it.
  const shown = own.length === 0 && calls.length === 1 ? results : own;
  return shown.map(({ content }) => content).join('\n');
}
