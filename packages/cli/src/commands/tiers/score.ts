import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import {
  compareModels,
  comparisonTables,
  readAnswers,
  scoreAnswers,
  writeResults,
  type ModelResults,
} from '@refbench/outcome-tiers';
import { addJson, addTiersFolder, printJson, printTables } from '../../options/tiers-options.ts';
import {
  addSubjectOptions,
  openSubjects,
  type SubjectOptions,
} from '../../options/tiers-subjects.ts';

export function addTiersScoreCommand(tiers: Command, setExitCode: (code: number) => void): void {
  const command = tiers
    .command('score [answers...]')
    .description('score answers against the real changes (default: all answers in the folder)');
  addSubjectOptions(addJson(addTiersFolder(command))).action(
    async (given: readonly string[], options: SubjectOptions & { readonly json: boolean }) => {
      const files =
        given.length > 0 ? given.map((file) => resolve(file)) : await answerFiles(options.folder);
      await using open = await openSubjects(options);
      const scored: ModelResults[] = [];
      for (const file of files) {
        const answers = await readAnswers(file);
        const model = answers[0]?.model;
        if (model === undefined) throw noAnswers(file);
        const results = await scoreAnswers(model, open.subjects, answers);
        const name = `${basename(file, '.jsonl')}.json`;
        await writeResults(join(resolve(options.folder), 'results', name), results);
        scored.push(results);
      }
      const comparison = compareModels(scored, { seed: 1, samples: 1, families: new Map() });
      const tables = comparisonTables(comparison);
      if (options.json) printJson({ models: comparison.models, tiers: comparison.tiers });
      else printTables(tables.filter(({ id }) => id === 'models' || id === 'tiers'));
      const isWhole = scored.every(({ results }) =>
        results.every(({ status }) => status === 'scored'),
      );
      if (!isWhole) setExitCode(EXIT_CODES['infra-incomplete']);
    },
  );
}

/** Lists the files of answers in the folder of a study. */
export async function answerFiles(folder: string): Promise<readonly string[]> {
  const dir = join(resolve(folder), 'answers');
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.jsonl'));
  if (names.length > 0) return names.sort().map((name) => join(dir, name));
  throw noAnswers(dir);
}

export function noAnswers(place: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${place} contains no answer`,
    hint: 'ask a model first: refbench tiers eval --model M',
  });
}
