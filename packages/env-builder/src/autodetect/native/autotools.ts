import { recipeOf, type RecipeParts } from '../draft/recipe-of.ts';
import { reasonFor, type DetectorInput, type RecipeDraft } from '../draft/recipe-draft.ts';
import { filesNamed, readTexts, unionOf, type TreeView } from '../draft/tree-view.ts';
import { compilerImage } from './compiler-image.ts';
import { printedLines } from './printed-lines.ts';
import { ENTER_COPY } from './printed-suite.ts';
import { isTestLibrary, libraryPackages, withoutVersion } from './libraries.ts';
import { submodulesOf } from '../draft/submodules.ts';

/**
 * Detects Automake projects. `make check` runs in a copy of the tree, because configure writes next to
 * the sources.
 */
export async function detectAutotools(input: DetectorInput): Promise<RecipeDraft | undefined> {
  const { base, golden, adjustments } = input;
  const script = SCRIPTS.find((name) => base.has(name));
  const automake = filesNamed(base, 'Makefile.am');
  if (script === undefined || automake.length === 0) return undefined;
  const image = compilerImage(input);
  const packages = unionOf(await packagesOf(base), await packagesOf(golden));
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: [],
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      { choice: 'make check', because: `${script} and Makefile.am exist` },
      ...reasonFor(packages, `${script} and Makefile.am use them`),
    ],
    ...(await recipeOf({
      systemPackages: unionOf(packages, adjustments.systemPackages),
      shell: SHELL,
      suite: adjustments.printedTests ? PRINTED : SUITE,
    })),
  };
}

const SCRIPTS = ['configure.ac', 'configure.in'];

/** Programs and macros that configure.ac and Makefile.am use, and their packages. */
const TOOLS: readonly (readonly [use: RegExp, packages: readonly string[]])[] = [
  [/^\s*AX_\w+/m, ['autoconf-archive']],
  [
    /\bAM_(GNU_GETTEXT|ICONV)|\bAC_LIB_(HAVE_)?LINKFLAGS|\bIT_PROG_INTLTOOL/,
    ['autopoint', 'gettext'],
  ],
  [/\bIT_PROG_INTLTOOL|\bAC_PROG_INTLTOOL/, ['intltool']],
  [/\bGTK_DOC_CHECK/, ['gtk-doc-tools']],
  [/\bAC_PROG_YACC|\bbison\b|\.yy?\b/, ['bison']],
  [/\b(AC|AM)_PROG_LEX|\bflex\b|\.ll?\b/, ['flex']],
  [/_TEXINFOS\b|\bmakeinfo\b/, ['texinfo']],
  [/\bhelp2man\b/i, ['help2man']],
  [/\bgperf\b/i, ['gperf']],
  [/\b(AM_PATH_CHECK|PKG_CHECK_MODULES\s*\(\s*\[?CHECK)\b/, ['check']],
  [/\bAM_PATH_PYTHON|\bAX_PYTHON/, ['python3-dev']],
  [/\bRUNTEST\b|^DEJATOOL|AUTOMAKE_OPTIONS.*dejagnu/m, ['dejagnu']],
];

async function packagesOf(view: TreeView): Promise<readonly string[]> {
  const names = filesNamed(view, /^(configure\.(ac|in)|Makefile\.am|acinclude\.m4)$/);
  const texts = await readTexts(view, names.slice(0, 200));
  const text = texts.join('\n').replace(/^\s*(#|dnl\b).*$/gm, '');
  const tools = TOOLS.flatMap(([use, packages]) => (use.test(text) ? packages : []));
  const submodules = (await submodulesOf(view)).map(({ name }) => name);
  // GoogleTest needs CMake here: a submodule of it is no library that configure finds.
  const replaced = submodules.filter((name) => !isTestLibrary(name));
  return unionOf(tools, libraryPackages([...librariesOf(text), ...replaced], ownLibraries(text)));
}

/** The project, and libraries that it builds: `AC_INIT([jq], ...)`, `lib_LTLIBRARIES = libjq.la`. */
function ownLibraries(text: string): readonly string[] {
  const project = /\bAC_INIT\s*\(\s*\[?([\w.+-]+)/.exec(text)?.[1] ?? '';
  const built = [...text.matchAll(/\b(?:lib)?([\w.+-]+?)\.l?a\b/g)].map(([, name = '']) => name);
  return [project, `lib${project}`, project.replace(/^lib/, ''), ...built];
}

/** Libraries that configure looks for with pkg-config, in the linker's path, or by a header. */
function librariesOf(text: string): readonly string[] {
  const modules = [...text.matchAll(/\bPKG_CHECK_MODULES\s*\(\s*\[?\w+\]?\s*,\s*\[?([^\])]+)/g)];
  const linked = [...text.matchAll(/\bAC_(?:CHECK_LIB|SEARCH_LIBS)\s*\(\s*([^)]*)/g)];
  return [
    ...modules.flatMap(([, list = '']) => list.split(/[\s,]+/).map(withoutVersion)),
    ...linked.flatMap(([, list = '']) => list.split(/[\s,[\]]+/)),
  ];
}

const SHELL = `export REFBENCH_BUILD=$HOME/build
`;

// Automake puts these flags behind the project's own, so warnings of newer compilers are no errors.
const BUILD = `${ENTER_COPY}autoreconf --install --force &&
  ./configure --disable-dependency-tracking --disable-werror CFLAGS="-g -O2 -Wno-error \${CFLAGS:-}" CXXFLAGS="-g -O2 -Wno-error \${CXXFLAGS:-}" &&
  make -j2 --keep-going
`;

const SUITE: RecipeParts['suite'] = {
  title: "Automake's tests",
  format: 'automake',
  run: `${BUILD}# Automake has no other report than the text for a console.
make --keep-going check 2>&1 | tee "$reports/check.txt"
return "\${PIPESTATUS[0]}"`,
  reports: ['check.txt'],
};

/** A program with tests of its own is one test for Automake, which keeps what it prints in a file. */
const PRINTED: RecipeParts['suite'] = {
  title: "the tests that Automake's programs print",
  format: 'test-lines',
  run: `${BUILD}print_tests() {
  make --keep-going check >&2
  local status=$?
  find . -name '*.trs' | LC_ALL=C sort | while read -r result; do cat "\${result%.trs}.log"; done
  return "$status"
}
${printedLines('print_tests', 'check.txt')}return "$status"`,
  reports: ['check.txt'],
};
