import type { ModelAccess } from './agent.ts';

/**
 * Where an agent of the user's own finds the model: our own names, and those that the common client
 * libraries read by themselves. The key is the attempt's token.
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
