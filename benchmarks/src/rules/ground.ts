import { readFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { RefbenchError } from '@refbench/contracts';
import { loadRuleset, type Rule } from '@refbench/rule-engine';
import { plainRulesOf, type PlainRule } from './plain-conversion.ts';

/** A repository of the published instances, with its rules. */
export interface Ground {
  readonly name: string;
  readonly base: string;
  readonly golden: string;
  readonly gitDir: string;
  /** Folder with the published rules. */
  readonly published: string;
}

/** The published instances whose repository is in the mirror, by `owner/name`. */
export async function groundsOf(
  dataDir: string,
  mirror: string,
  names: readonly string[],
): Promise<readonly Ground[]> {
  const lines = (await readFile(join(dataDir, 'instances.csv'), 'utf8')).split('\n');
  return names.map((name) => {
    const [owner = '', repo = ''] = name.split('/');
    const line = lines.find((one) => one.startsWith(`${owner},${repo},`));
    if (line === undefined) throw new Error(`${name} is no published instance`);
    const [, , base = '', golden = ''] = line.split(',');
    const gitDir = mirror.replace('{owner}', owner).replace('{name}', repo);
    const published = join(dataDir, 'assets/rules', owner, repo, base.slice(0, 8));
    return { name, base, golden, gitDir, published };
  });
}

/** The files of a commit, or these of them, in a folder, as the programs want them. */
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

/** The rules that ast-grep understands, in a folder that both engines read. */
export async function writeRules(context: Ground, folder: string): Promise<readonly Rule[]> {
  for (const [side, file] of [
    ['additive', 'rules_positive.yml'],
    ['reductive', 'rules_negative.yml'],
  ] as const) {
    await mkdir(join(folder, side), { recursive: true });
    for (const [index, rule] of (await plainRulesOf(join(context.published, file))).entries()) {
      await writeRule(join(folder, side, `${index}.yml`), rule);
    }
  }
  for (;;) {
    try {
      const { additive, reductive } = await loadRuleset(folder);
      return [...additive, ...reductive];
    } catch (error) {
      const [faulty] = RefbenchError.isInstance(error) ? (/^\S+?\.yml/.exec(error.message) ?? []) : [];
      if (faulty === undefined) throw error;
      await rm(faulty);
    }
  }
}

/** JSON is YAML. */
async function writeRule(path: string, rule: PlainRule): Promise<void> {
  await writeFile(path, JSON.stringify(rule));
}
