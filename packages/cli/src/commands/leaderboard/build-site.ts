import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { countOf } from '@refbench/base';
import { buildBoard, type BoardView } from '@refbench/leaderboard';
import { differingFiles, writeSite } from '@refbench/web';
import { document } from '../../command-line/command/refbench-command.ts';
import { addFolderOption } from '../../options/workspace-options.ts';
import { folderOption } from './options.ts';

interface Options {
  readonly folder: string;
  readonly instancesDir: string;
  readonly out: string;
  readonly verify: boolean;
}

/** Adds `build`, which writes the site, and checks that it is what the ledger gives. */
export function addBuildSiteCommand(board: Command, setExitCode: (code: number) => void): void {
  const command = board
    .command('build')
    .description('build the site of a leaderboard from its ledger and submissions')
    .addOption(folderOption())
    .option('--out <dir>', 'folder of the site', 'site')
    .option('--verify', 'only compare an existing site with a new build, byte for byte', false);
  addFolderOption(command, 'instances', 'read').action(async (options: Options) => {
    const out = resolve(options.out);
    if (!options.verify) {
      const files = await build(options, out);
      process.stderr.write(`${files} files in ${out}; open ${join(out, 'index.html')}\n`);
      return;
    }
    const fresh = await mkdtemp(join(tmpdir(), 'refbench-site-'));
    try {
      await build(options, fresh);
      const different = await differingFiles(fresh, out);
      for (const name of different) process.stdout.write(`${name} differs\n`);
      if (different.length > 0) setExitCode(EXIT_CODES['invalid-file']);
      else process.stderr.write('the site is what the ledger and the submissions give\n');
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  });
  document(command, {
    output: 'Writes the site to `--out`. With `--verify`, prints the files that differ.',
    exits: ['invalid-file', 'disk'],
    examples: [
      ['refbench leaderboard build --out site', 'build the site'],
      ['refbench leaderboard build --out site --verify', 'check that a site was not changed'],
    ],
  });
}

async function build({ folder, instancesDir }: Options, out: string): Promise<number> {
  const { view, submissions } = await buildBoard({
    folder: resolve(folder),
    instancesDir: resolve(instancesDir),
  });
  noteUnknown(view, instancesDir);
  return await writeSite({
    out,
    board: view,
    runs: submissions.map(({ id, run }) => ({ id, run })),
    instancesDir: resolve(instancesDir),
  });
}

/** Language and kind come from the data set. Without it, the site can only leave them open. */
function noteUnknown({ results }: BoardView, instancesDir: string): void {
  const unknown = new Set(results.flatMap((row) => (row.language === null ? [row.instance] : [])));
  if (unknown.size === 0) return;
  process.stderr.write(
    `note: ${instancesDir} lacks ${countOf(unknown.size, 'instance')} of the board, so the site shows no language for them; refbench dataset pull adds the data set\n`,
  );
}
