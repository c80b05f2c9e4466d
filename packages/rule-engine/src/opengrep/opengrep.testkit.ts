import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { opengrepDocument } from '@refbench/test-helpers';
import { withLock } from '@refbench/base';
import type { OpengrepRule, SourceFile } from '../rule/rule.ts';
import { source } from '../rules.testkit.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import { openEngines, type HostEngines } from './open-engines.ts';
import { opengrepRulesOf } from './opengrep-rules.ts';
import { downloadWheel } from './program/download-wheel.ts';
import { unpackFrontEnd } from './program/install-program.ts';
import { pinnedWheel } from './program/pinned-program.ts';

/** Shared by all tests, so that the program is downloaded once. */
const testState: string = resolve(import.meta.dirname, '../../../../.refbench');

export function testEngines(): HostEngines {
  return openEngines({ stateDir: testState });
}

export function opengrepRules(...definitions: readonly object[]): readonly OpengrepRule[] {
  return opengrepRulesOf(opengrepDocument(...definitions), 'additive', 'rules.yml');
}

export const read =
  (...files: readonly SourceFile[]): (() => readonly SourceFile[]) =>
  () =>
    files;

export const text = (path: string, content: string): SourceFile => source(path, content);

/** `rule file:line:column-line:column`. */
export function placesOf({ witnesses }: ScanResult): readonly string[] {
  return witnesses.map(
    ({ rule, file, start, end }) =>
      `${rule} ${file}:${start.line}:${start.column}-${end.line}:${end.column}`,
  );
}

async function commandEnv(folder: string): Promise<NodeJS.ProcessEnv> {
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true });
  return { XDG_CACHE_HOME: home, HOME: home, LANG: 'C.UTF-8' };
}

/** Installs the command line of the pinned OpenGrep, to compare results with it. */
export async function opengrepCommand(): Promise<string> {
  const pinned = pinnedWheel();
  if (pinned === undefined) throw new Error('there is no OpenGrep for this platform');
  const folder = join(testState, 'opengrep-command');
  const path = join(folder, 'opengrep');
  return await withLock(`${folder}.lock`, 'OpenGrep', async () => {
    const known = await stat(path).catch(() => undefined);
    if (known !== undefined) return path;
    await mkdir(folder, { recursive: true });
    const wheel = await downloadWheel(pinned);
    await mkdir(join(folder, 'new'), { recursive: true });
    const fresh = await unpackFrontEnd(wheel, pinned, join(folder, 'new'));
    // It unpacks itself now, so that this does not happen concurrently later.
    await execa(fresh, ['--version'], { env: await commandEnv(folder) });
    await rename(fresh, path);
    return path;
  });
}

/** Runs OpenGrep's command line on a folder and returns its matches as `rule file:line-line`. */
export async function commandLinePlaces(
  ruleFiles: string,
  folder: string,
): Promise<readonly string[]> {
  const program = await opengrepCommand();
  const { stdout } = await execa(
    program,
    [
      'scan',
      '--json',
      '--no-git-ignore',
      '--disable-nosem',
      '--disable-version-check',
      '--max-target-bytes=0',
      '--timeout=120',
      '--timeout-threshold=0',
      `--config=${ruleFiles}`,
      '.',
    ],
    {
      cwd: folder,
      env: await commandEnv(dirname(program)),
      maxBuffer: 2 ** 29,
    },
  );
  const report = JSON.parse(stdout) as {
    readonly results: readonly {
      readonly check_id: string;
      readonly path: string;
      readonly start: { readonly line: number };
      readonly end: { readonly line: number };
    }[];
  };
  return report.results
    .map(({ check_id: id, path, start, end }) => {
      const name = id.slice(id.lastIndexOf('.') + 1);
      return `${name} ${path.replace(/^\.\//, '')}:${start.line}-${end.line}`;
    })
    .sort();
}

/** Formats the matches of our own scan in the same way. */
export function linesOf({ witnesses }: ScanResult): readonly string[] {
  return witnesses
    .map(({ rule, file, start, end }) => `${rule} ${file}:${start.line}-${end.line}`)
    .sort();
}
