import { imagesOf, newest } from '../image-choice.ts';
import { recipeFiles } from '../recipe-files.ts';
import {
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../recipe-draft.ts';
import { filesNamed } from '../tree-view.ts';

/**
 * Detects Automake projects. `make check` runs in a copy of the tree, because configure writes next to
 * the sources.
 */
export async function detectAutotools(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, adjustments } = input;
  const automake = filesNamed(base, 'Makefile.am');
  if (!base.has('configure.ac') || automake.length === 0) {
    return base.has('Makefile')
      ? unsupported(
          'a plain Makefile has no known test output format',
          'write a run_tests that counts the output of `make test` or `make check`',
        )
      : undefined;
  }
  const { image } = newest(imagesOf(input.images, 'gcc'));
  return {
    kind: 'draft',
    baseImage: image,
    manifests: [],
    testTimeoutSeconds: 900,
    reasons: [
      { choice: image, because: 'no other compiler is required' },
      { choice: 'make check', because: 'configure.ac and Makefile.am exist' },
    ],
    files: await recipeFiles({
      systemPackages: adjustments.systemPackages,
      shell: SHELL,
      suite: {
        title: "Automake's tests",
        format: 'automake',
        run: RUN,
        reports: '"$reports/check.txt"',
      },
    }),
  };
}

const SHELL = `export REFBENCH_BUILD=$HOME/build
`;

const RUN = `rm -rf "$REFBENCH_BUILD" && cp -R . "$REFBENCH_BUILD" && cd "$REFBENCH_BUILD" || return
autoreconf --install --force && ./configure --disable-dependency-tracking && make -j2 --keep-going
make --keep-going check 2>&1 | tee "$reports/check.txt"
return "\${PIPESTATUS[0]}"`;
