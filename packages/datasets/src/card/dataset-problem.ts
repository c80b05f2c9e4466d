import { RefbenchError } from '@refbench/contracts';

/** Something that keeps a set of instances from being published. */
export interface DatasetProblem {
  /** Id of the instance, or the name of the file. */
  readonly subject: string;
  readonly problem: string;
  readonly hint: string;
}

/** Runs a check. Expected errors become problems; bugs are thrown. */
export async function problemsOf(
  subject: string,
  check: () => Promise<unknown>,
): Promise<readonly DatasetProblem[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!RefbenchError.isInstance(error)) throw error;
    return [{ subject, problem: error.message, hint: error.hint }];
  }
}
