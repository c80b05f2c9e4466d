import { RefbenchError } from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import type { z } from 'zod';

/**
 * Reads a JSON file of this package or of the study.
 * @param hint what to do if the file does not exist
 * @throws RefbenchError kind `invalid-file`
 */
export async function readDataFile<T>(
  path: string,
  schema: z.ZodType<T>,
  hint: string,
): Promise<T> {
  const file = await readJsonFile(path, schema);
  if (file.kind === 'valid') return file.value;
  const reason = file.kind === 'absent' ? 'the file does not exist' : file.reason.slice(0, 400);
  throw new RefbenchError({ kind: 'invalid-file', message: `${path}: ${reason}`, hint });
}
