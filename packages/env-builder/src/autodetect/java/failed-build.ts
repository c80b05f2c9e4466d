/**
 * Returns shell lines that copy the reports that match `pattern` to `$reports` and list them there.
 * @param pattern for `find -path`
 */
export function collectReports(pattern: string): string {
  return `find . -path '${pattern}' -type f -print | LC_ALL=C sort >"$reports/list"
# Each keeps its path below the folder of reports.
tr '\\n' '\\0' <"$reports/list" | xargs -0 -r cp --parents -t "$reports" --`;
}

/**
 * Returns shell lines that end a suite whose failing tests do not fail the build. If the build still
 * failed, some modules were not tested, which counts as a failed test.
 */
export function endOfBuild(program: string): string {
  return `if [ "$status" -ne 0 ]; then
  printf '<testsuite name="build"><error message="${program} ended with status %s"/></testsuite>' "$status" >"$reports/build.xml"
  echo build.xml >>"$reports/list"
fi
return "$status"`;
}
