import type { ModelAccess } from './agent/agent.ts';

/**
 * Returns the environment variables for the model access of a user's agent: RefBench's own names and
 * those of common client libraries. The key is the token of the attempt.
 */
export function modelEnv(access: ModelAccess, model: string): Readonly<Record<string, string>> {
  const { url, token } = access;
  return {
    REFBENCH_MODEL: model,
    REFBENCH_MODEL_URL: url,
    REFBENCH_MODEL_TOKEN: token,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: token,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: token,
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: token,
  };
}
