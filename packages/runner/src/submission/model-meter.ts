import { join } from 'node:path';
import { NODE_FOLDER, type Agent, type ModelAccess } from '@refbench/agents';
import type { AgentPhase, AttemptUsage, Outcome } from '@refbench/contracts';
import type { AttemptGate } from '@refbench/models';
import type { ReadOnlyMount } from '@refbench/sandbox';
import { GATEWAY_SOCKET, GATEWAY_URL } from '@refbench/workspace';
import type { TryOptions } from './submission.ts';

/** Time for a client to end by itself after its budget is spent. */
const GRACE_MS = 20_000;

/** Gives an attempt access to its model, and reports what the gateway knows about the attempt. */
export interface ModelMeter extends AsyncDisposable {
  readonly access: ModelAccess;
  readonly mounts: readonly ReadOnlyMount[];
  /** Aborted when the attempt cannot continue. */
  readonly stop: AbortSignal;
  /** The outcome that the gateway determined; undefined if it determined none. */
  ending(): Outcome | undefined;
  spent(): Omit<AttemptUsage, 'client'>;
  /** Warnings about the calls of the attempt, as sentences. */
  warnings(): readonly string[];
  /** False if the start script could not run the agent's program. */
  agentStarted(): boolean;
  /** Resolves when `ending` is final. The container must have ended. */
  concluded(): Promise<void>;
}

type MeterOptions = Pick<
  TryOptions,
  'modelService' | 'budgetUsd' | 'spentBeforeUsd' | 'run' | 'attempt' | 'folder'
> & {
  readonly prepared: Pick<TryOptions['prepared'], 'instance'>;
  readonly phase: AgentPhase;
};

/** Opens the gateway for one container. Returns undefined for an agent without a model. */
export async function openMeter(
  agent: Agent,
  options: MeterOptions,
): Promise<ModelMeter | undefined> {
  const { modelService, budgetUsd, prepared } = options;
  if (agent.model === undefined) return undefined;
  if (modelService === undefined) throw new Error(`${agent.name} needs a gateway`);
  const phase = options.phase === 'direct' ? [] : [options.phase];
  const gate = await modelService.gateway.openAttempt({
    attempt: [options.run, prepared.instance.id, agent.name, options.attempt, ...phase].join('/'),
    models: agent.model.names,
    budgetUsd,
    spentBeforeUsd: options.spentBeforeUsd,
    usageFile: join(options.folder, 'usage.jsonl'),
  });
  const watch = watchGate(gate);
  return {
    access: { url: GATEWAY_URL, token: gate.token },
    mounts: [
      { source: gate.socketDir, target: GATEWAY_SOCKET },
      { source: modelService.nodeFolder, target: NODE_FOLDER },
    ],
    stop: watch.stop,
    ending: watch.ending,
    spent() {
      const { usd, requests, inputTokens, outputTokens } = gate.spent();
      return { usd, requests, input_tokens: inputTokens, output_tokens: outputTokens };
    },
    warnings: gate.warnings,
    agentStarted: gate.agentStarted,
    concluded: gate.concluded,
    async [Symbol.asyncDispose]() {
      watch.end();
      await gate[Symbol.asyncDispose]();
    },
  };
}

interface GateWatch {
  readonly stop: AbortSignal;
  readonly ending: () => Outcome | undefined;
  readonly end: () => void;
}

/**
 * Watches a gate for its first final event. After a spent budget, the client has time to end by
 * itself.
 */
export function watchGate(gate: Pick<AttemptGate, 'exhausted' | 'providerFailed'>): GateWatch {
  const stop = new AbortController();
  let ending: Outcome | undefined;
  let timer: NodeJS.Timeout | undefined;
  void gate.exhausted.then((spent) => {
    ending ??=
      spent.scope === 'attempt'
        ? { kind: 'budget-exceeded', budget_usd: spent.budgetUsd, spent_usd: spent.spentUsd }
        : {
            kind: 'infra-failed',
            cause: 'run-budget',
            detail: `the run's budget of $${spent.budgetUsd} is spent`,
          };
    timer = setTimeout(() => stop.abort('the budget is spent'), GRACE_MS);
  });
  void gate.providerFailed.then(({ detail }) => {
    ending ??= { kind: 'infra-failed', cause: 'provider', detail };
    stop.abort('the provider failed');
  });
  return { stop: stop.signal, ending: () => ending, end: () => clearTimeout(timer) };
}
