import { shellQuote } from '@refbench/base';
import { REPORTER_NODE } from '../draft/recipe-of.ts';
import type { GoPathProject } from './go-path.ts';
import {
  failuresIn,
  FIND_MODULES,
  MODULES,
  moduleScripts,
  SETTINGS,
  type GoScripts,
} from './module-scripts.ts';

/**
 * Scripts for a project from before modules. A tree with modules is treated like others, because golden may
 * introduce them.
 * @param day packages of this day or earlier are chosen
 */
export function goPathScripts(project: GoPathProject, day: string, patterns: string): GoScripts {
  return {
    shell: SETTINGS + linkOrModules(project, day),
    run: runInGoPath(patterns) + moduleScripts(patterns).run,
    programs: ['go-path.mjs'],
  };
}

/** Links a tree without modules to its place in GOPATH, and fetches what it imports. */
function linkOrModules({ path, imports }: GoPathProject, day: string): string {
  const names = imports.map((name) => ` \\\n      ${shellQuote(name)}`).join('');
  return `if [ -z "$(${FIND_MODULES} | tr -d '\\0')" ]; then
  export GO111MODULE=off GOPATH="$HOME/go"
  export GO_PROJECT="$GOPATH"/src/${shellQuote(path)}
  if ! [ "$GO_PROJECT" -ef . ]; then
    mkdir -p "\${GO_PROJECT%/*}"
    ln -sfn "$PWD" "$GO_PROJECT"
  fi
  if [ "\${REFBENCH_WARM:-}" = 1 ]; then
    ${REPORTER_NODE} "$(dirname "\${BASH_SOURCE[0]}")/go-path.mjs" --before ${day} --project ${shellQuote(path)}${names} >&2
    # Compiled packages stay in the build cache, so that a run only compiles what changed.
    (cd "$GO_PROJECT" && go test -vet=off -run '^$' ./... >/dev/null) || true
  fi
else
${MODULES.trim()}
fi
`;
}

/** Runs the tests of a tree without modules. They are older than `go vet` before tests, so it is left out. */
function runInGoPath(patterns: string): string {
  return `if [ "\${GO111MODULE:-}" = off ]; then
  local status=0 events="$reports/events.json" packages
  packages=$(cd "$GO_PROJECT" && go list -e -f '{{if or .Error .DepsErrors}}broken{{else}}sound{{end}} {{.ImportPath}}' ${patterns})
  # A package whose imports are not there ends everything, so it is counted without being tried.
  sed -n 's/^broken \\(.*\\)/{"Action":"start","Package":"\\1"}\\n{"Action":"fail","Package":"\\1"}/p' <<<"$packages" >"$events"
  # shellcheck disable=SC2046
  (cd "$GO_PROJECT" && go test -json -vet=off -p 2 -timeout 10m $(sed -n 's/^sound //p' <<<"$packages")) >>"$events" || status=$?
  ! grep -q '^broken ' <<<"$packages" || status=1
  ${failuresIn('$reports/events.json')}
  return "$status"
fi
`;
}
