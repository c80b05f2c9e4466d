import { recipeOf } from '../draft/recipe-of.ts';
import {
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../draft/recipe-draft.ts';
import { unionOf } from '../draft/tree-view.ts';
import { compilerImage } from './compiler-image.ts';
import { ENTER_COPY, FLAGGED_COMPILERS } from './flagged-compilers.ts';
import { libraryPackages } from './libraries.ts';
import { printedLines } from './printed-lines.ts';

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

/** A script that makes the Makefile, and what makes the script. */
const CONFIGURES = ['configure', 'configure.ac', 'configure.in'];

/**
 * Detects projects with a plain Makefile, or with one that a script named configure makes of Makefile.in. Its suite
 * has no format of its own, so each line that names a test with its outcome counts. A suite that prints no such
 * lines has too few tests to be admitted.
 */
export async function detectMakefile(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, adjustments } = input;
  const script = base.has('Makefile.in') ? CONFIGURES.find(base.has) : undefined;
  const makefile = script === undefined ? MAKEFILES.find(base.has) : 'Makefile.in';
  if (makefile === undefined) return undefined;
  const text = (await base.read(makefile)) ?? '';
  const target = ['check', 'test', 'tests'].find((name) => hasTarget(text, name));
  if (target === undefined) {
    return unsupported(
      `${makefile} has no target "check" or "test"`,
      'write a run_tests that runs its tests',
    );
  }
  const image = compilerImage(input);
  const linked = [...text.matchAll(/(?:^|\s)-l([\w+-]+)/g)].map(([, name = '']) => name);
  const built = [...text.matchAll(/\blib([\w+-]+)\.(?:a|so)\b/g)].map(([, name = '']) => name);
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: [],
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      ...(script === undefined ? [] : [{ choice: './configure', because: `${script} exists` }]),
      { choice: `make ${target}`, because: `${makefile} has this target` },
    ],
    ...(await recipeOf({
      systemPackages: unionOf(libraryPackages(linked, built), adjustments.systemPackages),
      shell: FLAGGED_COMPILERS,
      suite: {
        title: `the tests of "make ${target}"`,
        format: 'test-lines',
        run: runOf(target, script !== undefined),
        reports: ['make.txt'],
      },
      programs: ['without-werror.sh'],
    })),
  };
}

function hasTarget(makefile: string, target: string): boolean {
  return makefile
    .split(/\r?\n/)
    .some((line) => /^([\w .%/-]+?)\s*::?(?!=)/.exec(line)?.[1]?.split(/\s+/).includes(target));
}

/** Not every script named configure is from Autoconf, so it gets no options. */
const CONFIGURE = `[ -f configure ] || { [ -x autogen.sh ] && NOCONFIGURE=1 ./autogen.sh; } || autoreconf --install --force
sh ./configure
`;

function runOf(target: string, configure: boolean): string {
  return `${ENTER_COPY}${configure ? CONFIGURE : ''}${printedLines(`make --keep-going ${target} 2>&1`, 'make.txt')}return "$status"`;
}
