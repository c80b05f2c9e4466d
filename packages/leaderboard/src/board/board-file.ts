import { join } from 'node:path';
import { exists, readYamlFile } from '@refbench/base';
import { z } from 'zod';

/** In the folder of a leaderboard: what its site is called. */
export const BOARD_FILE = 'board.yaml';

const boardFileSchema = z.strictObject({
  /** Heading of the site. */
  title: z.string().min(1).max(200).default('Leaderboard'),
  /** A paragraph below the heading. */
  description: z.string().max(2000).default(''),
});

/**
 * Reads the title and the description of a leaderboard. A board without the file has the defaults.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readBoardFile(folder: string): Promise<z.infer<typeof boardFileSchema>> {
  const path = join(folder, BOARD_FILE);
  if (!(await exists(path))) return boardFileSchema.parse({});
  return await readYamlFile(path, boardFileSchema);
}
