import { join } from 'node:path';
import { exists, readYamlFile } from '@refbench/base';
import { z } from 'zod';

/** In the folder of a leaderboard: what its site is called, and the key of the board. */
export const BOARD_FILE = 'board.yaml';

const boardFileSchema = z.strictObject({
  /** Heading of the site. */
  title: z.string().min(1).max(200).default('Leaderboard'),
  /** A paragraph below the heading. */
  description: z.string().max(2000).default(''),
  /** The public key that signs the end of the ledger, as `refbench leaderboard keygen` prints it. */
  key: z.base64().optional(),
});

/**
 * Reads what a leaderboard says of itself. A board without the file has the defaults.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readBoardFile(folder: string): Promise<z.infer<typeof boardFileSchema>> {
  const path = join(folder, BOARD_FILE);
  if (!(await exists(path))) return boardFileSchema.parse({});
  return await readYamlFile(path, boardFileSchema);
}
