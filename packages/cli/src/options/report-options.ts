import { join, resolve } from 'node:path';
import { exists } from '@refbench/base';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { didYouMean, RefbenchError } from '@refbench/contracts';
import { listRunIds } from '@refbench/runner';
import { DEFAULT_REPORT_OPTIONS, type ReportOptions } from '@refbench/reports';
import { positive } from './number-options.ts';

/** Options of the commands that report on results. */
export interface ReportCommandOptions {
  readonly runsDir: string;
  readonly instancesDir: string;
  readonly seed: number;
  readonly permutations: number;
  readonly resamples: number;
  readonly method: 'exact' | 'sampled';
  readonly absent: 'zero' | 'drop' | 'common';
  readonly cluster: 'instance' | 'repository';
  readonly includeReference: boolean;
  readonly out?: string;
  readonly matched: boolean;
  readonly json: boolean;
}

export function addReportOptions(command: Command): Command {
  const { seed, permutations, resamples, method, absent, cluster } = DEFAULT_REPORT_OPTIONS;
  return command
    .option('--runs-dir <dir>', 'folder of the runs', 'runs')
    .option(
      '--instances-dir <dir>',
      'folder of the instances, for languages and categories',
      'instances',
    )
    .option('--seed <n>', 'seed of the bootstrap and of sampled tests', count, seed)
    .addOption(
      new Option('--method <method>', 'p-values: exact, or from random samples as in the paper')
        .choices(['exact', 'sampled'])
        .default(method),
    )
    .option('--permutations <n>', 'number of samples of a sampled test', positive, permutations)
    .option('--resamples <n>', 'number of bootstrap samples; 0 for none', count, resamples)
    .addOption(
      new Option('--absent <policy>', 'treatment of missing results that no plan requires')
        .choices(['zero', 'drop', 'common'])
        .default(absent, 'common: only instances that every compared agent has'),
    )
    .addOption(
      new Option('--cluster <unit>', 'unit of independence')
        .choices(['instance', 'repository'])
        .default(cluster),
    )
    .option('--include-reference', 'also test golden, nop and other reference agents', false)
    .option('--out <dir>', 'folder for JSON, Markdown, LaTeX, CSV, SVG and PNG files')
    .option('--matched', 'use only instances on which no attempt ran out of time or budget', false)
    .option('--json', 'print JSON on standard output instead of tables', false);
}

export function reportOptionsOf(options: ReportCommandOptions): ReportOptions {
  const { seed, permutations, resamples, method, absent, cluster, includeReference } = options;
  return { seed, permutations, resamples, method, absent, cluster, includeReference };
}

/**
 * Resolves a run id below --runs-dir, or any path.
 * @throws RefbenchError kind `usage`, with a list of the existing runs
 */
export async function sourcePath(runsDir: string, name: string): Promise<string> {
  const byId = join(runsDir, name);
  if (await exists(join(byId, 'run.json'))) return resolve(byId);
  if (await exists(name)) return resolve(name);
  const runs = await listRunIds(runsDir);
  throw new RefbenchError({
    kind: 'usage',
    message: `there is no run "${name}" in ${runsDir}, and no file or folder with this name${didYouMean(name, runs)}`,
    hint:
      runs.length === 0
        ? `${runsDir} contains no runs: create one with refbench run, or use another folder with --runs-dir`
        : `the runs are: ${runs.join(', ')}`,
  });
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff || text.trim() === '') {
    throw new InvalidArgumentError('specify a whole number from 0 to 4294967295');
  }
  return value;
}
