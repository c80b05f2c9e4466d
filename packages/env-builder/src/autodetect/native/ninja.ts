/**
 * Shell lines that remove the programs and shared libraries of an earlier build. Ninja keeps the
 * program of a target that no longer builds, and its tests would pass as before.
 */
export const FORGET_PROGRAMS = `find "$REFBENCH_BUILD" \\( -name CMakeFiles -o -name '*-src' -o -name '*-prefix' -o -name meson-private \\) -prune -o \\
  -type f -perm -u+x -print0 | LC_ALL=C xargs -0 -r grep -lZaP -m1 '^\\x7fELF' | xargs -0 -r rm -f --`;
