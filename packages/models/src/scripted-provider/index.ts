export {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type ServedRequest,
} from './model-server.ts';
export {
  parseServerScript,
  type ScriptRule,
  type ScriptUsage,
  type ServerScript,
} from './script.ts';
