/** The variable parts of a recipe for Go. */
export interface GoScripts {
  /** setup_shell.sh. */
  readonly shell: string;
  /** Runs the tests; see `RecipeParts`. */
  readonly run: string;
  readonly programs: readonly string[];
}

/** Scripts for a tree with modules. @param patterns packages of the root module; those of others are all tested */
export function moduleScripts(patterns: string): GoScripts {
  return { shell: SETTINGS + MODULES, run: runModules(patterns), programs: [] };
}

/** Prints the folder of each module of a tree, each with a null byte after it. */
export const FIND_MODULES: string = `find . \\( -name vendor -o -name node_modules -o -name testdata \\) -prune -o -name go.mod -printf '%h\\0' | LC_ALL=C sort -z`;

/** Settings for every call of Go. */
export const SETTINGS: string = `export GOTOOLCHAIN=local GOFLAGS="\${GOFLAGS:-} -count=1" CGO_CFLAGS="-g -O2 -gdwarf-4"
if [ "\${REFBENCH_WARM:-}" != 1 ]; then export GOPROXY=off GOSUMDB=off; fi

`;

/** Downloads what the modules of a tree need. */
export const MODULES: string = `if [ "\${REFBENCH_WARM:-}" = 1 ]; then
  # Go before 1.16 completes go.mod and go.sum whenever it builds. They get their own content back.
  find . -name .git -prune -o \\( -name go.mod -o -name go.sum -o -name 'go.work*' \\) -type f -print0 |
    tar --null --files-from=- -cf "$HOME/.refbench-manifests.tar"
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
  git clean -fdq -- '*go.sum'
  tar -xf "$HOME/.refbench-manifests.tar" && rm "$HOME/.refbench-manifests.tar"
fi
`;

/** Prints why tests failed. The events go to a file, so whoever reads the log would not learn it. */
export function failuresIn(events: string): string {
  return `grep -E '"Action":"(build-)?output"' "${events}" | grep -vE '"Output":"( *--- (PASS|SKIP)|=== |PASS|ok  )' | tail -n 400`;
}

function runModules(patterns: string): string {
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
  ${failuresIn('$own')}
  [ "$own_status" -eq 0 ] || status=$own_status
done < <(${FIND_MODULES})
return "$status"`;
}
