import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { didYouMean, RefbenchError } from '@refbench/contracts';
import { listRunIds } from '@refbench/runner';
import { DEFAULT_REPORT_OPTIONS, type ReportOptions } from '@refbench/reports';

/** Options of the commands that turn results into figures. */
export interface ReportCommandOptions {
  readonly runsDir: string;
  readonly instancesDir: string;
  readonly seed: number;
  readonly permutations: number;
  readonly resamples: number;
  readonly out?: string;
  readonly matched: boolean;
  readonly json: boolean;
}

export function addReportOptions(command: Command): Command {
  const { seed, permutations, resamples } = DEFAULT_REPORT_OPTIONS;
  return command
    .option('--runs-dir <dir>', 'folder of the runs', 'runs')
    .option('--instances-dir <dir>', 'folder of the instances: languages, categories', 'instances')
    .option('--seed <n>', 'seed of every random draw', count, seed)
    .option('--permutations <n>', 'samples of a permutation test', count, permutations)
    .option('--resamples <n>', 'bootstrap samples; 0 for none', count, resamples)
    .option('--out <dir>', 'folder for JSON, Markdown, LaTeX, CSV, SVG and PNG files')
    .option('--matched', 'only instances on which no attempt was cut off by time or budget', false)
    .option('--json', 'the JSON on standard output instead of tables', false);
}

export function reportOptionsOf(options: ReportCommandOptions): ReportOptions {
  const { seed, permutations, resamples } = options;
  return { seed, permutations, resamples };
}

/**
 * A run by its id below --runs-dir, or any path.
 * @throws RefbenchError kind `usage`, which names the runs that there are
 */
export async function sourcePath(runsDir: string, name: string): Promise<string> {
  const byId = join(runsDir, name);
  if (await isThere(join(byId, 'run.json'))) return resolve(byId);
  if (await isThere(name)) return resolve(name);
  const runs = await listRunIds(runsDir);
  throw new RefbenchError({
    kind: 'usage',
    message: `there is no run "${name}" in ${runsDir}, and no file or folder of this name${didYouMean(name, runs)}`,
    mend:
      runs.length === 0
        ? `${runsDir} holds no runs: make one with refbench run, or name another folder with --runs-dir`
        : `the runs are: ${runs.join(', ')}`,
  });
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff || text.trim() === '') {
    throw new InvalidArgumentError('it must be a whole number from 0 to 4294967295');
  }
  return value;
}
