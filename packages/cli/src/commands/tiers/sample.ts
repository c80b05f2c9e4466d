import { InvalidArgumentError, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import {
  drawSample,
  readIndex,
  readLabels,
  sampleOf,
  sampleWarnings,
  TIERS,
  writeSample,
} from '@refbench/outcome-tiers';
import { positive } from '../../options/number-options.ts';
import {
  addJson,
  addTiersFolder,
  printJson,
  tiersFile,
  type TiersFolderOptions,
} from '../../options/tiers-options.ts';
import { collectList } from '../../options/workspace-options.ts';

interface SampleCommandOptions extends TiersFolderOptions {
  readonly index?: string;
  readonly labels?: string;
  readonly perTier: number;
  readonly seed: number;
  readonly tier?: readonly string[];
  readonly repository?: string;
  readonly json: boolean;
}

export function addTiersSampleCommand(tiers: Command): void {
  const command = tiers
    .command('sample')
    .description("draw tickets of each tier, as CPython's random.Random(seed).sample draws them")
    .option('--index <file>', 'file of the index (default: index.json in the folder)')
    .option('--labels <file>', 'labels for an index without tiers')
    .option('--per-tier <count>', 'maximum number of tickets per tier', positive, 30)
    .option('--seed <n>', 'seed of the draw', seed, 42)
    .option(
      '--tier <tier>',
      'draw only from these tiers, which changes the sample (repeatable, or a,b)',
      collectList,
    )
    .option(
      '--repository <place>',
      'repository, if the index does not name it: owner/name, or a path',
    );
  addJson(addTiersFolder(command)).action(async (options: SampleCommandOptions) => {
    const { folder, perTier, seed, tier = TIERS } = options;
    const index = await readIndex(tiersFile(folder, 'index.json', options.index));
    const labels = options.labels === undefined ? undefined : await readLabels(options.labels);
    const entries = index.entries.map((entry) => ({
      ...entry,
      tier: labels?.get(entry.key) ?? entry.tier,
    }));
    if (!entries.some((entry) => entry.tier !== null && tier.includes(entry.tier))) {
      throw new RefbenchError({
        kind: 'usage',
        message: `the index has no ticket of ${tier.join(', ')}`,
        hint: 'build it with labels, or use --labels',
      });
    }
    const settings = { perTier, seed, tiers: tier };
    const drawn = drawSample(entries, settings);
    const labelled = labels?.size ?? index.origin?.labelled_tickets ?? null;
    const warnings = sampleWarnings(drawn, labelled);
    const origin = {
      repository: options.repository ?? index.origin?.repository ?? null,
      language: index.origin?.language ?? 'java',
    };
    const path = tiersFile(folder, 'sample.json');
    const sample = sampleOf(drawn, settings, origin, warnings);
    await writeSample(path, sample);
    const { tickets: _tickets, ...figures } = sample;
    if (options.json) printJson({ file: path, ...figures });
    else for (const line of tierLines(drawn)) process.stdout.write(`${line}\n`);
    for (const warning of warnings) process.stderr.write(`note: ${warning}\n`);
    process.stderr.write(`${path}\n`);
  });
}

function tierLines(drawn: ReturnType<typeof drawSample>): readonly string[] {
  return drawn.map(({ tier, pool, entries }) => `${tier}: ${entries.length} of ${pool}`);
}

function seed(value: string): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && value.trim() !== '') return number;
  throw new InvalidArgumentError('specify a whole number');
}
