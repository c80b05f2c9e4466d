export { AGENT_FOLDER, type Agent, type AgentLaunch, type AttemptContext } from './agent.ts';
export { resolveAgent } from './resolve-agent.ts';
