/**
 * Reference agents (golden, nop, script), coding agents from npm, and custom agent directories.
 *
 * @module @refbench/agents
 */

export type { AgentOptions } from './agent/agent-options.ts';
export {
  AGENT_FOLDER,
  NODE_FOLDER,
  type Agent,
  type AgentLaunch,
  type AgentModel,
  type ModelAccess,
} from './agent/agent.ts';
export type { TokenUsage } from './agent/trace.ts';
export { ensureNode } from './bundle/node-bundle.ts';
export { ensureRipgrep } from './bundle/ripgrep-bundle.ts';
export { EMBEDDED_AGENTS, resolveAgent } from './resolve-agent.ts';
export { sweepBundles } from './sweep-bundles.ts';
export { toTrajectory } from './trace/trajectory.ts';
