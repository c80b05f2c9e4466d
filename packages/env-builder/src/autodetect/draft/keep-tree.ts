/**
 * Parts of setup_shell.sh, indented, around what builds or tests while caches fill. Some projects write beside their
 * sources, or have tests that write to files of the tree. What was as committed before is so again
 * afterwards; what differed already, such as golden's manifests, stays.
 */
export const REMEMBER_TREE = `  refbench_changed() {
    git ls-files -z --modified | sort --zero-terminated --unique
  }
  refbench_new() {
    git ls-files -z --others --exclude-standard | sort --zero-terminated
  }
  refbench_tree=$(mktemp --directory)
  refbench_changed >"$refbench_tree/changed"
  refbench_new >"$refbench_tree/new"
`;

export const RESTORE_TREE = `  refbench_changed | comm -z -13 "$refbench_tree/changed" - | xargs -0 -r git checkout --quiet --
  refbench_new | comm -z -13 "$refbench_tree/new" - | xargs -0 -r rm -f --
  rm -rf "$refbench_tree"
`;
