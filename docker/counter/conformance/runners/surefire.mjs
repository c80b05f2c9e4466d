/** Maven's last line of all tests: `Tests run: 5, Failures: 1, Errors: 1, Skipped: 1`. */
function summary(console) {
  const plain = console.replace(/\u001b\[[\d;]*m/g, '');
  const all =
    /^\[(?:INFO|WARNING|ERROR)\] Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: (\d+))?\s*$/gm;
  const found = [...plain.matchAll(all)].at(-1);
  if (found === undefined) {
    return /No tests to run/.test(plain) ? { passed: 0, failed: 0, skipped: 0 } : undefined;
  }
  const [run, failures, errors, skipped] = found.slice(1).map((text) => Number(text ?? 0));
  return { passed: run - failures - errors - skipped, failed: failures + errors, skipped };
}

const pom = ({ dependency, rerun = '' }) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>a</groupId><artifactId>shop</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies><dependency>${dependency}<scope>test</scope></dependency></dependencies>
  <build><plugins><plugin>
    <artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version>
    <configuration>${rerun}</configuration>
  </plugin></plugins></build>
</project>
`;
const artifact = (group, name, version) =>
  `<groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>`;

const RERUN = '<rerunFailingTestsCount>2</rerunFailingTestsCount>';
const path = (name) => `src/test/java/${name}Test.java`;

/** The same project for one framework: how it imports, and how it marks what is skipped. */
function projects({ dependency, imports, skip, before, each }) {
  const test = (name, body, more = '') =>
    `  @Test ${more}public void ${name}() throws Exception { ${body} }\n`;
  const suite = (name, body) => `${imports}\npublic class ${name}Test {\n${body}}\n`;
  const files = { 'pom.xml': pom({ dependency }) };
  return {
    outcomes: {
      files: {
        ...files,
        [path('A')]: suite(
          'A',
          `${test('passes', '')}${test('fails', 'assert false : "no"; throw new AssertionError("no");')}${test('raises', 'throw new RuntimeException("<&>]]>");')}${skip}${each}`,
        ),
        [path('B')]: suite('B', test('passes', '')),
      },
    },
    setup: {
      files: {
        ...files,
        [path('A')]: suite('A', `  ${before}\n${test('a', '')}`),
        [path('B')]: suite('B', test('passes', '')),
      },
    },
    noise: {
      files: {
        ...files,
        [path('A')]: suite(
          'A',
          test('a', 'System.out.print("Tests run: 9, Failures: 9 ]]> \\u0001 <failure>");') +
            test('b', 'System.err.println("[ERROR] FAIL");'),
        ),
      },
    },
    names: 'a name is an identifier; names of parameters are in "outcomes"',
    late: 'surefire ends each process itself',
    exit: {
      files: {
        ...files,
        [path('A')]: suite('A', test('ends', 'Runtime.getRuntime().halt(0);')),
        [path('B')]: suite('B', test('passes', '')),
      },
    },
    signal: 'surefire starts a process for the tests; its end is that of "exit"',
    broken: { files: { ...files, [path('A')]: suite('A', test('a', 'nothing();')) } },
    none: { files: { ...files, 'src/test/java/Helper.java': 'class Helper {}\n' } },
    retry: {
      files: {
        'pom.xml': pom({ dependency, rerun: RERUN }),
        [path('A')]: suite(
          'A',
          `  static int tries = 0;\n${test('flaky', 'tries += 1; if (tries < 2) throw new AssertionError("no");')}${test('fine', '')}`,
        ),
      },
    },
  };
}

const junit4 = projects({
  dependency: artifact('junit', 'junit', '4.13.2'),
  imports: 'import org.junit.*;',
  skip: '  @Ignore @Test public void skips() {}\n  @Test public void assumes() { Assume.assumeTrue(false); }\n',
  before: '@BeforeClass public static void broken() { throw new RuntimeException("no"); }',
  each: '',
});
const junit5 = projects({
  dependency: artifact('org.junit.jupiter', 'junit-jupiter', '5.13.4'),
  imports:
    'import org.junit.jupiter.api.*; import org.junit.jupiter.params.*; import org.junit.jupiter.params.provider.*;',
  skip: '  @Disabled @Test public void skips() {}\n  @Test public void assumes() { Assumptions.assumeTrue(false); }\n',
  before: '@BeforeEach public void broken() { throw new RuntimeException("no"); }',
  each: '  @ParameterizedTest @ValueSource(strings = {"1", "2", "2", "a\\nb"}) public void each(String n) {}\n',
});
const testng = projects({
  dependency: artifact('org.testng', 'testng', '7.11.0'),
  imports: 'import org.testng.annotations.*; import org.testng.*;',
  skip: '  @Test public void assumes() { throw new SkipException("not now"); }\n',
  before: '@BeforeMethod public void broken() { throw new RuntimeException("no"); }',
  each: '  @DataProvider public Object[][] numbers() { return new Object[][] {{1}, {2}, {2}}; }\n  @Test(dataProvider = "numbers") public void each(int n) {}\n',
});

export default {
  name: 'surefire',
  format: 'junit-xml',
  names: ['@list'],
  versions: [
    { label: 'junit4', needs: ['mvn'], scenarios: junit4 },
    { label: 'junit5', needs: ['mvn'], scenarios: junit5 },
    { label: 'testng', needs: ['mvn'], scenarios: testng },
  ],
  version: 'mvn --version',
  command: `mvn --batch-mode --no-transfer-progress --fail-at-end -Dmaven.test.failure.ignore=true test
local status=$?
find . -path '*/target/surefire-reports/TEST-*.xml' -type f -print | LC_ALL=C sort >"$reports/list"
tr '\\n' '\\0' <"$reports/list" | xargs -0 -r cp --parents -t "$reports" --
if [ "$status" -ne 0 ]; then
  printf '<testsuite name="build"><error message="maven ended with status %s"/></testsuite>' "$status" >"$reports/build.xml"
  echo build.xml >>"$reports/list"
fi
return "$status"`,
  summary,
};
