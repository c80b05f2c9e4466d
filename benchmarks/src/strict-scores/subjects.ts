import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openRepository, type Repository } from '@refbench/repos';
import {
  repositoryContext,
  loadRefusedRules,
  loadRuleset,
  openRuleContext,
  readOpengrepRules,
  type RepositoryContext,
  type Ruleset,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { importRules, writeRefused, writeRules } from '@refbench/rulesets';
import { instanceSchema } from '@refbench/contracts';
import { readTaskText } from '@refbench/tasks';
import { readYamlFile } from '@refbench/base';
import { folderOf } from '@refbench/test-helpers';
import { publishedInstances } from '../rules/published-instance.ts';

/** A refactoring commit with its rules. */
export interface Subject extends AsyncDisposable {
  readonly name: string;
  readonly context: RepositoryContext;
  readonly ruleset: Ruleset;
  /** Published rules that do not hold here. Undefined if there are none. */
  readonly refused: Ruleset | undefined;
  /** The text of the task. */
  readonly task: string | undefined;
}

export interface SubjectOptions {
  readonly mirror: string;
  readonly cacheDir: string;
  /** How rules are matched, and where matches are cached. */
  readonly scan: TreeScanOptions;
}

const ROOT = resolve(import.meta.dirname, '../../..');

/** The shipped data set. */
export const INSTANCES_DIR: string = join(ROOT, 'instances');

/** Opens a shipped instance. */
export async function shippedSubject(id: string, options: SubjectOptions): Promise<Subject> {
  const instanceDir = join(INSTANCES_DIR, id);
  const instance = await readYamlFile(join(instanceDir, 'instance.yaml'), instanceSchema);
  const context = await openRuleContext({ ...options, instance, instanceDir });
  return {
    name: id,
    context,
    ruleset: await loadRuleset(join(ROOT, 'rules', id)),
    refused: undefined,
    task: await readTaskText(instanceDir, 'instructed'),
    [Symbol.asyncDispose]: () => context[Symbol.asyncDispose](),
  };
}

/** Opens a published instance with those of its rules that are valid here. */
export async function publishedSubject(
  data: string,
  name: string,
  options: SubjectOptions,
): Promise<Subject> {
  const [subject] = await publishedInstances(data, options.mirror, [name]);
  if (subject === undefined) throw new Error(`${data} has no instance of ${name}`);
  const { base, golden, published } = subject;
  const repository = await openRepository({
    ...options,
    repository: { name },
    instanceDir: '.',
    base,
    golden,
  });
  const context = await repositoryContext(repository, {
    base: await readableTree(repository, base),
    golden: await readableTree(repository, golden),
  });
  const description = join(data, 'assets/descriptions', name, base.slice(0, 8), 'description.md');
  return {
    name: `${name}@${base.slice(0, 8)}`,
    context,
    task: await readFile(description, 'utf8').catch(() => undefined),
    ...(await importedRules(published, context, options.scan)),
    [Symbol.asyncDispose]: () => context[Symbol.asyncDispose](),
  };
}

/** Mirrors may lack their largest files, such as images, archives and vendored code. */
const NO_SOURCE =
  /(?:^|\/)vendor\/|\.(?:gif|png|jpe?g|webp|svg|ico|mp4|mov|pdf|woff2?|ttf|eot|zip|gz|tgz|jar|bin)$/i;

async function readableTree(repository: Repository, commit: string): Promise<string> {
  const tree = await repository.readTree(commit);
  return await repository.writeTree(
    (async function* entries() {
      for (const [path, { mode, oid }] of tree) {
        if (!NO_SOURCE.test(path)) yield { path, mode, oid };
      }
    })(),
  );
}

async function importedRules(
  published: string,
  context: RepositoryContext,
  options: TreeScanOptions,
): Promise<Pick<Subject, 'ruleset' | 'refused'>> {
  const paths = ['rules_positive.yml', 'rules_negative.yml'].map((file) => join(published, file));
  const imported = await importRules(await readOpengrepRules(paths), context, options);
  await using folder = await folderOf({});
  await writeRules(imported, folder.path);
  await writeRefused(imported, folder.path);
  const refused = await loadRefusedRules(folder.path);
  return { ruleset: await loadRuleset(folder.path), refused: refused?.ruleset };
}
