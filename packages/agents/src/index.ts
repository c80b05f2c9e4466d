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
  type AgentLayout,
  type AgentModel,
  type AttemptContext,
  type ModelAccess,
} from './agent/agent.ts';
export type { TokenUsage, Trace } from './agent/trace.ts';
export { ensureNode } from './bundle/node-bundle.ts';
export { ensureRipgrep } from './bundle/ripgrep-bundle.ts';
export { resolveAgent, type ResolveAgentOptions } from './resolve-agent.ts';
export { sweepBundles, type OldBundle } from './sweep-bundles.ts';
export { toTrajectory } from './trace/trajectory.ts';
