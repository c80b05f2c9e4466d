import { readMessageStream } from '../trace/message-stream.ts';
import { optionValue } from '../agent/agent-options.ts';
import type { Client } from './client.ts';

/** The small model that the client uses for summaries and titles. */
const HELPER = 'claude-haiku-4-5';

export const claudeCode: Client = {
  name: 'claude-code',
  version: '2.1.329',
  packages: (version, arch) => ({ [`@anthropic-ai/claude-code-linux-${arch}`]: version }),
  program: (arch) => ({
    path: `node_modules/@anthropic-ai/claude-code-linux-${arch}/claude`,
    runtime: 'native',
  }),
  tools: () => [],
  exampleModel: 'claude-sonnet-4-6',
  modelNames: (model) => [...new Set([model, helperOf(model)])],
  options: [{ name: 'effort', values: ['low', 'medium', 'high', 'xhigh', 'max'] }],
  launch: (model, { url, token }, options) => ({
    args: [
      '-p',
      '--dangerously-skip-permissions',
      '--output-format',
      'stream-json',
      // With -p, stream-json requires --verbose.
      '--verbose',
      '--model',
      model,
      ...effortArguments(optionValue(options, 'effort')),
    ],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: token,
      // Otherwise, aliases in subagents would select other models.
      ANTHROPIC_DEFAULT_OPUS_MODEL: model,
      ANTHROPIC_DEFAULT_SONNET_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: helperOf(model),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
    },
    homeFiles: {},
  }),
  readTrace: (stdout) => readMessageStream(stdout, 'cache-beside'),
};

function effortArguments(effort: string | undefined): readonly string[] {
  return effort === undefined ? [] : ['--effort', effort];
}

/** Other providers with the same protocol do not have this model. */
function helperOf(model: string): string {
  return model.startsWith('claude-') ? HELPER : model;
}
