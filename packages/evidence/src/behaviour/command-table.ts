import type { Activity } from '../schema/behaviour.ts';
import { OUTSIDE_TREE, type ShellCommand } from './shell-commands.ts';

interface Row {
  readonly activity: Activity;
  /** Name of the program, without its folder. */
  readonly program: RegExp;
  /** What the arguments, joined by spaces, must contain. */
  readonly args?: RegExp;
  readonly not?: RegExp;
}

const SCRIPTS = /^(?:npm|pnpm|yarn|bun)$/;

/** Options of package managers before the name of a script, which say where it runs. */
const SCRIPT_OPTIONS =
  /^(?:(?:--prefix|-C|--cwd|--dir|--filter|-F|-w|--workspace) \S+ |--?\S+ |workspaces? \S+ )+/;

/** Which commands show which activity. The first row of an activity that fits decides. */
const TABLE: readonly Row[] = [
  { activity: 'tests', program: SCRIPTS, args: /^(?:(?:run|run-script) )?(?:t|tst|test)\b/ },
  {
    activity: 'tests',
    program:
      /^(?:jest|vitest|mocha|ava|tap|tape|karma|pytest|py\.test|tox|nox|rspec|phpunit|ctest|gotestsum|run_tests)$/,
  },
  { activity: 'tests', program: /^python[\d.]*$/, args: /^-m (?:pytest|unittest|nose2?|tox)\b/ },
  { activity: 'tests', program: /^(?:node|deno|bun|go)$/, args: /^(?:test\b|(?:.* )?--test\b)/ },
  { activity: 'tests', program: /^cargo$/, args: /^(?:\+\S+ )?(?:test|nextest)\b/ },
  {
    activity: 'tests',
    program: /^(?:mvnw?|gradlew?)$/,
    args: /(?:^|[ :])(?:test|verify|check|integrationTest)\b/,
  },
  {
    activity: 'tests',
    program: /^(?:make|just|ninja|bazel|rake)$/,
    args: /(?:^| )(?:test|tests|check|unit)(?:$|[ -])/,
  },
  { activity: 'build', program: SCRIPTS, args: /^(?:run|run-script) (?:build|compile)\b/ },
  {
    activity: 'build',
    program: /^(?:tsc|webpack|rollup|esbuild|javac|gcc|g\+\+|clang|clang\+\+|ninja)$/,
  },
  {
    activity: 'build',
    program: /^(?:go|cargo|vite|dotnet|bazel)$/,
    args: /^(?:\+\S+ )?(?:build|check|install)\b/,
  },
  {
    activity: 'build',
    program: /^(?:mvnw?|gradlew?)$/,
    args: /(?:^|[ :])(?:compile\w*|package|install|build|assemble)\b/,
  },
  { activity: 'build', program: /^cmake$/, args: /--build\b/ },
  { activity: 'build', program: /^make$/, args: /^(?:-\S+ ?)*(?:all|build)?$/ },
  { activity: 'build', program: /^python[\d.]*$/, args: /^-m (?:build|compileall|py_compile)\b/ },
  {
    activity: 'linter',
    program: SCRIPTS,
    args: /^(?:run|run-script) (?:lint|format|typecheck|type-check)\b/,
  },
  {
    activity: 'linter',
    program:
      /^(?:eslint|prettier|biome|oxlint|standard|ruff|flake8|pylint|mypy|pyright|black|isort|golangci-lint|gofmt|gofumpt|goimports|staticcheck|rustfmt|clang-tidy|clang-format|checkstyle|shellcheck)$/,
    not: /(?:^| )-r /,
  },
  { activity: 'linter', program: /^go$/, args: /^(?:vet|fmt)\b/ },
  { activity: 'linter', program: /^cargo$/, args: /^(?:\+\S+ )?(?:clippy|fmt)\b/ },
  {
    activity: 'linter',
    program: /^(?:mvnw?|gradlew?)$/,
    args: /(?:checkstyle|spotless|spotbugs|detekt)/,
  },
  { activity: 'bulk-substitution', program: /^g?sed$/, args: /(?:^| )(?:-[a-zA-Z]*i|--in-place)/ },
  { activity: 'bulk-substitution', program: /^perl$/, args: /(?:^| )-[a-zA-Z0]*i/ },
  {
    activity: 'bulk-substitution',
    program: /^(?:ast-grep|sg)$/,
    args: /(?:--update-all|(?:^| )-U\b)/,
  },
  { activity: 'bulk-substitution', program: /^(?:jscodeshift|codemod|ts-morph|sd|rpl)$/ },
  { activity: 'bulk-substitution', program: /^comby$/, args: /(?:^| )(?:-i|-in-place)\b/ },
  { activity: 'bulk-substitution', program: /^gofmt$/, args: /(?:^| )-r / },
  { activity: 'search', program: /^(?:rg|ag|ack|[ef]?grep|find|fd|fdfind)$/ },
  { activity: 'search', program: /^git$/, args: /^(?:grep|ls-files)\b/ },
];

const SCRIPT_HOSTS = /^(?:python[\d.]*|node|ruby|perl|deno|bun|tsx)$/;
const REPLACES = /re\.subn?\(|\.replace(?:All)?\(|\.gsub!?\(/;
const WRITES = /write_text\(|\.write\(|writeFile(?:Sync)?\(|File\.write\(/;

/** The activities that a command shows. */
export function activitiesOf({ words, input }: ShellCommand): readonly Activity[] {
  const [path = '', ...rest] = words;
  const program = path.slice(path.lastIndexOf('/') + 1);
  const joined = rest.join(' ');
  const args = SCRIPTS.test(program) ? joined.replace(SCRIPT_OPTIONS, '') : joined;
  const found = new Set<Activity>(
    TABLE.filter(
      (row) =>
        row.program.test(program) && row.args?.test(args) !== false && row.not?.test(args) !== true,
    ).map(({ activity }) => activity),
  );
  // A script that replaces text and writes files is a substitution by another name.
  const script = `${input}\n${args}`;
  if (SCRIPT_HOSTS.test(program) && REPLACES.test(script) && WRITES.test(script)) {
    found.add('bulk-substitution');
  }
  return [...found];
}

const READERS = /^(?:cat|head|tail|less|more|nl|bat)$/;

/** Files whose content a command prints. */
export function filesReadBy({ words }: ShellCommand): readonly string[] {
  const [path = '', ...rest] = words;
  const program = path.slice(path.lastIndexOf('/') + 1);
  const names = rest.filter((word) => !word.startsWith('-') && !/^\+?\d+$/.test(word));
  if (READERS.test(program)) return names;
  // `sed -n 1,20p FILE` prints; the first word is the program of sed.
  return program === 'sed' && rest.includes('-n') && !rest.some((word) => /^-[a-z]*i/.test(word))
    ? names.slice(1)
    : [];
}

/** Whether a command changes files of the tree. */
export function changesFiles(command: ShellCommand): boolean {
  const [path = '', ...rest] = command.words;
  const program = path.slice(path.lastIndexOf('/') + 1);
  if (command.writes || activitiesOf(command).includes('bulk-substitution')) return true;
  const files = rest.filter((word) => !word.startsWith('-'));
  // What is moved away is a change too, but a copy only changes its target.
  const changed = program === 'cp' ? files.slice(-1) : files;
  if (/^(?:mv|rm|cp|tee|truncate|unlink)$/.test(program)) {
    return changed.some((file) => !OUTSIDE_TREE.test(file));
  }
  if (program === 'patch') return true;
  return program === 'git' && /^(?:mv|rm|apply|checkout|restore|stash)$/.test(rest[0] ?? '');
}
