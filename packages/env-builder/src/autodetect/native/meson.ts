import { recipeOf } from '../draft/recipe-of.ts';
import {
  reasonFor,
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../draft/recipe-draft.ts';
import { submodulesOf } from '../draft/submodules.ts';
import { filesNamed, readTexts, unionOf, type TreeView } from '../draft/tree-view.ts';
import { compilerImage, type Requirement } from './compiler-image.ts';
import { boostPackages, libraryPackages } from './libraries.ts';
import {
  fillLibraries,
  LIBRARY_SUBMODULE,
  librarySubmodules,
  type LibrarySubmodule,
} from './library-submodules.ts';
import { FORGET_PROGRAMS } from './ninja.ts';

/** Detects Meson projects. Meson itself reports the cases of GoogleTest and TAP. */
export async function detectMeson(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  if (!base.has('meson.build')) return undefined;
  const [atBase, atGolden] = await Promise.all([readMeson(base), readMeson(golden)]);
  if (!/\btest\s*\(/.test(atBase.text)) {
    return unsupported('no meson.build defines a test', 'write a run_tests that runs its tests');
  }
  const image = compilerImage(input, [...atBase.requirements, ...atGolden.requirements]);
  const submodules = librarySubmodules(await submodulesOf(base), base);
  const libraries = unionOf(
    [...atBase.packages, ...submodules.flatMap((one) => one.packages)],
    atGolden.packages,
  );
  const options = unionOf(atBase.testOptions, atGolden.testOptions);
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: [],
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      { choice: 'meson test', because: 'meson.build defines tests' },
      ...reasonFor(options, 'these options enable tests'),
    ],
    ...(await recipeOf({
      systemPackages: unionOf(['meson', ...libraries], adjustments.systemPackages),
      shell: shellOf(options, submodules),
      suite: {
        title: "Meson's tests",
        format: 'junit-xml',
        run: RUN,
        reports: ['meson.xml'],
      },
      programs: [
        'meson-report.py',
        'meson-stubs.py',
        ...(submodules.length > 0 ? [LIBRARY_SUBMODULE] : []),
      ],
    })),
  };
}

interface MesonFiles {
  readonly text: string;
  readonly packages: readonly string[];
  readonly requirements: readonly Requirement[];
  /** Arguments of `meson setup`. */
  readonly testOptions: readonly string[];
}

async function readMeson(view: TreeView): Promise<MesonFiles> {
  const names = filesNamed(view, 'meson.build').filter((name) => !name.startsWith('subprojects/'));
  const texts = await readTexts(view, names.slice(0, 300));
  const text = texts.join('\n').replace(/^\s*#.*$/gm, '');
  const found = [...text.matchAll(/\b(?:dependency|find_library|find_program)\s*\(\s*'([^']+)'/g)];
  const own = [
    ...text.matchAll(/\b(?:project|(?:both_|static_|shared_)?librar(?:y|ies))\s*\(\s*'([^']+)'/g),
  ];
  const boost = [...text.matchAll(/\bdependency\s*\(\s*'boost'([^)]*)\)/g)];
  const parts = boost.flatMap(([, rest = '']) => rest.match(/\w+/g) ?? []);
  const version = /\bmeson_version\s*:\s*'[^'\d]*(\d+\.\d+)/.exec(text)?.[1];
  const declared =
    (await view.read('meson_options.txt')) ?? (await view.read('meson.options')) ?? '';
  return {
    text,
    packages: [
      ...libraryPackages(
        found.map(([, name = '']) => name),
        own.map(([, name = '']) => name),
      ),
      ...(boost.length === 0 ? [] : boostPackages(parts)),
    ],
    requirements: version === undefined ? [] : [{ tool: 'meson', version }],
    testOptions: testOptions(declared),
  };
}

/** Disabled options of meson_options.txt whose names are those of tests. */
function testOptions(declared: string): readonly string[] {
  return [...declared.matchAll(/\boption\s*\(\s*'([\w-]+)'([^)]*)\)/g)].flatMap(
    ([, name = '', rest = '']) => {
      if (!/^((build|enable|with)[-_])?(unit[-_]?)?tests?$/i.test(name)) return [];
      if (/type\s*:\s*'feature'/.test(rest)) return [`-D${name}=enabled`];
      return /type\s*:\s*'boolean'/.test(rest) && /value\s*:\s*'?false/.test(rest)
        ? [`-D${name}=true`]
        : [];
    },
  );
}

function shellOf(options: readonly string[], submodules: readonly LibrarySubmodule[]): string {
  // A wrap would be downloaded into the tree.
  const args = ['--wrap-mode=nodownload', '-Dwerror=false', '-Doptimization=1', ...options].join(
    ' ',
  );
  return `export REFBENCH_BUILD=$HOME/build
refbench_configure() {
  if [ -e "$REFBENCH_BUILD/build.ninja" ]; then return; fi
  rm -rf "$REFBENCH_BUILD" && meson setup ${args} "$REFBENCH_BUILD"
}
export -f refbench_configure
${fillLibraries(submodules)}
if [ "\${REFBENCH_WARM:-}" = 1 ]; then
  refbench_configure </dev/null >&2 || return 1
  ninja -C "$REFBENCH_BUILD" -k 0 </dev/null >&2 || echo 'not everything builds' >&2
fi
`;
}

const RUN = `${FORGET_PROGRAMS}
rm -f "$REFBENCH_BUILD"/meson-logs/*
find "$REFBENCH_BUILD" -lname '*/not-built' -delete
# Ninja configures again where a meson.build changed.
refbench_configure && ninja -C "$REFBENCH_BUILD" -k 0
local built=$?
[ "$built" -lt 128 ] || return "$built"
meson introspect --tests "$REFBENCH_BUILD" |
  python3 "$(dirname -- "\${BASH_SOURCE[0]}")/meson-stubs.py" "$REFBENCH_BUILD"
meson test -C "$REFBENCH_BUILD" --no-rebuild --num-processes "\${REFBENCH_PROCESSES:-2}" --print-errorlogs --timeout-multiplier 3
local status=$?
python3 "$(dirname -- "\${BASH_SOURCE[0]}")/meson-report.py" "$REFBENCH_BUILD"/meson-logs/testlog.{json,junit.xml} >"$reports/meson.xml"
return "$status"`;
