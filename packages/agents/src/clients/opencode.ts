import { readOpencodeEvents } from '../trace/opencode-events.ts';
import { optionValue } from '../agent/agent-options.ts';
import type { Client } from './client.ts';

export const opencode: Client = {
  name: 'opencode',
  version: '1.18.33',
  packages: (version, arch) => ({ [`opencode-linux-${arch}`]: version }),
  program: (arch) => ({
    path: `node_modules/opencode-linux-${arch}/bin/opencode`,
    runtime: 'native',
  }),
  tools: () => [],
  exampleModel: 'gpt-5.5',
  modelNames: (model) => [model],
  // The names of variants depend on the provider.
  options: [{ name: 'effort' }],
  launch: (model, { url, token }, options) => ({
    // With a title, the client does not ask the model for one.
    args: [
      'run',
      '--format',
      'json',
      '--title',
      'attempt',
      '-m',
      `gateway/${model}`,
      ...variantArguments(optionValue(options, 'effort')),
    ],
    env: {
      GATEWAY_TOKEN: token,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    homeFiles: { '.config/opencode/opencode.json': configOf(model, url) },
  }),
  readTrace: readOpencodeEvents,
};

function variantArguments(variant: string | undefined): readonly string[] {
  return variant === undefined ? [] : ['--variant', variant];
}

function configOf(model: string, url: string): string {
  return JSON.stringify({
    provider: {
      gateway: {
        npm: '@ai-sdk/openai-compatible',
        name: 'gateway',
        options: { baseURL: `${url}/v1`, apiKey: '{env:GATEWAY_TOKEN}' },
        models: { [model]: { name: model } },
      },
    },
    model: `gateway/${model}`,
    small_model: `gateway/${model}`,
    permission: { '*': 'allow' },
    share: 'disabled',
  });
}
