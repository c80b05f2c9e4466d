import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import {
  checkStudy,
  compareModels,
  comparisonTables,
  publishedFigures,
  readResultsFile,
  writeComparison,
  type ModelResults,
} from '@refbench/outcome-tiers';
import { positive } from '../../options/number-options.ts';
import {
  addTiersFolder,
  printTables,
  type TiersFolderOptions,
} from '../../options/tiers-options.ts';

interface CompareOptions extends TiersFolderOptions {
  readonly family: ReadonlyMap<string, string>;
  readonly seed: number;
  readonly permutations: number;
  readonly study: boolean;
  readonly out?: string;
  readonly json: boolean;
}

export function addTiersCompareCommand(tiers: Command): void {
  const command = tiers
    .command('compare [results...]')
    .description('compare the results of models (default: all results in the folder)')
    .option(
      '--family <name=models>',
      'models of one family: NAME=a,b (repeatable)',
      family,
      new Map(),
    )
    .option(
      '--study',
      'check the figures and statements of the study against its four files',
      false,
    )
    .option('--seed <n>', 'seed of the permutation tests', positive, 1)
    .option('--permutations <n>', 'number of samples of a permutation test', positive, 100_000)
    .option('--out <dir>', 'folder for JSON, Markdown, LaTeX, CSV, SVG and PNG files')
    .option('--json', 'print JSON on standard output instead of tables', false);
  addTiersFolder(command).action(async (files: readonly string[], options: CompareOptions) => {
    const { seed, permutations: samples, family: families } = options;
    const models = await readAll(files.length > 0 ? files : await resultFiles(options.folder));
    const comparison = compareModels(models, { seed, samples, families });
    const checks = options.study ? checkStudy(comparison, await publishedFigures()) : [];
    if (options.json) process.stdout.write(`${JSON.stringify({ ...comparison, checks })}\n`);
    else printTables(comparisonTables(comparison, checks));
    if (options.out === undefined) return;
    const written = await writeComparison(resolve(options.out), comparison, models, checks);
    process.stderr.write(`${written.at(-1) ?? ''}\n`);
  });
}

async function readAll(files: readonly string[]): Promise<readonly ModelResults[]> {
  const models = new Map<string, ModelResults>();
  for (const file of files) {
    const results = await readResultsFile(resolve(file));
    if (models.has(results.model)) {
      throw new RefbenchError({
        kind: 'usage',
        message: `${file}: duplicate results of "${results.model}"`,
        hint: 'specify one file per model',
      });
    }
    models.set(results.model, results);
  }
  return [...models.values()];
}

async function resultFiles(folder: string): Promise<readonly string[]> {
  const dir = join(resolve(folder), 'results');
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.json'));
  if (names.length > 0) return names.sort().map((name) => join(dir, name));
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${dir} contains no results`,
    hint: 'score answers first: refbench tiers score',
  });
}

function family(text: string, previous: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [, name, models] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || models === undefined) {
    throw new InvalidArgumentError('use the form NAME=model,model');
  }
  return new Map([...previous, ...models.split(',').map((model) => [model.trim(), name] as const)]);
}
