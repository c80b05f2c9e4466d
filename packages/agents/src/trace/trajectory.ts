import type { Trajectory } from '@refbench/contracts';
import type { Agent } from '../agent/agent.ts';
import type { Trace } from '../agent/trace.ts';

/** Converts a trace to the interchange format. */
export function toTrajectory(agent: Agent, trace: Trace): Trajectory {
  return {
    schema_version: 'ATIF-v1.7',
    session_id: trace.sessionId,
    agent: {
      name: agent.name,
      version: agent.version,
      ...(agent.model === undefined ? {} : { model_name: agent.model.name }),
    },
    steps: [...trace.steps],
    final_metrics: {
      ...(trace.usage === undefined
        ? {}
        : {
            total_prompt_tokens: trace.usage.inputTokens,
            total_completion_tokens: trace.usage.outputTokens,
          }),
      total_steps: trace.steps.length,
    },
  };
}
