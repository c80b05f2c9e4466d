import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  experimentTable,
  METRICS,
  planExperiment,
  readResults,
  renderText,
  type Metric,
} from '@refbench/reports';
import { sourcePath } from '../options/report-options.ts';
import { positive } from '../options/number-options.ts';

interface Options {
  readonly difference: number;
  readonly metric: Metric;
  readonly from?: string;
  readonly comparisons?: number;
  readonly power: number;
  readonly between?: number;
  readonly within?: number;
  readonly runsDir: string;
  readonly instancesDir: string;
  readonly json: boolean;
}

/** Adds `stats plan`, which computes the size of an experiment. */
export function addStatsPlanCommand(stats: Command): void {
  stats
    .command('plan')
    .description('compute how many instances and attempts detect a difference')
    .requiredOption('--difference <points>', 'difference to detect, in percentage points', points)
    .addOption(
      new Option('--metric <metric>', 'metric of the difference')
        .choices(METRICS)
        .default('alignment'),
    )
    .option(
      '--from <results>',
      'take the variance and the number of pairs from these results: a run or a file',
    )
    .option('--comparisons <n>', 'number of comparisons to correct for', positive)
    .option('--power <share>', 'probability of detecting the difference', share, 0.8)
    .option('--between <points>', 'standard deviation of the differences between instances', points)
    .option('--within <points>', 'standard deviation between attempts at one instance', points)
    .option('--runs-dir <dir>', 'folder of the runs', 'runs')
    .option('--instances-dir <dir>', 'folder of the instances', 'instances')
    .option('--json', 'print JSON on standard output instead of a table', false)
    .action(async (options: Options) => {
      const { from, comparisons, between, within } = options;
      const plan = planExperiment({
        metric: options.metric,
        difference: options.difference / 100,
        power: options.power,
        ...(comparisons === undefined ? {} : { comparisons }),
        ...(between === undefined ? {} : { between: between / 100 }),
        ...(within === undefined ? {} : { within: within / 100 }),
        ...(from === undefined
          ? {}
          : {
              from: await readResults(
                await sourcePath(options.runsDir, from),
                options.instancesDir,
              ),
            }),
      });
      process.stdout.write(
        `${options.json ? JSON.stringify(plan) : renderText(experimentTable(plan))}\n`,
      );
    });
}

/** Metrics are shares, so no difference exceeds 100 points. */
function points(text: string): number {
  return between(text, 0, 100);
}

function share(text: string): number {
  return between(text, 0, 1);
}

/** The lower bound is excluded, because a difference of nothing needs no experiment. */
function between(text: string, low: number, high: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value > low && value <= high) return value;
  throw new InvalidArgumentError(`specify a number above ${low} and up to ${high}`);
}
