/** Packages that take minutes to compile, if they compile with a Python that is newer than they are. */
const COMPILED =
  'numpy scipy pandas matplotlib scikit-learn scikit-image statsmodels h5py tables pyarrow numba llvmlite ' +
  'grpcio grpcio-tools opencv-python opencv-python-headless lxml pillow pyzmq gevent cryptography';

/**
 * A shell function with which packages that take minutes to compile are installed from wheels: `refbench_wheels` starts
 * as `refbench_compiled`, the options of uv that ask for that. The function reads in the messages of uv which of them have no wheel as of the
 * day of the commit. Each of those is then taken as of a day by which it had one for this Python, or built from its
 * source if that does not help either. It fails if the messages name none.
 */
export const COMPILED_PACKAGES: string = `refbench_compiled=(${COMPILED.split(' ')
  .map((name) => `--only-binary=${name}`)
  .join(' ')})
refbench_with_wheels() {
  local name names later added=0
  names=$(sed -nE 's/.*Wheels are required for .([A-Za-z0-9._-]+). because.*/\\1/p' "$1" | sort -u)
  [ -n "$names" ] && [ \${#refbench_wheels[@]} -gt 0 ] || return 1
  case "$(python --version)" in
    *' 3.9.'*) later=2021-03-31 ;;
    *' 3.11.'*) later=2023-03-31 ;;
    *) later=2025-03-31 ;;
  esac
  for name in $names; do
    if [[ $day > $later || " \${refbench_later[*]} " == *" $name="* ]]; then continue; fi
    refbench_later+=(--exclude-newer-package "$name=$later")
    added=1
  done
  [ "$added" = 1 ] || refbench_wheels=()
}
`;
