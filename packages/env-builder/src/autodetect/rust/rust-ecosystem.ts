import { readToml, shellQuote, tableAt, textAt } from '@refbench/base';
import { dayOf } from '../draft/day.ts';
import { compareVersions, imageAtLeast, numbersOf } from '../draft/image-choice.ts';
import { recipeOf, REPORTER_NODE } from '../draft/recipe-of.ts';
import {
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../draft/recipe-draft.ts';
import { GIT_LOCK, NO_LOCK, ownLock, withOwnLock, YANKED } from './own-lock.ts';
import { outsidePackage } from './outside-packages.ts';
import { testedFeatures } from './tested-features.ts';
import { filesNamed, unionOf, type TreeView } from '../draft/tree-view.ts';

/** Detects a cargo workspace or a single crate. */
export async function detectRust(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  if (!base.has('Cargo.toml')) {
    const elsewhere = filesNamed(base, 'Cargo.toml');
    return elsewhere.length === 0
      ? undefined
      : unsupported(
          `Cargo.toml is not at the root, but in ${elsewhere.slice(0, 3).join(', ')}`,
          'write a run_tests that enters the workspace',
        );
  }
  const outside = (await outsidePackage(base)) ?? (await outsidePackage(golden));
  if (outside !== undefined) {
    const { manifest, name, path } = outside;
    return unsupported(
      `${manifest} takes the package ${name} from ${path}, which is outside of the repository`,
      'choose another commit: nobody else can build this one',
    );
  }
  const isLocked = base.has('Cargo.lock');
  const wanted = isLocked ? await wantedRust(input) : await datingRust(input);
  const image = imageAtLeast(input.images, 'rust', wanted.version, wanted.because);
  const day = isLocked || adjustments.undated ? undefined : input.committedAt;
  const locked = isLocked
    ? 'with its Cargo.lock'
    : `without a Cargo.lock: packages of ${day === undefined ? 'today' : dayOf(day)}`;
  const features = await testedFeatures(base);
  const test = { choice: 'cargo test', because: `Cargo.toml exists, ${locked}` };
  const tested = { choice: features, because: 'the project itself tests with them' };
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: unionOf(manifestsOf(base), manifestsOf(golden)),
    testTimeoutSeconds: 900,
    reasons: [image.reason, test, ...(features === '' ? [] : [tested])],
    ...(await recipeOf({
      systemPackages: adjustments.systemPackages,
      shell: shellOf({ isLocked, day, features, capLints: isNewerThanCode(image.image, input) }),
      programs: ['manifest-copy.sh', 'fetch-crates.mjs', ...(isLocked ? [] : [YANKED])],
      suite: {
        title: "every crate's tests",
        format: 'libtest',
        run: `${isLocked ? RUN : withOwnLock(RUN)}return "$status"`,
        reports: ['cargo.txt'],
      },
    })),
  };
}

function manifestsOf(view: TreeView): readonly string[] {
  return [
    ...filesNamed(view, /^Cargo\.(toml|lock)$/),
    ...['.cargo/config.toml', '.cargo/config', 'rust-toolchain', 'rust-toolchain.toml'].filter(
      view.has,
    ),
  ];
}

/**
 * Returns the declared Rust version, or the version at the time of the commit if that is newer.
 * Dependencies of that time expect it.
 */
async function wantedRust({
  base,
  golden,
  committedAt,
}: DetectorInput): Promise<{ readonly version: string; readonly because: string }> {
  const declared = (
    await Promise.all(
      [base, golden].flatMap((view) => filesNamed(view, 'Cargo.toml').slice(0, 100).map(view.read)),
    )
  ).flatMap((text) => {
    const manifest = readToml(text);
    const own = tableAt(manifest, 'package');
    const shared = tableAt(manifest, 'workspace', 'package');
    const edition = textAt(own, 'edition') ?? textAt(shared, 'edition');
    return [
      textAt(own, 'rust-version') ?? textAt(shared, 'rust-version') ?? '',
      edition === '2024' ? '1.85' : '',
    ];
  });
  const highest = declared
    .filter((version) => /^\d+\.\d+/.test(version))
    .sort((left, right) => compareVersions(numbersOf(left), numbersOf(right)))
    .at(-1);
  const day = dayOf(committedAt);
  const then = rustOf(committedAt);
  if (highest !== undefined && compareVersions(numbersOf(highest), numbersOf(then)) > 0) {
    return { version: highest, because: `a Cargo.toml requires Rust ${highest}` };
  }
  return { version: then, because: `the commit is from ${day}, when Rust ${then} was current` };
}

/** The first cargo that can leave out packages which were published later than a given time. */
const DATING_RUST = '1.95';

/** The first cargo that leaves out packages which need a newer Rust. */
const CHOOSING_RUST = '1.84';

/**
 * Without a lock file, the latest packages would be taken, which may need a newer Rust, or contain later
 * releases of the project. A newer cargo takes those of the day of the commit, and newer compilers accept old
 * code.
 */
