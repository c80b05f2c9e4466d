import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { writeFileAtomic } from '@refbench/base';
import {
  predictionsOf,
  readAnswers,
  type ModelPredictions,
  type Subject,
} from '@refbench/outcome-tiers';
import { listInstances } from '@refbench/instances';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';
import { addJson, addTiersFolder, printJson } from '../../options/tiers-options.ts';
import {
  addSubjectOptions,
  openSubjects,
  type SubjectOptions,
} from '../../options/tiers-subjects.ts';
import { workspaceOf } from '../../options/workspace-options.ts';
import { answerFiles, noAnswers } from './score.ts';

interface Options extends SubjectOptions {
  readonly json: boolean;
}

/**
 * Adds `tiers to-predictions`: answers become patches that `refbench grade` compiles and tests, which
 * measures more than similar words.
 */
export function addTiersPredictionsCommand(tiers: Command): void {
  const command = tiers
    .command('to-predictions [answers...]')
    .description(
      'turn answers into patches for "refbench grade", where an instance has the commit as golden',
    );
  addSubjectOptions(addJson(addTiersFolder(command))).action(
    async (given: readonly string[], options: Options) => {
      const files =
        given.length > 0 ? given.map((file) => resolve(file)) : await answerFiles(options.folder);
      const instanceOf = await instancesByCommit(options);
      await using open = await openSubjects(options);
      const written: Written[] = [];
      for (const file of files) {
        const answers = await readAnswers(file);
        const model = answers[0]?.model;
        if (model === undefined) throw noAnswers(file);
        const result = await predictionsOf(model, open.subjects, answers, instanceOf);
        const path = join(resolve(options.folder), 'predictions', basename(file));
        await writeFileAtomic(
          path,
          result.predictions.map((line) => `${JSON.stringify(line)}\n`).join(''),
        );
        written.push({ ...result, path });
      }
      if (options.json) printJson({ models: written.map(shown) });
      else process.stdout.write(`${tableOf(written)}\n`);
      for (const line of reasonsOf(written)) process.stderr.write(`${line}\n`);
      for (const { path, predictions } of written) {
        if (predictions.length > 0) {
          process.stderr.write(`grade them: refbench grade --predictions ${path}\n`);
        }
      }
    },
  );
}

interface Written extends ModelPredictions {
  readonly path: string;
}

/** Finds the instance of a subject: it is one, or its commit is the golden commit of one. */
async function instancesByCommit(
  options: Options,
): Promise<(subject: Subject) => string | undefined> {
  const workspace = workspaceOf({ ...options, rulesDir: 'rules', runsDir: 'runs' });
  const { entries } = await listInstances(workspace);
  const byCommit = new Map(entries.map(({ instance }) => [instance.golden, instance.id]));
  const ids = new Set<string>(entries.map(({ instance }) => instance.id));
  return ({ key, sha }) => (ids.has(key) ? key : byCommit.get(sha));
}

function countOf({ rows }: Written, outcome: Written['rows'][number]['outcome']): number {
  return rows.filter((row) => row.outcome === outcome).length;
}

function shown(written: Written): object {
  const { model, path, digest, rows } = written;
  return { model, path, digest, rows: [...rows] };
}

function tableOf(all: readonly Written[]): string {
  return textTable([
    ['model', 'questions', 'patches', 'no patch', 'no answer', 'no instance'],
    ...all.map((one) => [
      terminalText(one.model),
      String(one.rows.length),
      ...(['patch', 'no-patch', 'no-answer', 'no-instance'] as const).map((outcome) =>
        String(countOf(one, outcome)),
      ),
    ]),
  ]);
}

const MOST_REASONS = 20;

function reasonsOf(all: readonly Written[]): readonly string[] {
  const lines = all.flatMap(({ model, rows }) =>
    rows
      .filter(({ outcome }) => outcome === 'no-patch' || outcome === 'no-answer')
      .map(({ key, reason }) => terminalText(`${model} ${key}: ${reason}`)),
  );
  const more = lines.length - MOST_REASONS;
  return more <= 0 ? lines : [...lines.slice(0, MOST_REASONS), `and ${more} more; see --json`];
}
