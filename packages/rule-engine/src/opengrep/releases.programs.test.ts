import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { openTree } from '@refbench/repos';
import { expect, onTestFinished, test } from 'vitest';
import { scanOpenedTree } from '../scan/scan-tree.ts';
import { commandLinePlaces, linesOf, testEngines } from './opengrep.testkit.ts';
import { readOpengrepRules } from './opengrep-rules.ts';

const fixtures = resolve(import.meta.dirname, '../../fixtures/opengrep');

type Release = readonly [rules: string, source: 'npm' | 'python', archive: string];

/** Source archives of three releases each; a refactoring lies somewhere between them. */
const RELEASES: readonly Release[] = [
  ['koa', 'npm', 'koa@2.7.0'],
  ['koa', 'npm', 'koa@2.13.4'],
  ['koa', 'npm', 'koa@2.16.1'],
  ['click', 'python', 'click==7.1.2'],
  ['click', 'python', 'click==8.0.4'],
  ['click', 'python', 'click==8.1.7'],
  ['jpype', 'python', 'jpype1==1.3.0'],
  ['jpype', 'python', 'jpype1==1.4.1'],
  ['jpype', 'python', 'jpype1==1.5.0'],
];

/** The middle release of each project; `scripts/test --all` scans all of them. */
const TESTED =
  process.env['REFBENCH_TEST_ALL'] === '1' ? RELEASES : RELEASES.filter((_, at) => at % 3 === 1);

/** Unpacks a release; returns the folder of its files. */
async function unpacked(source: 'npm' | 'python', archive: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (source === 'npm') await execa('npm', ['pack', '--silent', archive], { cwd: folder });
  else {
    const options = ['--quiet', '--no-deps', '--no-binary=:all:'];
    await execa('python3', ['-m', 'pip', 'download', ...options, archive], { cwd: folder });
  }
  const [file = ''] = await readdir(folder);
  await execa('tar', ['-xzf', file], { cwd: folder });
  await rm(join(folder, file));
  const [root = ''] = await readdir(folder);
  return join(folder, root);
}

test.each(TESTED)(
  'the rules for %s (%s) have the places of OpenGrep on %s',
  { timeout: 600_000 },
  async (name, source, archive) => {
    const folder = await unpacked(source, archive);
    const file = join(fixtures, `${name}.yml`);
    const rules = await readOpengrepRules([file]);
    await using tree = await openTree(folder, { cacheDir: join(folder, '..', 'cache') });
    const scan = await scanOpenedTree(rules, tree, { engines: testEngines() });
    expect(scan.errors).toEqual([]);
    expect(scan.witnesses.length).toBeGreaterThan(50);
    // Turns the list of folders off that the command line passes over by itself.
    await writeFile(join(folder, '.semgrepignore'), '');
    expect(linesOf(scan)).toEqual(await commandLinePlaces(file, folder));
  },
);
