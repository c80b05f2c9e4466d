import { readFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { RefbenchError } from '@refbench/contracts';
import { loadRuleset, type Rule } from '@refbench/rule-engine';
import { plainRulesOf, type PlainRule } from './plain-conversion.ts';

/** A published instance with its repository and rules. */
export interface PublishedInstance {
  readonly name: string;
  readonly base: string;
  readonly golden: string;
  readonly gitDir: string;
  /** Folder with the published rules. */
  readonly published: string;
}

/** Reads published instances by `owner/name`. */
export async function publishedInstances(
  dataDir: string,
  mirror: string,
  names: readonly string[],
): Promise<readonly PublishedInstance[]> {
  const lines = (await readFile(join(dataDir, 'instances.csv'), 'utf8')).split('\n');
  return names.map((name) => {
    const [owner = '', repo = ''] = name.split('/');
    const line = lines.find((one) => one.startsWith(`${owner},${repo},`));
    if (line === undefined) throw new Error(`${name} is not a published instance`);
    const [, , base = '', golden = ''] = line.split(',');
    const gitDir = mirror.replace('{owner}', owner).replace('{name}', repo);
    const published = join(dataDir, 'assets/rules', owner, repo, base.slice(0, 8));
    return { name, base, golden, gitDir, published };
  });
}

/** Writes all or some files of a commit to a folder, which the other programs can read. */
export async function writeTree(
  gitDir: string,
  commit: string,
  folder: string,
  files: readonly string[] = [],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = join(folder, '..', `${commit}.tar`);
  await execa('git', ['--git-dir', gitDir, 'archive', '-o', archive, commit, '--', ...files]);
  await execa('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
}

/** Writes the rules that ast-grep supports to a folder that both engines can read. */
export async function writeRules(
  instance: PublishedInstance,
  folder: string,
): Promise<readonly Rule[]> {
  for (const [side, file] of [
    ['additive', 'rules_positive.yml'],
    ['reductive', 'rules_negative.yml'],
  ] as const) {
    await mkdir(join(folder, side), { recursive: true });
    for (const [index, rule] of (await plainRulesOf(join(instance.published, file))).entries()) {
      await writeRule(join(folder, side, `${index}.yml`), rule);
    }
  }
  for (;;) {
    try {
      const { additive, reductive } = await loadRuleset(folder);
      return [...additive, ...reductive];
    } catch (error) {
      const [faulty] = RefbenchError.isInstance(error)
        ? (/^\S+?\.yml/.exec(error.message) ?? [])
        : [];
      if (faulty === undefined) throw error;
      await rm(faulty);
    }
  }
}

/** Writes JSON, which is valid YAML. */
async function writeRule(path: string, rule: PlainRule): Promise<void> {
  await writeFile(path, JSON.stringify(rule));
}