async function datingRust(
  input: DetectorInput,
): Promise<{ readonly version: string; readonly because: string }> {
  const wanted = await wantedRust(input);
  const { undated } = input.adjustments;
  const version = undated ? CHOOSING_RUST : DATING_RUST;
  if (compareVersions(numbersOf(wanted.version), numbersOf(version)) >= 0) return wanted;
  const by = undated ? 'by the Rust that they need' : 'by date';
  return {
    version,
    because: `without a Cargo.lock, packages are chosen ${by}, which needs Rust ${version}`,
  };
}

/** Rust has been released every six weeks since 1.0 on 15 May 2015. */
function rustOf(date: Date): string {
  const weeks = (date.getTime() - Date.UTC(2015, 4, 15)) / (7 * 24 * 3600 * 1000);
  return `1.${Math.max(31, Math.floor(weeks / 6))}`;
}

/**
 * Whether the compiler is newer than the code, which then may deny warnings that did not exist. Flags in the
 * configuration of the project would be replaced, so such a project keeps its own.
 */
function isNewerThanCode(image: string, { base, committedAt }: DetectorInput): boolean {
  if (base.has('.cargo/config.toml') || base.has('.cargo/config')) return false;
  const version = image.replace(/^rust-/, '');
  return compareVersions(numbersOf(version), numbersOf(rustOf(committedAt))) > 0;
}

interface ShellOptions {
  readonly isLocked: boolean;
  /** Packages of a tree without a lock file are not newer than this. */
  readonly day: Date | undefined;
  /** Options that turn features on; empty for the default features. */
  readonly features: string;
  /** Whether lints that the code denies only warn. */
  readonly capLints: boolean;
}

function shellOf({ isLocked, day, features, capLints }: ShellOptions): string {
  const lock = isLocked ? NO_LOCK : ownLock(day);
  return `export CARGO_TARGET_DIR=$HOME/target CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
export CARGO_PROFILE_TEST_DEBUG=0 CARGO_PROFILE_DEV_DEBUG=0
export REFBENCH_CARGO_FEATURES=\${REFBENCH_CARGO_FEATURES-${shellQuote(features)}}
${capLints ? CAP_LINTS : ''}if [ "\${REFBENCH_WARM:-}" = 1 ]; then unset CARGO_NET_OFFLINE; else export CARGO_NET_OFFLINE=true; fi

if [ "\${REFBENCH_WARM:-}" = 1 ]; then
${lock.start}  # A newer cargo writes lock files in its own format. They get their own content back.
  find . -name .git -prune -o -name Cargo.lock -type f -print0 |
    tar --null --files-from=- -cf "$HOME/.refbench-locks.tar"
  # Manifests alone are enough to fetch: those of golden may name files that base does not have.
  refbench_recipe=$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)
  bash "$refbench_recipe/manifest-copy.sh" "$HOME/.refbench-manifests" >&2 &&
    (cd "$HOME/.refbench-manifests" && ${lock.fetch}${REPORTER_NODE} "$refbench_recipe/fetch-crates.mjs" ${GIT_LOCK}${lock.time} </dev/null >&2) || return 1
  rm -rf "$HOME/.refbench-manifests"
${lock.build}  # Compiled dependencies stay in the target folder, so that a run only compiles what changed.
  # shellcheck disable=SC2086 # It is a list of options.
  cargo test --workspace $REFBENCH_CARGO_FEATURES --no-run </dev/null >&2 || true
  tar -xf "$HOME/.refbench-locks.tar" && rm "$HOME/.refbench-locks.tar"
${lock.end}  unset refbench_recipe
fi
`;
}

const CAP_LINTS = `# This compiler knows lints that were not there when the code was written.
export RUSTFLAGS="\${RUSTFLAGS:-} --cap-lints=warn"
`;

/** Prints the manifests of a workspace, by the names of their packages. */
const MANIFESTS = `cargo metadata --no-deps --format-version 1 2>/dev/null |
    ${REPORTER_NODE} -p 'JSON.parse(require("fs").readFileSync(0)).packages
      .sort((one, two) => (one.name < two.name ? -1 : 1)).map((one) => one.manifest_path).join("\\n")'`;

const RUN = `# Stable Rust has no other report than the text for a console.
# Both streams in one file: names of test binaries are on one, their tests on the other.
local report="$reports/cargo.txt" status=0 manifest features=\${REFBENCH_CARGO_FEATURES:-} every=
# shellcheck disable=SC2086 # It is a list of options.
cargo test --workspace $features --no-fail-fast >"$report" 2>&1 || status=$?
if grep -qE '^error: (could not compile|failed to run custom build command)|(does not contain|contains) th(is|ese) feature' "$report"; then
  cat "$report"
  [ -z "$features" ] || echo "refbench: not everything compiles with $features" >&2
  # Crates have features of their own.
  [ "$features" != --all-features ] || every=--all-features
  # A crate that does not compile ends everything. The others are tested by themselves.
  : >"$report"
  while IFS= read -r manifest; do
    cargo test --manifest-path "$manifest" \${every:+"$every"} --no-fail-fast </dev/null >>"$report" 2>&1 || status=$?
  done < <(${MANIFESTS})
fi
cat "$report"
`;
