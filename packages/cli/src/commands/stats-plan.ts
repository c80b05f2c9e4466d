import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  experimentTable,
  METRICS,
  planExperiment,
  readResults,
  renderText,
  type Metric,
} from '@refbench/reports';
import { sourcePath } from '../report-options.ts';
import { positive } from '../number-options.ts';

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

/** `stats plan`: how large an experiment has to be. */
export function addStatsPlanCommand(stats: Command): void {
  stats
    .command('plan')
    .description('how many instances and attempts it takes to find a difference')
    .requiredOption('--difference <points>', 'the difference, in percentage points', number)
    .addOption(new Option('--metric <metric>', 'of what').choices(METRICS).default('alignment'))
    .option('--from <results>', 'results to take spread and number of pairs from: a run or a file')
    .option('--comparisons <n>', 'pairs that are corrected for', positive)
    .option('--power <share>', 'probability of finding the difference', number, 0.8)
    .option('--between <points>', 'standard deviation of the differences of instances', number)
    .option('--within <points>', 'standard deviation of attempts at one instance', number)
    .option('--runs-dir <dir>', 'folder of the runs', 'runs')
    .option('--instances-dir <dir>', 'folder of the instances', 'instances')
    .option('--json', 'the JSON on standard output instead of a table', false)
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

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new InvalidArgumentError('give a number');
  return value;
}
