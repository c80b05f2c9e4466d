import { readMessageStream } from '../trace/message-stream.ts';
import { optionValue } from '../agent/agent-options.ts';
import type { Client } from './client.ts';

const PACKAGE = 'node_modules/@qwen-code/qwen-code';

export const qwenCode: Client = {
  name: 'qwen-code',
  version: '0.24.4',
  packages: (version) => ({ '@qwen-code/qwen-code': version }),
  program: () => ({ path: `${PACKAGE}/cli-entry.js`, runtime: 'node' }),
  // Not executable in the package. Without it, the client uses a slower search.
  tools: (arch) => [`${PACKAGE}/vendor/ripgrep/${arch}-linux/rg`],
  exampleModel: 'qwen3-coder-plus',
  modelNames: (model) => [model],
  options: [{ name: 'effort', values: ['none', 'low', 'medium', 'high', 'xhigh', 'max'] }],
  launch: (model, { url, token }, options) => ({
    args: ['--yolo', '--output-format', 'stream-json', '--auth-type', 'openai'],
    env: {
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: token,
      OPENAI_MODEL: model,
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
    },
    homeFiles: { '.qwen/settings.json': settingsWith(optionValue(options, 'effort')) },
  }),
  readTrace: (stdout) => readMessageStream(stdout, 'cache-included'),
};

function settingsWith(effort: string | undefined): string {
  return JSON.stringify({
    telemetry: { enabled: false },
    privacy: { usageStatisticsEnabled: false },
    ...(effort === undefined ? {} : { model: { reasoningEffort: effort } }),
  });
}
