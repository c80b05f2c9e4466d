import { TEST_FOLDERS } from '../draft/nested-project.ts';
import {
  reasonFor,
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../draft/recipe-draft.ts';
import { folderOf } from '../draft/tree-view.ts';
import { libraryPackages } from './libraries.ts';
import { printedSuite } from './printed-suite.ts';

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

/** A script that makes the Makefile, and what makes the script. */
const CONFIGURES = ['configure', 'configure.ac', 'configure.in'];

const TARGETS = ['check', 'test', 'tests'];

/**
 * Detects projects with a plain Makefile, or with one that a script named configure makes of Makefile.in. Its suite
 * has no format of its own, so each line that names a test with its outcome counts, or the summaries. A suite that
 * prints neither has too few tests to be admitted.
 */
export async function detectMakefile(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base } = input;
  const script = base.has('Makefile.in') ? CONFIGURES.find(base.has) : undefined;
  const makefile = script === undefined ? MAKEFILES.find(base.has) : 'Makefile.in';
  if (makefile === undefined) return undefined;
  const text = (await base.read(makefile)) ?? '';
  const target = TARGETS.find((name) => hasTarget(text, name));
  if (target === undefined) {
    return unsupported(
      `${makefile} has no target "check" or "test"`,
      'write a run_tests that runs its tests',
    );
  }
  const command = `make --keep-going ${target}`;
  return await printedSuite(input, {
    title: `the tests of "${command}"`,
    command,
    prepare: script === undefined ? '' : CONFIGURE,
    report: 'make.txt',
    systemPackages: linkedPackages(text),
    reasons: [
      ...reasonFor(script === undefined ? [] : ['./configure'], `${script} exists`),
      { choice: `make ${target}`, because: `${makefile} has this target` },
    ],
  });
}

/**
 * Detects a Makefile in a folder of tests, as of libraries that are a header. Its target for tests is the suite, or its
 * first one.
 */
export async function detectTestMakefile(input: DetectorInput): Promise<RecipeDraft | undefined> {
  const { base } = input;
  const paths = TEST_FOLDERS.flatMap((folder) => MAKEFILES.map((name) => `${folder}/${name}`));
  const path = paths.find(base.has);
  if (path === undefined) return undefined;
  const text = (await base.read(path)) ?? '';
  const folder = folderOf(path);
  const target = TARGETS.find((name) => hasTarget(text, name));
  const goal = ['-C', folder, ...(target === undefined ? [] : [target])].join(' ');
  const command = `make --keep-going ${goal}`;
  return await printedSuite(input, {
    title: `the tests of "${command}"`,
    command,
    // Tests may link with what the whole project builds.
    prepare: MAKEFILES.some(base.has) ? 'make --keep-going\n' : '',
    report: 'make.txt',
    systemPackages: linkedPackages(text),
    reasons: [{ choice: `make ${goal}`, because: `${path} exists` }],
  });
}

/** Targets that are about tests by their names, e.g. `unit-tests`, `foo_test`, `tests/run`. */
const TEST_TARGET = /(^|[-_./])(run)?(unit)?tests?([-_./]|$)/i;
const NO_TEST_TARGET = /%|\.\w{1,2}$|clean|install|bench|fuzz|cover|data|deps/i;
/** Such a target runs what others build. */
const RUNS_TESTS = /(^|[-_./])run/i;

/**
 * Detects projects whose Makefile has targets about tests under other names than usual. A target that is a program is
 * run after it was built.
 */
export async function detectTestTargets(input: DetectorInput): Promise<RecipeDraft | undefined> {
  const { base } = input;
  const makefile = MAKEFILES.find(base.has);
  if (makefile === undefined) return undefined;
  const text = (await base.read(makefile)) ?? '';
  const named = [...new Set(targetsOf(text))].filter(
    (name) => TEST_TARGET.test(name) && !NO_TEST_TARGET.test(name),
  );
  const running = named.filter((name) => RUNS_TESTS.test(name));
  const targets = running.length > 0 ? running : named;
  if (targets.length === 0) return undefined;
  return await printedSuite(input, {
    title: `make ${targets.join(' ')}`,
    prepare: MAKE_AND_RUN,
    command: `refbench_make_and_run ${targets.join(' ')}`,
    report: 'make.txt',
    systemPackages: linkedPackages(text),
    reasons: targets.map((name) => ({
      choice: `make ${name}`,
      because: `${makefile} has this target, and none named "check" or "test"`,
    })),
  });
}

/** A phony target has run its programs. */
const MAKE_AND_RUN = `refbench_make_and_run() {
  local name failed=0
  for name in "$@"; do
    make --keep-going "$name" || { failed=$?; continue; }
    [ -f "$name" ] && [ -x "$name" ] || continue
    "./$name" || failed=$?
  done
  return "$failed"
}
`;

/** Packages of the libraries that a Makefile links, but does not build. */
function linkedPackages(makefile: string): readonly string[] {
  const linked = [...makefile.matchAll(/(?:^|\s)-l([\w+-]+)/g)].map(([, name = '']) => name);
  const built = [...makefile.matchAll(/\blib([\w+-]+)\.(?:a|so)\b/g)].map(([, name = '']) => name);
  return libraryPackages(linked, built);
}

function hasTarget(makefile: string, target: string): boolean {
  return targetsOf(makefile).includes(target);
}

function targetsOf(makefile: string): readonly string[] {
  return makefile
    .split(/\r?\n/)
    .flatMap((line) => /^([\w .%/-]+?)\s*::?(?!=)/.exec(line)?.[1]?.split(/\s+/) ?? [])
    .filter((name) => !name.startsWith('.'));
}

/** Not every script named configure is from Autoconf, so it gets no options. */
const CONFIGURE = `[ -f configure ] || { [ -x autogen.sh ] && NOCONFIGURE=1 ./autogen.sh; } || autoreconf --install --force
sh ./configure
`;
