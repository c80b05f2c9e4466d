import { resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { agentSizes, readPublishedPatches, sizesTable } from '@refbench/evidence';
import { renderText } from '@refbench/reports';
import { terminalText } from '../terminal/terminal-text.ts';

interface Options {
  readonly baseAgent: string;
  readonly json: boolean;
}

/** Adds `stats sizes`, which computes precision and diff size from published patches. */
export function addStatsSizesCommand(stats: Command, setExitCode: (code: number) => void): void {
  stats
    .command('sizes <folder>')
    .description(
      'compute precision and size of patches in the published layout: <owner>/<repository>/<base>/<agent>/prediction.diff',
    )
    .option(
      '--base-agent <name>',
      'agent that changes nothing, whose matches of reductive rules are those of base',
      'null_agent',
    )
    .option('--json', 'print JSON on standard output instead of a table', false)
    .action(async (folder: string, options: Options) => {
      const { patches, rejected } = await readPublishedPatches(resolve(folder), options.baseAgent);
      const agents = agentSizes(patches);
      const shown = { schema: 1, kind: 'refbench-sizes', agents, rejected };
      process.stdout.write(
        `${options.json ? JSON.stringify(shown) : renderText(sizesTable(agents))}\n`,
      );
      for (const { path, reason } of rejected) {
        process.stderr.write(`missing: ${terminalText(path)}: ${terminalText(reason)}\n`);
      }
      if (rejected.length > 0) setExitCode(EXIT_CODES['invalid-file']);
    });
}
