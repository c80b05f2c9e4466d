import { shellQuote } from '@refbench/base';
import { dayOf } from '../draft/day.ts';
import { imageAtLeast, type ImageChoice } from '../draft/image-choice.ts';
import { REMEMBER_TREE, RESTORE_TREE } from '../draft/keep-tree.ts';
import { recipeOf, REPORTER_NODE } from '../draft/recipe-of.ts';
import type { DetectorInput, RecipeDraft, Unsupported } from '../draft/recipe-draft.ts';
import { filesNamed, unionOf } from '../draft/tree-view.ts';
import { collectReports, endOfBuild } from './failed-build.ts';
import { mavenFile } from './maven-file.ts';

/** The JDK for projects that do not declare a release, or an old one. It compiles for old releases. */
const OLDEST_JDK = '11';
/** By this day JDK 11 was current. Code of earlier days may call what it no longer has. */
const OLDEST_RELEASE = '8';
const JDK_11_DAY = new Date('2018-09-25');
/** A module that needs the archive of another one is tested after that is packaged. */
const PHASE = '"${REFBENCH_MAVEN_PHASE:-test}"';
/** The program that installs releases in the place of snapshots. */
const RELEASES = 'released-snapshots.mjs';

/** Detects Maven projects with one or more modules. */
export async function detectMaven(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  if (!base.has('pom.xml')) return undefined;
  const root = (await base.read('pom.xml')) ?? '';
  // A pom.xml beside a Gradle build may only describe what is published.
  const hasGradle = base.has('build.gradle') || base.has('build.gradle.kts');
  if (hasGradle && !/<(?:dependencies|modules|build|parent)>/.test(root)) return undefined;
  const poms = unionOf(filesNamed(base, 'pom.xml'), filesNamed(golden, 'pom.xml'));
  const release = releaseOf(root);
  const image = jdkOf(input, release);
  const file = await mavenFile(input);
  const named = file === undefined ? [] : [file];
  const defines = [...SKIPPED.map((name) => `${name}=true`), ...raisedLevels(root)];
  const options = [
    ...named.map((path) => `--file=${shellQuote(path)}`),
    ...defines.map((define) => `-D${define}`),
  ].join(' ');
  const more = ['.mvn/extensions.xml', '.mvn/maven.config', '.mvn/jvm.config'].filter(base.has);
  return {
    kind: 'draft',
    baseImage: image.image,
    oldestImage:
      release === undefined ? undefined : imageAtLeast(input.images, 'java', release, '').image,
    manifests: [...unionOf(poms, named), ...more],
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      { choice: 'maven', because: `the repository has ${poms.length} pom.xml` },
      ...named.map((choice) => ({ choice, because: 'continuous integration builds it' })),
    ],
    ...(await recipeOf({
      systemPackages: adjustments.systemPackages,
      shell: shellOf(options, adjustments.wholeSuite),
      suite: {
        title: "surefire's tests",
        format: 'junit-xml',
        run: runOf(options),
        reports: ['@list'],
      },
      programs: [RELEASES],
    })),
  };
}

/** Old releases are compiled with the JDK of their time. For many years, that was JDK 8. */
function jdkOf({ images, committedAt }: DetectorInput, release: string | undefined): ImageChoice {
  const because =
    release === undefined
      ? 'pom.xml does not declare a release'
      : `pom.xml compiles for Java ${release}`;
  const old = Number(release ?? OLDEST_RELEASE) < Number(OLDEST_JDK);
  if (!old) return imageAtLeast(images, 'java', release ?? OLDEST_JDK, because);
  const day = dayOf(committedAt);
  return committedAt < JDK_11_DAY
    ? imageAtLeast(images, 'java', OLDEST_RELEASE, `${because}, and the commit is from ${day}`)
    : imageAtLeast(images, 'java', OLDEST_JDK, because);
}

