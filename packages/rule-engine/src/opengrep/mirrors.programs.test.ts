import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { parseYamlFiles } from '@refbench/base';
import { openTree } from '@refbench/repos';
import { mirrorTemplate, missingMirror, publishedData } from '@refbench/test-helpers';
import { expect, onTestFinished, test } from 'vitest';
import { scanFiles } from '../scan/scan-files.ts';
import { scanOpenedTree } from '../scan/scan-tree.ts';
import type { OpengrepRule, SourceFile } from '../rule/rule.ts';
import { commandLinePlaces, linesOf, testEngines } from './opengrep.testkit.ts';
import { isOpengrepDocument, opengrepRulesOf, readOpengrepRules } from './opengrep-rules.ts';

// Needs repositories that a build server does not have: a folder of mirrors and the published rules.
const mirror = mirrorTemplate();
const published = publishedData();
/** `owner/name,...`; all that the mirror holds by default. */
const only = process.env['REFBENCH_TEST_REPOSITORIES']?.split(',');

interface Published {
  readonly name: string;
  readonly gitDir: string;
  readonly rules: string;
  readonly base: string;
  readonly golden: string;
}

async function publishedInstances(): Promise<readonly Published[]> {
  if (mirror === undefined || published === undefined) return [];
  const lines = (await readFile(join(published, 'codetaste/instances.csv'), 'utf8'))
    .split('\n')
    .slice(1);
  return lines.flatMap((line) => {
    const [owner = '', repo = '', base = '', golden = ''] = line.split(',');
    const gitDir = mirror.replace('{owner}', owner).replace('{name}', repo);
    const name = `${owner}/${repo}`;
    const rules = join(published, 'codetaste/assets/rules', owner, repo, base.slice(0, 8));
    const wanted = owner !== '' && (only === undefined || only.includes(name));
    return wanted && existsSync(gitDir) ? [{ name, gitDir, rules, base, golden }] : [];
  });
}

const instances = await publishedInstances();

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-mirrors-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function writeFiles(folder: string, files: AsyncIterable<SourceFile> | Iterable<SourceFile>) {
  for await (const { path, bytes, executable } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes, { mode: executable === true ? 0o755 : 0o644 });
  }
  await writeFile(join(folder, '.semgrepignore'), '');
}

const NONE: Published = { name: 'a repository', gitDir: '', rules: '', base: '', golden: '' };

test.for(instances.length > 0 ? instances : [NONE])(
  'published rules of $name have the places of OpenGrep on base, golden and an older commit',
  { timeout: 3_600_000 },
  async ({ gitDir, rules: dir, base, golden }, { skip }) => {
    skip(
      gitDir === '',
      'set REFBENCH_DATA and REFBENCH_TEST_MIRROR to published rules and their repositories',
    );
    const rules = await readOpengrepRules((await readdir(dir)).map((file) => join(dir, file)));
    const { stdout } = await execa('git', [
      '--git-dir',
      gitDir,
      'rev-list',
      '--first-parent',
      '-n',
      '41',
      base,
    ]);
    const older = stdout.trim().split('\n').at(-1) ?? base;
    for (const commit of [base, golden, older]) {
      const folder = await temporary();
      await using tree = await openTree(`${gitDir}@${commit}`, { cacheDir: join(folder, 'cache') });
      const scan = await scanOpenedTree(rules, tree, { engines: testEngines() });
      expect(scan.errors).toEqual([]);
      await writeFiles(join(folder, 'tree'), tree.files());
      expect(linesOf(scan)).toEqual(await commandLinePlaces(dir, join(folder, 'tree')));
    }
  },
);

const ownTests = mirror?.replace('{owner}', 'opengrep').replace('{name}', 'opengrep') ?? '';

/** OpenGrep's own cases: rules, and files that they are to match. */
async function ownCases(folder: string) {
  const into = await temporary();
  const head = await execa('git', ['--git-dir', ownTests, 'rev-parse', 'HEAD']);
  const place = `${ownTests}@${head.stdout.trim()}`;
  await using tree = await openTree(place, { cacheDir: join(into, 'cache') });
  const rules: OpengrepRule[] = [];
  const sources: SourceFile[] = [];
  for await (const file of tree.files()) {
    if (!file.path.startsWith(`${folder}/`)) continue;
    const found = await rulesIn(file, into);
    if (found === undefined) sources.push(file);
    else rules.push(...found);
  }
  return { rules, sources };
}

let cases = 0;

/** Under ids of our own, since some are used twice; undefined for a file that is to be matched. */
async function rulesIn(file: SourceFile, into: string) {
  const { path, bytes } = file;
  if (path.endsWith('.sgrep')) {
    const language = basename(dirname(path)).toLowerCase();
    return rulesOf([{ languages: [language], pattern: bytes.toString('utf8') }], path);
  }
  if (!/\.ya?ml$/.test(path)) return undefined;
  await writeFile(join(into, 'rules.yml'), bytes);
  try {
    const [first] = await parseYamlFiles([join(into, 'rules.yml')]);
    const [document] = first?.documents ?? [];
    return isOpengrepDocument(document)
      ? rulesOf((document as { rules: object[] }).rules, path)
      : undefined;
  } catch {
    return [];
  }
}

/** OpenGrep's command line fails at `metadata:` without a value. */
function commandRule({ definition }: OpengrepRule): object {
  const { metadata, ...rest } = definition;
  return metadata === null ? rest : definition;
}

function rulesOf(definitions: readonly object[], file: string): readonly OpengrepRule[] {
  return definitions.flatMap((definition) => {
    const rule = { message: 'm', severity: 'INFO', ...definition, id: `case-${(cases += 1)}` };
    try {
      return opengrepRulesOf({ rules: [rule] }, 'additive', file);
    } catch {
      return [];
    }
  });
}

test.for(['tests/rules', 'tests/tainting_rules', 'tests/patterns'])(
  "OpenGrep's own cases in %s have its own answers",
  { timeout: 3_600_000 },
  async (folder, { skip }) => {
    const missing = missingMirror('opengrep/opengrep');
    skip(missing !== undefined, missing);
    const { rules, sources } = await ownCases(folder);
    const scan = await scanFiles(rules, sources, { engines: testEngines() });
    // Rules that OpenGrep refuses are part of its cases; its command line would stop at them.
    const refused = new Set(scan.errors.map(({ rule }) => rule));
    const accepted = rules.filter(({ id }) => !refused.has(id));
    expect(accepted.length).toBeGreaterThan(rules.length / 2);
    const into = await temporary();
    await writeFiles(join(into, 'tree'), sources);
    const file = join(into, 'rules.json');
    await writeFile(file, JSON.stringify({ rules: accepted.map(commandRule) }));
    const witnesses = scan.witnesses.filter(({ rule }) => !refused.has(rule));
    expect(linesOf({ ...scan, witnesses })).toEqual(
      await commandLinePlaces(file, join(into, 'tree')),
    );
  },
);
