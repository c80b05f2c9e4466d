import { readMessageStream } from '../trace/message-stream.ts';
import type { Client } from './client.ts';

const PACKAGE = 'node_modules/@qwen-code/qwen-code';

export const qwenCode: Client = {
  name: 'qwen-code',
  version: '0.24.4',
  packages: (version) => ({ '@qwen-code/qwen-code': version }),
  program: () => ({ path: `${PACKAGE}/cli-entry.js`, runtime: 'node' }),
  // Shipped without the right to be run; without it, the client falls back to a slower search.
  tools: (arch) => [`${PACKAGE}/vendor/ripgrep/${arch}-linux/rg`],
  exampleModel: 'qwen3-coder-plus',
  modelNames: (model) => [model],
  options: [],
  launch: (model, { url, token }) => ({
    args: ['--yolo', '--output-format', 'stream-json', '--auth-type', 'openai'],
    env: {
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: token,
      OPENAI_MODEL: model,
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
    },
    homeFiles: { '.qwen/settings.json': SETTINGS },
  }),
  readTrace: (stdout) => readMessageStream(stdout, 'cache-included'),
};

const SETTINGS = JSON.stringify({
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
});
