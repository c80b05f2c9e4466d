import { toTrajectory, type Agent, type TokenUsage } from '@refbench/agents';
import type { AttemptUsage, Trajectory } from '@refbench/contracts';
import type { ModelMeter } from '../submission/model-meter.ts';

/** Relative difference beyond which client and gateway are reported to disagree. */
const TOLERANCE = 0.02;

export interface AgentTrace {
  readonly usage?: AttemptUsage;
  readonly trajectory?: Trajectory;
  readonly warnings?: readonly string[];
}

/** Combines what the client printed about its session with what the gateway metered. */
export function readAgentTrace(
  agent: Agent,
  stdout: Buffer,
  meter: Pick<ModelMeter, 'spent' | 'warnings'> | undefined,
): AgentTrace {
  const metered = meter?.spent();
  const trace = agent.readTrace?.(stdout);
  const told = trace?.usage;
  const client =
    told === undefined
      ? null
      : { input_tokens: told.inputTokens, output_tokens: told.outputTokens };
  const odd = meter?.warnings() ?? [];
  const differing =
    metered === undefined || told === undefined ? undefined : disagreements(told, metered);
  const warnings = odd.length === 0 ? differing : [...odd, ...(differing ?? [])];
  return {
    ...(metered === undefined ? {} : { usage: { ...metered, client } }),
    ...(trace === undefined ? {} : { trajectory: toTrajectory(agent, trace) }),
    ...(warnings === undefined ? {} : { warnings }),
  };
}

/**
 * Compares the client's figures with the gateway's. Only the gateway's count, because the agent
 * could forge its own.
 */
function disagreements(
  client: TokenUsage,
  gateway: Omit<AttemptUsage, 'client'>,
): readonly string[] {
  const pairs = [
    ['input', client.inputTokens, gateway.input_tokens],
    ['output', client.outputTokens, gateway.output_tokens],
  ] as const;
  return pairs
    .filter(([, told, metered]) => Math.abs(told - metered) > TOLERANCE * Math.max(told, metered))
    .map(
      ([kind, told, metered]) =>
        `the client reports ${told} ${kind} tokens, the gateway metered ${metered}`,
    );
}
