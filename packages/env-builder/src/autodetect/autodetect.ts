import type { Instance } from '@refbench/contracts';
import type { Repository } from '@refbench/repos';
import { unignoredPaths } from '../environments/ignored-paths.ts';
import { applyCi } from './ci/apply-ci.ts';
import { buildCommands } from './ci/build-commands.ts';
import { readCiFacts, withServices } from './ci/ci-files.ts';
import { adjustDraft } from './adjust-draft.ts';
import { detectNested } from './draft/nested-project.ts';
import { pinnedSubmodules } from './draft/fetch-submodules.ts';
import { NO_ADJUSTMENTS, type Adjustments } from './draft/adjustments.ts';
import { detectGo } from './go/go-ecosystem.ts';
import { detectGradle } from './java/gradle.ts';
import { detectMaven } from './java/maven.ts';
import { detectAutotools } from './native/autotools.ts';
import { detectCiSuite } from './native/ci-suite.ts';
import { detectCmake, detectTestPrograms } from './native/cmake.ts';
import { detectMakefile, detectTestMakefile, detectTestTargets } from './native/makefile-suite.ts';
import { detectMeson } from './native/meson.ts';
import { detectNode } from './node/node-ecosystem.ts';
import { detectOtherProject } from './native/other-project.ts';
import {
  unsupported,
  type Detector,
  type DetectorInput,
  type Language,
  type RecipeDraft,
  type Unsupported,
} from './draft/recipe-draft.ts';
import { detectPython } from './python/python-ecosystem.ts';
import { detectRust } from './rust/rust-ecosystem.ts';
import { treeView } from './draft/tree-view.ts';

const NATIVE = [
  detectCmake,
  detectMeson,
  detectAutotools,
  detectMakefile,
  detectTestPrograms,
] as const;

const LAST_NATIVE = [
  detectOtherProject,
  detectCiSuite,
  detectTestMakefile,
  detectTestTargets,
] as const;

/** What is tried where neither the root nor a folder is a project with tests. */
const LAST: Partial<Readonly<Record<Language, readonly Detector[]>>> = {
  c: LAST_NATIVE,
  cpp: LAST_NATIVE,
};

/** The detectors of each language, in the order in which they run. */
const DETECTORS: Readonly<Record<Language, readonly Detector[]>> = {
  typescript: [detectNode],
  javascript: [detectNode],
  python: [detectPython],
  go: [detectGo],
  rust: [detectRust],
  java: [detectMaven, detectGradle],
  c: NATIVE,
  cpp: NATIVE,
};

export interface AutodetectOptions {
  readonly instance: Pick<Instance, 'base' | 'golden' | 'language' | 'repository'>;
  readonly repository: Repository;
  /** Image names in data/images.yaml. */
  readonly images: readonly string[];
  readonly toolPackages: ReadonlySet<string>;
  readonly adjustments?: Adjustments;
}

/** Reads both commits and drafts a recipe. It does not run anything. */
export async function autodetect(options: AutodetectOptions): Promise<RecipeDraft | Unsupported> {
  const { instance, repository } = options;
  const tree = await repository.readTree(instance.base);
  const base = treeView(repository, tree);
  const golden = treeView(repository, await repository.readTree(instance.golden));
  const adjustments = options.adjustments ?? NO_ADJUSTMENTS;
  const { committedAt } = await repository.readCommit(instance.golden);
  const { images, toolPackages } = options;
  const { name, path, url = `https://github.com/${name}` } = instance.repository;
  const repositoryUrl = path === undefined ? url : undefined;
  const input = { base, golden, committedAt, images, toolPackages, adjustments, repositoryUrl };
  const result = await detectAnywhere(instance.language, input);
  if (result.kind === 'unsupported') return result;
  const submodules = await pinnedSubmodules(adjustments.submodules, {
    view: base,
    tree,
    repositoryUrl: instance.repository.url,
  });
  const facts = withServices(await readCiFacts(base), adjustments.services);
  const whole = {
    ...applyCi(result, facts),
    buildCommands: buildCommands(facts, instance.language),
  };
  const written = [...(whole.ignored ?? []), ...adjustments.ignored];
  return adjustDraft(
    withIgnored(whole, await unignoredPaths(repository, instance, written)),
    adjustments,
    options.images,
    submodules,
  );
}

function withIgnored(
  { ignored: _written, ...draft }: RecipeDraft,
  ignored: readonly string[],
): RecipeDraft {
  if (ignored.length === 0) return draft;
  const because = 'the set-up writes it, and no .gitignore covers it';
  return {
    ...draft,
    ignored,
    reasons: [...draft.reasons, ...ignored.map((choice) => ({ choice, because }))],
  };
}

/** Looks for a project at the root, then below it, then for other signs of tests. */
async function detectAnywhere(
  language: Language,
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported> {
  const detectors = DETECTORS[language];
  let refusal: Unsupported | undefined;
  for (const detect of detectors) {
    const result = await detect(input);
    if (result?.kind === 'draft') return result;
    refusal ??= result;
  }
  const nested = await detectNested(detectors, language, input);
  if (nested !== undefined) return nested;
  for (const detect of LAST[language] ?? []) {
    const result = await detect(input);
    if (result?.kind === 'draft') return result;
  }
  return (
    refusal ??
    unsupported(
      `neither commit shows how to test ${language}`,
      'correct language in instance.yaml, or write environment/ by hand',
    )
  );
}
