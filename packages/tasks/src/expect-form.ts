import { RefbenchError } from '@refbench/contracts';
import { AnswerMisfit } from '@refbench/models';

/**
 * Waits for an answer of a model.
 * @throws RefbenchError kind `infra-incomplete` if the answer does not have the required form
 */
export async function expectForm<T>(model: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AnswerMisfit)) throw error;
    throw new RefbenchError({
      kind: 'infra-incomplete',
      message: `the answer of ${model} does not have the required form: ${error.message}`,
      hint: 'run the command again, or use another model',
      cause: error,
    });
  }
}
