import { shellQuote } from '@refbench/base';
import { editFiles } from './edit-files.ts';
import {
  reasonFor,
  type Detector,
  type DetectorInput,
  type Language,
  type Reason,
  type RecipeDraft,
} from './recipe-draft.ts';
import { folderOf, viewBelow, type TreeView } from './tree-view.ts';

const NATIVE_ROOT = /^(CMakeLists\.txt|meson\.build|configure\.(ac|in)|Makefile)$/;

/** What the root of a project has. Projects for Go and Node.js are looked for in all folders anyway. */
const ROOTS: Partial<Readonly<Record<Language, RegExp>>> = {
  c: NATIVE_ROOT,
  cpp: NATIVE_ROOT,
  java: /^(pom\.xml|build\.gradle(\.kts)?)$/,
  python: /^(pyproject\.toml|setup\.(py|cfg)|tox\.ini)$/,
  rust: /^Cargo\.toml$/,
};

const SOURCES: Partial<Readonly<Record<Language, RegExp>>> = {
  c: /\.[ch]$/,
  cpp: /\.(c|cc|cpp|cxx|h|hh|hpp)$/,
  java: /\.java$/,
  python: /\.py$/,
  rust: /\.rs$/,
};

const NO_PROJECT =
  /^(docs?|examples?|samples?|third_?party|vendor|extern(al)?|deps|tests?|bench(marks?)?|tools|scripts|ci|cmake|contrib|fuzz)$/i;

/** Folders about tests alone. */
export const TEST_FOLDERS: readonly string[] = [
  'test',
  'tests',
  'unittest',
  'unittests',
  'unit_tests',
];

/** The share of the sources that the project must have, so that it is what the repository is about. */
const MOST = 0.5;

/**
 * Drafts a recipe for a project in a folder below the root, if the root has none: the one with most sources of the
 * language, or one of tests. Its scripts enter the folder.
 */
export async function detectNested(
  detectors: readonly Detector[],
  language: Language,
  input: DetectorInput,
): Promise<RecipeDraft | undefined> {
  const most = folderWithMost(input.base, language);
  const folders: readonly Reason[] = [
    ...reasonFor(
      most === undefined ? [] : [most],
      'it has most of the sources, and the root has no project',
    ),
    ...testProjects(input.base, language),
  ];
  for (const reason of folders) {
    const below = {
      ...input,
      base: viewBelow(input.base, reason.choice),
      golden: viewBelow(input.golden, reason.choice),
    };
    for (const detect of detectors) {
      const result = await detect(below);
      if (result?.kind === 'draft') return enter(result, reason);
    }
  }
  return undefined;
}

/** Folders of tests that are projects of their own, as in libraries of C and C++ that are a header. */
function testProjects(view: TreeView, language: Language): readonly Reason[] {
  if (language !== 'c' && language !== 'cpp') return [];
  return TEST_FOLDERS.filter((folder) =>
    ['CMakeLists.txt', 'meson.build'].some((name) => view.has(`${folder}/${name}`)),
  ).map((choice) => ({ choice, because: 'it is a project of tests, and the root defines none' }));
}

function folderWithMost(view: TreeView, language: Language): string | undefined {
  const [root, source] = [ROOTS[language], SOURCES[language]];
  if (root === undefined || source === undefined) return undefined;
  const found = view.paths.filter((path) => root.test(path.slice(path.lastIndexOf('/') + 1)));
  const folders = [...new Set(found.map(folderOf))].filter(
    (folder) => folder !== '.' && !folder.split('/').some((part) => NO_PROJECT.test(part)),
  );
  const sources = view.paths.filter((path) => source.test(path));
  const within = (folder: string): number =>
    sources.filter((path) => path.startsWith(`${folder}/`)).length;
  // Of a project and its parts, the project has more sources, or as many in a shorter path.
  const [first] = folders
    .map((folder) => ({ folder, count: within(folder) }))
    .sort((a, b) => b.count - a.count || a.folder.length - b.folder.length);
  return first !== undefined && first.count >= MOST * sources.length ? first.folder : undefined;
}

/**
 * Makes the scripts of a draft for a folder start at the root of the tree.
 * @param reason - Its choice is the folder.
 */
function enter(draft: RecipeDraft, reason: Reason): RecipeDraft {
  const folder = reason.choice;
  const { files, edit } = editFiles(draft);
  edit('setup_shell.sh', (text) => inFolder(folder, text));
  edit('test_command', (text) =>
    text.replace(
      /^run_suite <\/dev\/null$/m,
      (line) => `cd ${shellQuote(folder)} || exit\n${line}`,
    ),
  );
  return {
    ...draft,
    files,
    manifests: draft.manifests.map((path) => `${folder}/${path}`),
    ignored: draft.ignored?.map((path) => `${folder}/${path}`),
    reasons: [reason, ...draft.reasons],
  };
}

/** Wraps lines of setup_shell.sh, which is sourced at the root of the tree. */
export function inFolder(root: string, shell: string): string {
  if (root === '.') return shell;
  return `if pushd ${shellQuote(root)} >/dev/null; then\n${shell.trimEnd()}\npopd >/dev/null\nfi\n`;
}
