import { recipeOf } from '../draft/recipe-of.ts';
import {
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../draft/recipe-draft.ts';
import { unionOf } from '../draft/tree-view.ts';
import { compilerImage } from './compiler-image.ts';
import { libraryPackages } from './libraries.ts';

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

/**
 * Detects projects with a plain Makefile. Its suite has no format of its own, so each line that names a
 * test with its outcome counts. A suite that prints no such lines has too few tests to be admitted.
 */
export async function detectMakefile(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, adjustments } = input;
  const makefile = MAKEFILES.find((name) => base.has(name));
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
    reasons: [image.reason, { choice: `make ${target}`, because: `${makefile} has this target` }],
    ...(await recipeOf({
      systemPackages: unionOf(libraryPackages(linked, built), adjustments.systemPackages),
      shell: SHELL,
      suite: {
        title: `the tests of "make ${target}"`,
        format: 'test-lines',
        run: runOf(target),
        reports: ['make.txt'],
      },
    })),
  };
}

function hasTarget(makefile: string, target: string): boolean {
  return makefile
    .split(/\r?\n/)
    .some((line) => /^([\w .%/-]+?)\s*::?(?!=)/.exec(line)?.[1]?.split(/\s+/).includes(target));
}

const SHELL = `export REFBENCH_BUILD=$HOME/build
`;

/** The suite runs in a copy of the tree, because make writes next to the sources. */
function runOf(target: string): string {
  return `rm -rf "$REFBENCH_BUILD" && cp -R . "$REFBENCH_BUILD" && cd "$REFBENCH_BUILD" || return
make --keep-going ${target} 2>&1 | tee "$reports/make.txt"
local status=\${PIPESTATUS[0]}
printf '\\n# status %s\\n' "$status" >>"$reports/make.txt"
return "$status"`;
}
