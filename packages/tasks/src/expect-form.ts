import { askUntilFits, requireAnswer, type Paid } from '@refbench/models';

/**
 * Asks a model for an answer without which the command cannot go on.
 * @throws RefbenchError kind `infra-incomplete` if no answer has the required form or the provider
 *   fails; as `call` otherwise
 */
export async function expectForm<T>(
  model: string,
  call: () => Promise<Paid<T>>,
  signal: AbortSignal,
): Promise<{ readonly value: T; readonly usd: number }> {
  const asked = await askUntilFits(call, signal);
  return { value: requireAnswer(model, asked), usd: asked.cost.usd };
}
