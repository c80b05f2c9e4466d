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
import { positive } from '../../number-options.ts';
import { addTiersFolder, printTables, type TiersFolderOptions } from '../../tiers-options.ts';

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
    .description("figures of one or several models: the folder's results, or files of them")
    .option(
      '--family <name=models>',
      'models of one maker: NAME=a,b (repeatable)',
      family,
      new Map(),
    )
    .option('--study', "check the study's figures and statements against its four files", false)
    .option('--seed <n>', 'seed of the permutation tests', positive, 1)
    .option('--permutations <n>', 'samples of a permutation test', positive, 100_000)
    .option('--out <dir>', 'folder for JSON, Markdown, LaTeX, CSV, SVG and PNG files')
    .option('--json', 'the JSON on standard output instead of tables', false);
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
        message: `${file}: there are results of "${results.model}" already`,
        hint: 'give one file a model',
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
    message: `${dir}: there are no results in it`,
    hint: 'score answers first: refbench tiers score',
  });
}

function family(text: string, previous: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [, name, models] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || models === undefined) {
    throw new InvalidArgumentError('give it as NAME=model,model');
  }
  return new Map([...previous, ...models.split(',').map((model) => [model.trim(), name] as const)]);
}
