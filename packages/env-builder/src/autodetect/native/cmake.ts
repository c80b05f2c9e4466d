import { imageAtLeast } from '../image-choice.ts';
import { recipeFiles } from '../recipe-files.ts';
import {
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../recipe-draft.ts';
import { unionOf, type TreeView } from '../tree-view.ts';

/** Detects CMake projects with ctest tests. */
export async function detectCmake(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  if (!base.has('CMakeLists.txt')) return undefined;
  const lists = await listFiles(base);
  if (
    !lists.some(({ text }) =>
      /\b(enable_testing|add_test|gtest_discover_tests|include\s*\(\s*CTest)/i.test(text),
    )
  ) {
    return unsupported('no CMakeLists.txt defines a test', 'write a run_tests that runs its tests');
  }
  const image = imageAtLeast(
    input.images,
    'gcc',
    gccOf(input.committedAt),
    `the commit is from ${input.committedAt.toISOString().slice(0, 10)}`,
  );
  const options = unionOf(testOptions(lists), testOptions(await listFiles(golden)));
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: [],
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      { choice: 'cmake and ctest', because: 'CMakeLists.txt defines tests' },
      ...(options.length === 0
        ? []
        : [
            {
              choice: options.map((name) => `-D${name}=ON`).join(' '),
              because: 'these options enable tests',
            },
          ]),
    ],
    files: await recipeFiles({
      systemPackages: adjustments.systemPackages,
      shell: shellOf(options),
      suite: {
        title: "ctest's tests",
        format: 'junit-xml',
        run: RUN,
        reports: '"$reports/ctest.xml"',
      },
    }),
  };
}

async function listFiles(
  view: TreeView,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const paths = view.paths.filter((path) => /(^|\/)CMakeLists\.txt$/.test(path)).slice(0, 200);
  return await Promise.all(
    paths.map(async (path) => ({ path, text: (await view.read(path)) ?? '' })),
  );
}

/** Disabled options whose names refer to tests, but not to sanitizers, fuzzing or benchmarks. */
function testOptions(lists: readonly { readonly text: string }[]): readonly string[] {
  return lists.flatMap(({ text }) =>
    [...text.matchAll(/^\s*(?:cmake_dependent_)?option\s*\(\s*(\w+)\s+"[^"]*"\s+(OFF|FALSE|0)?/gim)]
      .filter(
        ([, name = '']) =>
          /test/i.test(name) && !/fuzz|bench|sanit|valgrind|cov|perf|install|docs/i.test(name),
      )
      .flatMap(([, name = '', value]) => (value === undefined ? [] : [name])),
  );
}

/** Chooses a compiler from the time of the commit, because newer compilers reject more code. */
function gccOf(date: Date): string {
  const year = date.getUTCFullYear();
  return year <= 2021 ? '10' : year <= 2023 ? '12' : '14';
}

function shellOf(options: readonly string[]): string {
  const defines = ['BUILD_TESTING', ...options].map((name) => `-D${name}=ON`).join(' ');
  return `export REFBENCH_BUILD=$HOME/build CTEST_OUTPUT_ON_FAILURE=1
refbench_configure() { cmake -S . -B "$REFBENCH_BUILD" -G Ninja -DCMAKE_BUILD_TYPE=Debug ${defines}; }
export -f refbench_configure

if [ "\${REFBENCH_WARM:-}" = 1 ]; then
  refbench_configure </dev/null >&2 && cmake --build "$REFBENCH_BUILD" -- -k 0 </dev/null >&2 || return 1
fi
`;
}

const RUN = `# What does not build leaves its tests "not run", which ctest counts as failed.
refbench_configure && cmake --build "$REFBENCH_BUILD" -- -k 0
local built=$?
ctest --test-dir "$REFBENCH_BUILD" --output-junit "$reports/ctest.xml" --timeout 300 -j 2
local status=$?
[ "$built" -lt 128 ] || return "$built"
return "$status"`;
