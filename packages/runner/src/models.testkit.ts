import { loadPrices, type Upstreams } from '@refbench/models';
import type { ModelOptions } from './model-supply.ts';

/** What must never be seen anywhere but in the gateway's own memory. */
export const CANARY_KEY = 'sk-canary-3f9a1c77e2';

/** The models that the clients are tried with; each takes the protocol of its client. */
export const CLIENT_MODELS = {
  'claude-code': 'claude-sonnet-4-5',
  codex: 'gpt-5.5',
  'qwen-code': 'qwen3-coder-plus',
  opencode: 'gpt-5.5',
  'gemini-cli': 'gemini-2.5-pro',
} as const;
