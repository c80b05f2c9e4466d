import { shellQuote } from '@refbench/base';
import type { ReportFormat } from '@refbench/docker';
import type { FolderSuites, MergedSuites } from './suites.ts';
import { formatOf } from './runner.ts';
import type { TestCommand } from './test-command.ts';

/** The suite of a recipe: its commands, and how its reports are found and read. */
export interface SuiteScript {
  readonly title: string;
  readonly format: ReportFormat | 'mixed';
  readonly run: string;
  readonly reports: readonly string[];
  /** Programs in `recipes/` that the commands call. */
  readonly programs: readonly string[];
}

/** Writes the commands that run the suites one after the other. */
export function suiteScript(
  { folders, builds }: Pick<MergedSuites, 'folders' | 'builds'>,
  { node, root }: { readonly node: number; readonly root: string },
): SuiteScript {
  const all = folders.flatMap((one) =>
    one.kind === 'common' ? one.suites : [...one.before, ...one.after],
  );
  const formats = [...new Set(all.map(({ runner }) => formatOf(runner, { node })))];
  const [only = 'tap'] = formats;
  const programs = [...new Set(all.flatMap(({ runner }) => runner.recipePrograms ?? []))];
  let count = 0;
  const reportOf = ({ runner }: TestCommand): string => {
    count += 1;
    return `$reports/${count - 1}.${formats.length === 1 ? '' : `${formatOf(runner, { node })}.`}report`;
  };
  const bodies = (suites: readonly TestCommand[], folder: string): readonly string[] =>
    suites.flatMap((suite, at) => {
      const built = new Set(suites.slice(0, at).flatMap((one) => one.builds));
      const own = suite.builds.filter((line) => !built.has(line));
      return suiteLines({ ...suite, builds: own }, folder, { report: reportOf(suite), node });
    });
  const lines = ['export NODE_ENV=test CI=true', 'local status=0 own report', ENDED];
  if (programs.length > 0) {
    lines.push('local scripts', 'scripts=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)');
  }
  lines.push(...new Set(all.flatMap(({ runner }) => runner.functions ?? [])));
  if (node < 21 && all.some(needsGlobstar)) {
    lines.push('# This Node does not expand `**` itself.', 'shopt -s globstar');
  }
  if (root !== '.') lines.push(`cd ${shellQuote(root)} || return 1`);
  if (builds.length > 0) lines.push('# CI builds this before the tests.', ...builds.map(buildLine));
  for (const one of folders) {
    const { folder } = one;
    const body = one.kind === 'common' ? bodies(one.suites, folder) : migratedLines(one, bodies);
    if (folder === '.') lines.push(...body);
    else {
      lines.push(
        `if pushd ${shellQuote(folder)} >/dev/null; then`,
        indent('PATH="$PWD/node_modules/.bin:$OLDPWD/node_modules/.bin:$PATH"'),
        indent(body.join('\n')),
        '  popd >/dev/null',
        'fi',
      );
    }
  }
  lines.push('return "$status"');
  const runners = [...new Set(all.map(({ runner }) => runner.name))];
  return {
    title: runners.map((name) => `${name}'s`).join(' and ') + ' tests',
    format: formats.length === 1 ? only : 'mixed',
    run: lines.join('\n'),
    reports: ['*.report'],
    programs,
  };
}

/**
 * The status of a runner explains its report. A missing report must count as a crash, and the glob
 * pattern would not show that it is missing.
 */
const ENDED = `ended() {
  [ -e "$report" ] || : >"$report"
  echo "$1" >"$report.status"
  [ "$1" -eq 0 ] || status=$1
}`;

/** The commit replaced its runner: a tree is tested with the one that it uses itself. */
function migratedLines(
  { folder, before, after, sign }: Extract<FolderSuites, { kind: 'migrated' }>,
  bodies: (suites: readonly TestCommand[], folder: string) => readonly string[],
): readonly string[] {
  const [yes, no] = sign.of === 'after' ? [after, before] : [before, after];
  const file = folder === '.' ? sign.file : sign.file.slice(folder.length + 1);
  return [
    `if grep -qF -e ${shellQuote(sign.text)} ${shellQuote(file)}; then`,
    indent(bodies(yes, folder).join('\n')),
    'else',
    indent(bodies(no, folder).join('\n')),
    'fi',
  ];
}

function suiteLines(
  suite: TestCommand,
  folder: string,
  { report, node }: { readonly report: string; readonly node: number },
): readonly string[] {
  const { runner, environment, builds, major } = suite;
  const bin = (name: string): string => (folder === '.' ? `node_modules/.bin/${name}` : name);
  const expanded =
    runner.name === 'node:test' && node < 21
      ? {
          ...suite,
          words: suite.words.map((word) => (isGlob(word) ? { ...word, quoted: false } : word)),
        }
      : suite;
  const command = runner.command(expanded, { major, node, bin });
  return [
    // Only what package.json does not show needs an explanation.
    ...(suite.origin.file.endsWith('package.json') ? [] : [`# ${oneLine(suite.because)}`]),
    `report="${report}"`,
    ...builds.map(buildLine),
    `own=0`,
    `${[...environment, command].join(' ')} || own=$?`,
    `ended "$own"`,
  ];
}

/** A build that fails is no failure of the suite, which may not need it. */
function buildLine(line: string): string {
  return `PATH="$PWD/node_modules/.bin:$PATH" sh -c ${shellQuote(line)} || true`;
}

function needsGlobstar({ runner, words }: TestCommand): boolean {
  return runner.name === 'node:test' && words.some(isGlob);
}

function isGlob({ text }: { readonly text: string }): boolean {
  return text.includes('**') && /^[\w./*?@{},-]+$/.test(text);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 200);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
