import { loadPrices } from '@refbench/models';
import {
  startModelServer,
  type ModelServer,
  type ServerScript,
} from '@refbench/models/scripted-provider';
import type { ModelOptions } from '../submission/model-service.ts';

/** API key that must not occur anywhere but in the memory of the gateway. */
export const CANARY_KEY = 'sk-canary-3f9a1c77e2';

/** A model for each client, with the client's protocol. */
export const CLIENT_MODELS = {
  'claude-code': 'claude-sonnet-4-5',
  codex: 'gpt-5.5',
  'qwen-code': 'qwen3-coder-plus',
  opencode: 'gpt-5.5',
  'gemini-cli': 'gemini-2.5-pro',
} as const;

export type ClientName = keyof typeof CLIENT_MODELS;

const ALL_CLIENTS = Object.keys(CLIENT_MODELS) as readonly ClientName[];

/** Two clients with different protocols; all of them with `scripts/test --all`. */
export const TESTED_CLIENTS: readonly ClientName[] =
  process.env['REFBENCH_TEST_ALL'] === '1' ? ALL_CLIENTS : ['claude-code', 'codex'];

/** The clients that this run leaves out. */
export const SKIPPED_CLIENTS: readonly ClientName[] = ALL_CLIENTS.filter(
  (name) => !TESTED_CLIENTS.includes(name),
);

/** Scripts one command in the client's shell tool and a final message. */
export function editing(command: string): ServerScript {
  return {
    usage: { input: 1200, cache_read: 200, output: 90, reasoning: 10 },
    rules: [
      { when: { tools: true, results: 0 }, shell: command },
      { when: { tools: true }, say: 'Done.' },
      { say: 'A title' },
    ],
  };
}

/** A scripted provider, and what a run needs to reach it. */
export class ScriptedModels implements AsyncDisposable {
  readonly server: ModelServer;
  readonly options: ModelOptions;

  private constructor(server: ModelServer, options: ModelOptions) {
    this.server = server;
    this.options = options;
  }

  static async start(
    script: ServerScript,
    budgets: Partial<Pick<ModelOptions, 'budgetUsd' | 'runBudgetUsd'>> = {},
  ): Promise<ScriptedModels> {
    const server = await startModelServer({ script });
    const upstream = { baseUrl: server.url, apiKey: CANARY_KEY };
    return new ScriptedModels(server, {
      prices: await loadPrices(),
      upstreams: {
        anthropic: upstream,
        openai: { ...upstream, baseUrl: `${server.url}/v1` },
        gemini: upstream,
      },
      budgetUsd: 11,
      runBudgetUsd: null,
      ...budgets,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}
