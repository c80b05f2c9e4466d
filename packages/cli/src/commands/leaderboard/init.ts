import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { exists, writeFileAtomic } from '@refbench/base';
import { BOARD_FILE, LEDGER_FILE, publicKeyText } from '@refbench/leaderboard';
import { document } from '../../command-line/command/refbench-command.ts';
import { boardKeyOf, boardKeyOption, folderOption, KEYS_FILE } from './options.ts';

/** The known submitters of a new leaderboard. */
const NO_KEYS = `# Who may submit. The key is what \`refbench leaderboard keygen\` prints:
#   - name: Ada Lovelace
#     key: MCowBQYDK2VwAyEA...
submitters: []
`;

/** What the site of a new leaderboard is called. */
const NAMELESS = `title: Leaderboard
description: ''
`;

/** Adds `init`, which starts a leaderboard without submissions. */
export function addInitCommand(board: Command): void {
  const command = board
    .command('init')
    .description('start a leaderboard: an empty ledger, and a file for the keys of submitters')
    .addOption(folderOption())
    .addOption(boardKeyOption())
    .action(async (options: { readonly folder: string; readonly boardKey?: string }) => {
      const folder = resolve(options.folder);
      const ledger = join(folder, LEDGER_FILE);
      if (await exists(ledger)) {
        throw new RefbenchError({
          kind: 'usage',
          message: `${folder} is a leaderboard already`,
          hint: 'choose another --folder',
        });
      }
      const key = await boardKeyOf(options.boardKey);
      await mkdir(folder, { recursive: true });
      await writeFileAtomic(ledger, '');
      for (const [name, text] of [
        [KEYS_FILE, NO_KEYS],
        [BOARD_FILE, key === undefined ? NAMELESS : `${NAMELESS}key: ${publicKeyText(key)}\n`],
      ] as const) {
        const path = join(folder, name);
        if (!(await exists(path))) await writeFileAtomic(path, text);
      }
      process.stderr.write(
        `${folder} is a leaderboard; name it in ${BOARD_FILE}, and add the key of each submitter to ${KEYS_FILE}\n`,
      );
    });
  document(command, {
    output: 'Writes `ledger.jsonl`, `keys.yaml` and `board.yaml`.',
    exits: ['disk'],
    examples: [
      ['refbench leaderboard init', 'start a leaderboard in the folder leaderboard/'],
      [
        'refbench leaderboard init --board-key board-key.pem',
        'sign every change with a key of the board, so that nobody can remove a line unnoticed',
      ],
    ],
  });
}
