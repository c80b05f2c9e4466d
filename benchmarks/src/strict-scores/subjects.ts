import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openRepository, openTree, type Repository } from '@refbench/repos';
import {
  findExternalProgram,
  groundIn,
  importRules,
  loadRuleset,
  openGround,
  readOpengrepRules,
  writeRules,
  type RepositoryGround,
  type Ruleset,
} from '@refbench/rule-engine';
import { instanceSchema } from '@refbench/contracts';
import { readYamlFile } from '@refbench/files';
import { codetasteSubjects } from '../opengrep-parity/subjects.ts';

/** A refactoring commit with its rules. */
export interface Subject extends AsyncDisposable {
  readonly name: string;
  readonly ground: RepositoryGround;
  readonly ruleset: Ruleset;
}

export interface SubjectOptions {
  readonly mirror: string;
  readonly cacheDir: string;
}

/** An instance that comes with RefBench. */
export async function shippedSubject(id: string, options: SubjectOptions): Promise<Subject> {
  const instanceDir = resolve('instances', id);
  const instance = await readYamlFile(join(instanceDir, 'instance.yaml'), instanceSchema);
  const ground = await openGround({ ...options, instance, instanceDir });
  return {
    name: id,
    ground,
    ruleset: await loadRuleset(resolve('rules', id)),
    [Symbol.asyncDispose]: () => ground[Symbol.asyncDispose](),
  };
}

/** A published instance, with those of its rules that hold here. */
export async function publishedSubject(
  data: string,
  name: string,
  options: SubjectOptions,
): Promise<Subject> {
  const subject = (await codetasteSubjects(data)).find((one) => one.name.startsWith(`${name}@`));
  if (subject === undefined) throw new Error(`${data} has no instance of ${name}`);
  const [base = '', golden = ''] = [subject.base, subject.golden].map((tree) => tree.split('@')[1]);
  const repository = await openRepository({
    ...options,
    repository: { name },
    instanceDir: '.',
    base,
    golden,
  });
  const ground = await groundIn(repository, {
    base: await readableTree(repository, base),
    golden: await readableTree(repository, golden),
  });
  return {
    name: subject.name,
    ground,
    ruleset: await importedRuleset(subject, options),
    [Symbol.asyncDispose]: () => ground[Symbol.asyncDispose](),
  };
}

/** Mirrors may lack their largest files: pictures and archives, which no rule reads. */
const NO_SOURCE =
  /\.(?:gif|png|jpe?g|webp|svg|ico|mp4|mov|pdf|woff2?|ttf|eot|zip|gz|tgz|jar|bin)$/i;

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

async function importedRuleset(
  subject: { readonly rules: readonly string[]; readonly base: string; readonly golden: string },
  options: SubjectOptions,
): Promise<Ruleset> {
  await using base = await openTree(subject.base, options);
  await using golden = await openTree(subject.golden, options);
  const verified = await importRules(await readOpengrepRules(subject.rules), {
    base: () => base.files(),
    golden: () => golden.files(),
    program: await findExternalProgram(),
  });
  const folder = await mkdtemp(join(tmpdir(), 'refbench-strict-'));
  try {
    await writeRules(verified, join(folder, 'rules'), 'ruleset');
    return await loadRuleset(join(folder, 'rules'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
