import type { TrajectoryStep } from '@refbench/contracts';

/** A step that further events can still extend. */
interface Draft {
  source: TrajectoryStep['source'];
  model: string | undefined;
  messages: string[];
  reasoning: string[];
  calls: { id: string; name: string; arguments: Record<string, unknown> }[];
  results: { call: string | undefined; content: string }[];
  metrics: TrajectoryStep['metrics'];
}

/**
 * Collects the steps of a session. Events are assigned to steps by the ids of messages and tool calls.
 */
export class StepList {
  private readonly drafts: Draft[] = [];
  private readonly byMessage = new Map<string, Draft>();
  private readonly byCall = new Map<string, Draft>();

  /** Returns the agent step with an id, and creates it if necessary. */
  message(id: string, model?: string): StepEditor {
    const known = this.byMessage.get(id);
    if (known !== undefined) return this.editor(known);
    const draft = this.add('agent', model);
    this.byMessage.set(id, draft);
    return this.editor(draft);
  }

  /** Creates a new step. */
  step(source: TrajectoryStep['source']): StepEditor {
    return this.editor(this.add(source, undefined));
  }

  /** Adds the result of a tool to the step that called it, or to the last step. */
  observe(call: string, content: string): void {
    const draft = this.byCall.get(call) ?? this.drafts.at(-1);
    draft?.results.push({ call: this.byCall.has(call) ? call : undefined, content });
  }

  toSteps(): readonly TrajectoryStep[] {
    return this.drafts.map((draft, index) => toStep(draft, index + 1));
  }

  private add(source: TrajectoryStep['source'], model: string | undefined): Draft {
    const draft: Draft = {
      source,
      model,
      messages: [],
      reasoning: [],
      calls: [],
      results: [],
      metrics: undefined,
    };
    this.drafts.push(draft);
    return draft;
  }

  private editor(draft: Draft): StepEditor {
    return {
      say: (text) => {
        if (text !== '') draft.messages.push(text);
      },
      saySome: (text) => {
        draft.messages.push(`${draft.messages.pop() ?? ''}${text}`);
      },
      think: (text) => {
        if (text !== '') draft.reasoning.push(text);
      },
      call: (id, name, args) => {
        draft.calls.push({ id, name, arguments: args });
        this.byCall.set(id, draft);
      },
      measure: (metrics) => {
        draft.metrics = metrics;
      },
    };
  }
}

export interface StepEditor {
  say(text: string): void;
  /** Appends a part of the current message. */
  saySome(text: string): void;
  think(text: string): void;
  call(id: string, name: string, args: Record<string, unknown>): void;
  measure(metrics: NonNullable<TrajectoryStep['metrics']>): void;
}

function toStep(draft: Draft, id: number): TrajectoryStep {
  return {
    step_id: id,
    source: draft.source,
    ...(draft.model === undefined ? {} : { model_name: draft.model }),
    message: draft.messages.join('\n'),
    ...(draft.reasoning.length === 0 ? {} : { reasoning_content: draft.reasoning.join('\n') }),
    ...(draft.calls.length === 0
      ? {}
      : {
          tool_calls: draft.calls.map((call) => ({
            tool_call_id: call.id,
            function_name: call.name,
            arguments: call.arguments,
          })),
        }),
    ...(draft.results.length === 0
      ? {}
      : {
          observation: {
            results: draft.results.map(({ call, content }) => ({
              ...(call === undefined ? {} : { source_call_id: call }),
              content,
            })),
          },
        }),
    ...(draft.metrics === undefined ? {} : { metrics: draft.metrics }),
  };
}
