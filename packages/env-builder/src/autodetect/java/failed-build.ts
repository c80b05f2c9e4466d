/**
 * Shell lines that end a suite whose failing tests do not fail its build: where the build failed all
 * the same, modules were not tested, and that counts as a failed test.
 */
export function endOfBuild(program: string): string {
  return `if [ "$status" -ne 0 ]; then
  printf '<testsuite name="build"><error message="${program} ended with status %s"/></testsuite>' "$status" >"$reports/build.xml"
  echo "$reports/build.xml" >>"$reports/list"
fi
return "$status"`;
}
