import { imageAtLeast } from '../image-choice.ts';
import { recipeFiles } from '../recipe-files.ts';
import {
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../recipe-draft.ts';
import { filesNamed, folderOf, unionOf, type TreeView } from '../tree-view.ts';
import { testedPackages } from './tested-packages.ts';

/** Detects Go modules. Each module of a repository is downloaded and tested separately. */
export async function detectGo(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  const modules = filesNamed(base, 'go.mod');
  if (modules.length === 0) {
    if (!base.paths.some((path) => path.endsWith('.go'))) return undefined;
    return unsupported('there is no go.mod', 'write a recipe by hand that sets GO111MODULE=off');
  }
  const texts = await Promise.all(
    [base, golden].flatMap((view) => filesNamed(view, /^go\.(mod|work)$/).map(view.read)),
  );
  const wanted =
    texts
      .map((text) => wantedGo(text ?? ''))
      .sort(byVersion)
      .at(-1) ?? '1.21';
  const image = imageAtLeast(
    input.images,
    'go',
    wanted,
    `the newest Go version that a go.mod requires is ${wanted}`,
  );
  const tested = await testedPackages(base, golden);
  const names = modules.map(folderOf).join(', ');
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: unionOf(manifestsOf(base), manifestsOf(golden)),
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      { choice: 'go modules', because: `go.mod is in ${names}` },
      tested.reason,
    ],
    files: await recipeFiles({
      systemPackages: adjustments.systemPackages,
      shell: SHELL,
      suite: {
        title: "every module's tests",
        format: 'go-test-json',
        run: runOf(tested.patterns),
        reports: '"$reports/events.json"',
      },
    }),
  };
}

function manifestsOf(view: TreeView): readonly string[] {
  return filesNamed(view, /^go\.(mod|sum|work|work\.sum)$/);
}

/**
 * `toolchain` takes precedence over `go`. The image contains this Go version, and no other is
 * downloaded.
 */
function wantedGo(text: string): string {
  const toolchain = /^toolchain go(\d+\.\d+(?:\.\d+)?)/m.exec(text)?.[1];
  return toolchain ?? /^go (\d+\.\d+(?:\.\d+)?)/m.exec(text)?.[1] ?? '1.21';
}

function byVersion(left: string, right: string): number {
  const [a, b] = [left, right].map((text) => text.split('.').map(Number));
  return (a?.[0] ?? 0) - (b?.[0] ?? 0) || (a?.[1] ?? 0) - (b?.[1] ?? 0);
}

const FIND_MODULES = `find . \\( -name vendor -o -name node_modules -o -name testdata \\) -prune -o -name go.mod -printf '%h\\0' | LC_ALL=C sort -z`;

const SHELL = `export GOTOOLCHAIN=local GOFLAGS="\${GOFLAGS:-} -count=1"
if [ "\${REFBENCH_WARM:-}" != 1 ]; then export GOPROXY=off GOSUMDB=off; fi

if [ "\${REFBENCH_WARM:-}" = 1 ]; then
  while IFS= read -r -d '' module; do
    (
      cd "$module" || exit
      # A module that is only half there (golden's manifests over base's files) still downloads.
      [ -d vendor ] || go mod download || echo "go mod download failed in $module" >&2
      # Compiled packages stay in the build cache, so that a run only compiles what changed.
      go test -run '^$' ./... >/dev/null || true
    )
  done < <(${FIND_MODULES})
  # Code that tidies modules asks for more of them than a build does. It is tried in a copy, as it writes
  # manifests, and not while golden's lie over base's sources, as it would look for newer modules then.
  if git diff --quiet && git grep -qE '"mod", "tidy"|go mod tidy' -- '*.go'; then
    rm -rf "$HOME/.refbench-tidy" && cp -R . "$HOME/.refbench-tidy"
    while IFS= read -r -d '' module; do
      (cd "$HOME/.refbench-tidy/$module" && go mod tidy -e) || true
    done < <(${FIND_MODULES})
    rm -rf "$HOME/.refbench-tidy"
  fi
fi
`;

/** The patterns apply to the root module. All packages of other modules are tested. */
function runOf(patterns: string): string {
  return `local status=0 own_status patterns own="$reports/own.json" events="$reports/events.json"
: >"$events"
while IFS= read -r -d '' module; do
  own_status=0 patterns=./...
  [ "$module" != . ] || patterns='${patterns}'
  # shellcheck disable=SC2086
  (cd "$module" && go test -json -p 2 -timeout 10m $patterns) >"$own" || own_status=$?
  if [ "$own_status" -ne 0 ] && ! [ -s "$own" ]; then
    # The module could not even be listed.
    printf '{"Action":"start","Package":"%s"}\\n{"Action":"fail","Package":"%s"}\\n' "$module" "$module" >"$own"
  fi
  cat "$own" >>"$events"
  [ "$own_status" -eq 0 ] || status=$own_status
done < <(${FIND_MODULES})
return "$status"`;
}
