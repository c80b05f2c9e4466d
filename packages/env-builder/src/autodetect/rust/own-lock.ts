import { secondOf } from '../draft/day.ts';
import { REPORTER_NODE } from '../draft/recipe-of.ts';

/** Makes lock files, also with crates that were yanked since. */
export const YANKED: string = 'with-yanked-crates.mjs';

/** The lock file of RefBench, where it cannot stay in the tree. The suite has it there while it runs. */
const OWN_LOCK = '"$HOME/.refbench-Cargo.lock"';

/** A lock file that names packages of git hosts which do not answer. Crates of the registry stand for them. */
export const GIT_LOCK: string = '"$HOME/.refbench-git-Cargo.lock"';

/** Parts of setup_shell.sh. */
type LockParts = Readonly<Record<'start' | 'fetch' | 'time' | 'build' | 'end', string>>;

/** For a workspace that has a lock file. */
export const NO_LOCK: LockParts = { start: '', fetch: '', time: '', build: '', end: '' };

/** The parts of a setup that makes a lock file with the packages of a day, if one is given. An older cargo has no days. */
export function ownLock(day: Date | undefined): LockParts {
  const run = `${REPORTER_NODE} "$refbench_recipe/${YANKED}" cargo generate-lockfile`;
  const generate =
    day === undefined
      ? run
      : `RUSTC_BOOTSTRAP=1 ${run} -Zunstable-options --publish-time ${secondOf(day)}`;
  return {
    start: `  refbench_lock() {
    [ -e Cargo.lock ] || cp ${GIT_LOCK} Cargo.lock 2>/dev/null || ${generate} </dev/null >&2 || rm -f Cargo.lock
  }
  # The one of an earlier pass is made again, because other manifests may be there now. Golden's own stays.
  if sha256sum --check --status "$HOME/.refbench-own-lock" 2>/dev/null; then rm Cargo.lock; fi
  rm -f "$HOME/.refbench-own-lock" ${OWN_LOCK}
  refbench_locked=
  [ ! -e Cargo.lock ] || refbench_locked=1
`,
    fetch: 'refbench_lock && ',
    time: day === undefined ? '' : ` ${secondOf(day)}`,
    build: '  refbench_lock\n',
    // Where git does not ignore it, it would be a change of the tree.
    end: `  if [ -z "$refbench_locked" ] && [ -e Cargo.lock ]; then
    if git check-ignore --quiet Cargo.lock; then sha256sum Cargo.lock >"$HOME/.refbench-own-lock"; else mv Cargo.lock ${OWN_LOCK}; fi
  fi
  unset refbench_locked
`,
  };
}

/** Lets a suite run while the lock file is in the tree. */
export function withOwnLock(run: string): string {
  return `local own_lock=
if [ ! -e Cargo.lock ] && [ -e ${OWN_LOCK} ]; then cp ${OWN_LOCK} Cargo.lock && own_lock=1; fi
${run}[ -z "$own_lock" ] || rm -f Cargo.lock
`;
}
