import { readCodexEvents } from '../trace/codex-events.ts';
import { optionValue } from '../agent/agent-options.ts';
import type { Client } from './client.ts';

const TARGETS = { x64: 'x86_64-unknown-linux-musl', arm64: 'aarch64-unknown-linux-musl' } as const;

export const codex: Client = {
  name: 'codex',
  version: '0.169.0',
  packages: (version, arch) => ({ codex: `npm:@openai/codex@${version}-linux-${arch}` }),
  program: (arch) => ({
    path: `node_modules/codex/vendor/${TARGETS[arch]}/bin/codex`,
    runtime: 'native',
  }),
  tools: () => [],
  exampleModel: 'gpt-5.5',
  modelNames: (model) => [model],
  options: [{ name: 'effort', values: ['minimal', 'low', 'medium', 'high', 'xhigh'] }],
  launch: (model, { url, token }, options) => ({
    args: [
      'exec',
      '--json',
      '--skip-git-repo-check',
      // The container is the sandbox. Codex's own sandbox needs kernel features that are blocked in it.
      '--dangerously-bypass-approvals-and-sandbox',
      '--ephemeral',
      '-',
    ],
    env: { GATEWAY_TOKEN: token },
    homeFiles: { '.codex/config.toml': configOf(model, url, optionValue(options, 'effort')) },
  }),
  readTrace: readCodexEvents,
};

/** Disables network access for updates, plugins and analytics. */
function configOf(model: string, url: string, effort: string | undefined): string {
  const reasoning =
    effort === undefined ? '' : `model_reasoning_effort = ${JSON.stringify(effort)}\n`;
  return `model = ${JSON.stringify(model)}
${reasoning}model_provider = "gateway"
check_for_update_on_startup = false
web_search = "disabled"

[features]
plugins = false
apps = false

[analytics]
enabled = false

[model_providers.gateway]
name = "gateway"
base_url = ${JSON.stringify(`${url}/v1`)}
env_key = "GATEWAY_TOKEN"
wire_api = "responses"
`;
}
