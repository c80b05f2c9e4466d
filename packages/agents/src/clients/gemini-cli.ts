import { readGeminiEvents } from '../trace/gemini-events.ts';
import type { Client } from './client.ts';

export const geminiCli: Client = {
  name: 'gemini-cli',
  version: '0.61.0',
  packages: (version) => ({ '@google/gemini-cli': version }),
  program: () => ({ path: 'node_modules/@google/gemini-cli/bundle/gemini.js', runtime: 'node' }),
  tools: () => [],
  exampleModel: 'gemini-2.5-pro',
  modelNames: (model) => [model],
  options: [],
  launch: (model, { url, token }) => ({
    // Without -m, a router model is asked first which model to ask.
    args: ['--yolo', '-m', model, '--output-format', 'stream-json'],
    env: {
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: token,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    homeFiles: { '.gemini/settings.json': SETTINGS },
  }),
  readTrace: readGeminiEvents,
};

/** Without the chosen way of signing in it ends at once. */
const SETTINGS = JSON.stringify({
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { disableAutoUpdate: true, disableUpdateNag: true },
});
