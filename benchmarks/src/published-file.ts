import { join } from 'node:path';
import { NO_PUBLISHED_DATA, publishedData } from '@refbench/test-helpers';

/**
 * Path of a file of the published benchmark in the folder REFBENCH_DATA.
 * @throws Error if the variable is not set
 */
export function publishedFile(name: string): string {
  const folder = publishedData();
  if (folder === undefined) throw new Error(NO_PUBLISHED_DATA);
  return join(folder, 'codetaste', name);
}
