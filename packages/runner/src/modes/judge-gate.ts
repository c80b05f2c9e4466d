import { join } from 'node:path';
import type { AttemptUsage, Outcome } from '@refbench/contracts';
import type { Upstream } from '@refbench/models';
import { watchGate } from '../submission/model-meter.ts';
import type { ModelService } from '../submission/model-service.ts';
import type { Judge } from '../submission/judge.ts';
import { bridgeSocket } from './socket-bridge.ts';

/**
 * Gives the judge access to the run's gateway, which meters its calls, enforces the budgets and
 * writes the ledger.
 */
export interface JudgeGate extends AsyncDisposable {
  readonly upstream: Upstream;
  usage(): AttemptUsage;
  /** The outcome according to the gateway; undefined if the gateway saw no reason to end the attempt. */
  ending(): Promise<Outcome | undefined>;
}

export interface JudgeGateOptions {
  readonly modelService: ModelService;
  readonly judge: Judge;
  /** Name in the ledger. */
  readonly attempt: string;
  readonly budgetUsd: number;
  /** Folder for usage.jsonl. */
  readonly folder: string;
}

export async function openJudgeGate(options: JudgeGateOptions): Promise<JudgeGate> {
  const { judge } = options;
  const gate = await options.modelService.gateway.openAttempt({
    attempt: options.attempt,
    models: [judge.asks],
    budgetUsd: options.budgetUsd,
    usageFile: join(options.folder, 'usage.jsonl'),
  });
  const watch = watchGate(gate);
  try {
    const bridge = await bridgeSocket(join(gate.socketDir, 'gw.sock'));
    return {
      upstream: {
        baseUrl: judge.provider === 'openai' ? `${bridge.url}/v1` : bridge.url,
        apiKey: gate.token,
      },
      usage() {
        const { usd, requests, inputTokens, outputTokens } = gate.spent();
        return {
          usd,
          requests,
          input_tokens: inputTokens,
          output_tokens: outputTokens,
          client: null,
        };
      },
      async ending() {
        await gate.concluded();
        return watch.ending();
      },
      async [Symbol.asyncDispose]() {
        watch.end();
        await bridge[Symbol.asyncDispose]();
        await gate[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    watch.end();
    await gate[Symbol.asyncDispose]();
    throw error;
  }
}
