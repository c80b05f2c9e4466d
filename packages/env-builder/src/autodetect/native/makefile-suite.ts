import { TEST_FOLDERS } from '../draft/nested-project.ts';
import { recipeOf } from '../draft/recipe-of.ts';
import {
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../draft/recipe-draft.ts';
import { folderOf, unionOf } from '../draft/tree-view.ts';
import { compilerImage } from './compiler-image.ts';
import { ENTER_COPY, FLAGGED_COMPILERS } from './flagged-compilers.ts';
import { libraryPackages } from './libraries.ts';
import { printedLines } from './printed-lines.ts';

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
  const configure =
    script === undefined ? [] : [{ choice: './configure', because: `${script} exists` }];
  return await draftOf(input, {
    text,
    make: `make --keep-going ${target}`,
    prepare: script === undefined ? '' : CONFIGURE,
    reasons: [...configure, { choice: `make ${target}`, because: `${makefile} has this target` }],
  });
}

/** Detects a Makefile in a folder of tests, as of libraries that are a header. What its first target makes is the suite. */
export async function detectTestMakefile(input: DetectorInput): Promise<RecipeDraft | undefined> {
  const { base } = input;
  const paths = TEST_FOLDERS.flatMap((folder) => MAKEFILES.map((name) => `${folder}/${name}`));
  const path = paths.find(base.has);
  if (path === undefined) return undefined;
  const text = (await base.read(path)) ?? '';
  const folder = folderOf(path);
  const target = TARGETS.find((name) => hasTarget(text, name));
  const words = ['make', '-C', folder, ...(target === undefined ? [] : [target])];
  return await draftOf(input, {
    text,
    make: ['make --keep-going', ...words.slice(1)].join(' '),
    // Tests may link with what the whole project builds.
    prepare: MAKEFILES.some(base.has) ? 'make --keep-going\n' : '',
    reasons: [{ choice: words.join(' '), because: `${path} exists` }],
  });
}

interface MakeSuite {
  /** The text of the Makefile. */
  readonly text: string;
  /** The command whose output is the report. */
  readonly make: string;
  /** Lines that run before. */
  readonly prepare: string;
  readonly reasons: RecipeDraft['reasons'];
}

async function draftOf(
  input: DetectorInput,
  { text, make, prepare, reasons }: MakeSuite,
): Promise<RecipeDraft> {
  const image = compilerImage(input);
  const linked = [...text.matchAll(/(?:^|\s)-l([\w+-]+)/g)].map(([, name = '']) => name);
  const built = [...text.matchAll(/\blib([\w+-]+)\.(?:a|so)\b/g)].map(([, name = '']) => name);
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: [],
    testTimeoutSeconds: 900,
    reasons: [image.reason, ...reasons],
    ...(await recipeOf({
      systemPackages: unionOf(libraryPackages(linked, built), input.adjustments.systemPackages),
      shell: FLAGGED_COMPILERS,
      suite: {
        title: `the tests of "${make}"`,
        format: 'test-lines',
        run: `${ENTER_COPY}${prepare}${printedLines(`${make} 2>&1`, 'make.txt')}return "$status"`,
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