/** Extracts the Java release. `1.8` is 8. */
function releaseOf(pom: string): string | undefined {
  const names = [
    'maven.compiler.release',
    'maven.compiler.target',
    'maven.compiler.source',
    'java.version',
    'jdk.version',
    'release',
    'target',
  ];
  for (const name of names) {
    const value = new RegExp(`<${name.replaceAll('.', '\\.')}>\\s*(1\\.)?(\\d+)\\s*<`).exec(
      pom,
    )?.[2];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The oldest language level that the oldest JDK compiles. Maven's own default was 5 for a long time. */
const OLDEST_LEVEL = 6;

/**
 * Properties that raise a language level which the JDK refuses. Levels that a pom.xml gives as literal
 * text cannot be raised.
 */
function raisedLevels(pom: string): readonly string[] {
  const named = [...pom.matchAll(/<(?:source|target|release)>\s*\$\{([\w.-]+)\}\s*</g)];
  const names = [
    'maven.compiler.source',
    'maven.compiler.target',
    ...named.map(([, name = '']) => name),
  ];
  const levels = new Map(names.map((name) => [name, levelOf(pom, name)]));
  const known = [...levels.values()].filter((level) => level !== undefined);
  if (known.some((level) => level >= OLDEST_LEVEL)) return [];
  return [...levels]
    .filter(([name, level]) => level !== undefined || name.startsWith('maven.compiler.'))
    .map(([name]) => `${name}=8`);
}

function levelOf(pom: string, property: string): number | undefined {
  const name = property.replaceAll('.', '\\.');
  const level = new RegExp(`<${name}>\\s*(?:1\\.)?(\\d+)\\s*<`).exec(pom)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Checks that are not tests: style, licences, signatures, documentation, coverage. */
const SKIPPED = [
  'rat.skip',
  'checkstyle.skip',
  'spotbugs.skip',
  'pmd.skip',
  'cpd.skip',
  'jacoco.skip',
  'enforcer.skip',
  'maven.javadoc.skip',
  'animal.sniffer.skip',
  'gpg.skip',
  'license.skip',
  'license.skipUpdateLicense',
  'spotless.check.skip',
  'spotless.apply.skip',
  'japicmp.skip',
  'revapi.skip',
  'cyclonedx.skip',
  'formatter.skip',
  'skipITs',
];

function shellOf(options: string, wholeSuite: boolean): string {
  return `# No file of what runs here tells the machine's name or time zone to tests.
# Maven's own JVM seldom lives long enough to earn back what the optimising compiler costs.
export MAVEN_OPTS="\${MAVEN_OPTS:-} -Xmx2g -XX:TieredStopAtLevel=1 -Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.transfer.Slf4jMavenTransferListener=warn"
refbench_maven=(mvn --batch-mode --no-transfer-progress --fail-at-end ${options})

if [ "\${REFBENCH_WARM:-}" = 1 ]; then
${REMEMBER_TREE}  # Plug-ins fetch what they need only when they run, surefire's providers only when tests run.
  refbench_tests=(-Dmaven.test.failure.ignore=true)
${wholeSuite ? '' : oneClassEach()}  refbench_log=$(mktemp)
  until (
    set -o pipefail
    "\${refbench_maven[@]}" "\${refbench_tests[@]}" ${PHASE} </dev/null 2>&1 | tee "$refbench_log" >&2
  ); do
    # Snapshots of other projects are gone when their releases are out.
    ${REPORTER_NODE} "$(dirname "\${BASH_SOURCE[0]}")/${RELEASES}" "$refbench_log" && continue
    # Golden's poms need not build base's files. What they name can be fetched all the same.
    "\${refbench_maven[@]}" dependency:resolve -DincludeScope=test </dev/null >&2 || true
    "\${refbench_maven[@]}" dependency:resolve-plugins </dev/null >&2 || true
    break
  done
  rm -f "$refbench_log"
  find . -name target -path '*/target' -prune -exec rm -rf {} +
${RESTORE_TREE}fi
`;
}

/** What surefire takes for a test class. */
const TEST_CLASSES = ['*Test', '*Tests', '*TestCase', 'Test*'];

/**
 * Shell code that chooses the smallest test class of each module, which is enough for the providers.
 * Without one, the whole suite runs.
 */
function oneClassEach(): string {
  const names = TEST_CLASSES.map((name) => `-name '${name}.*'`).join(' -o ');
  return `  refbench_classes=$(find . -path '*/src/test/*' -type f \\( ${names} \\) ! -name 'Abstract*' -printf '%s %p\\n' |
    sort -n | awk '{
      class = module = $2; sub("src/test/.*", "", module); gsub(".*/|[.][^.]*$", "", class)
      if (!seen[module]++) print class }' | paste -sd,)
  [ -z "$refbench_classes" ] ||
    refbench_tests+=("-Dtest=$refbench_classes" -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false)
`;
}

function runOf(options: string): string {
  return `find . -type d -path '*/target/surefire-reports' -prune -exec rm -rf {} +
mvn --offline --batch-mode --no-transfer-progress --fail-at-end -Dmaven.test.failure.ignore=true ${options} ${PHASE}
local status=$?
${collectReports('*/target/surefire-reports/TEST-*.xml')}
${endOfBuild('maven')}`;
}
