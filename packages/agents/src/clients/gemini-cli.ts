import { readGeminiEvents } from '../trace/gemini-events.ts';
import { optionValue } from '../agent/agent-options.ts';
import type { Client } from './client.ts';

export const geminiCli: Client = {
  name: 'gemini-cli',
  version: '0.61.0',
  packages: (version) => ({ '@google/gemini-cli': version }),
  program: () => ({ path: 'node_modules/@google/gemini-cli/bundle/gemini.js', runtime: 'node' }),
  tools: () => [],
  exampleModel: 'gemini-2.5-pro',
  modelNames: (model) => [model],
  options: [{ name: 'effort', values: ['low', 'medium', 'high'] }],
  launch: (model, { url, token }, options) => ({
    // Without -m, the client asks a router model to choose the model.
    args: ['--yolo', '-m', model, '--output-format', 'stream-json'],
    env: {
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: token,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    homeFiles: { '.gemini/settings.json': settingsOf(model, optionValue(options, 'effort')) },
  }),
  readTrace: readGeminiEvents,
};

/** Without a selected authentication method, the client exits at once. */
function settingsOf(model: string, effort: string | undefined): string {
  return JSON.stringify({
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { disableAutoUpdate: true, disableUpdateNag: true },
    ...(effort === undefined ? {} : { modelConfigs: overrideOf(model, effort) }),
  });
}

/** Thinking tokens per effort, as defined by the provider's compatible endpoint. */
const THINKING_TOKENS: Readonly<Record<string, number>> = { low: 1024, medium: 8192, high: 24_576 };

/** Models before Gemini 3 take a number of tokens, later ones a level. */
function overrideOf(model: string, effort: string): object {
  const thinkingConfig = /^gemini-[12]/.test(model)
    ? { thinkingBudget: THINKING_TOKENS[effort] }
    : { thinkingLevel: effort.toUpperCase() };
  const modelConfig = { generateContentConfig: { thinkingConfig } };
  // Not matched by model name, because the client replaces some names with newer ones.
  return { customOverrides: [{ match: { isChatModel: true }, modelConfig }] };
}
