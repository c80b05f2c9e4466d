import { imageAtLeast } from '../image-choice.ts';
import { recipeFiles } from '../recipe-files.ts';
import type { DetectorInput, RecipeDraft, Unsupported } from '../recipe-draft.ts';
import { filesNamed, unionOf } from '../tree-view.ts';
import { collectReports, endOfBuild } from './failed-build.ts';

/** The JDK for projects that do not declare a release. It compiles for the oldest releases. */
const OLDEST_JDK = '11';

/** Detects Maven projects with one or more modules. */
export async function detectMaven(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  if (!base.has('pom.xml')) return undefined;
  const poms = unionOf(filesNamed(base, 'pom.xml'), filesNamed(golden, 'pom.xml'));
  const root = (await base.read('pom.xml')) ?? '';
  const release = releaseOf(root);
  const image = imageAtLeast(
    input.images,
    'java',
    release ?? OLDEST_JDK,
    release === undefined
      ? 'pom.xml does not declare a release'
      : `pom.xml compiles for Java ${release}`,
  );
  const more = ['.mvn/extensions.xml', '.mvn/maven.config', '.mvn/jvm.config'].filter(base.has);
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: [...poms, ...more],
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      { choice: 'maven', because: `the repository has ${poms.length} pom.xml` },
    ],
    files: await recipeFiles({
      systemPackages: adjustments.systemPackages,
      shell: SHELL,
      suite: {
        title: "surefire's tests",
        format: 'junit-xml',
        run: RUN,
        reports: '"@$reports/list"',
      },
    }),
  };
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
  'spotless.check.skip',
  'spotless.apply.skip',
  'japicmp.skip',
  'revapi.skip',
  'cyclonedx.skip',
  'formatter.skip',
  'skipITs',
];

const SHELL = `# No file of what runs here tells the machine's name or time zone to tests.
export MAVEN_OPTS="\${MAVEN_OPTS:-} -Xmx2g -Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.transfer.Slf4jMavenTransferListener=warn"
refbench_maven=(mvn --batch-mode --no-transfer-progress --fail-at-end ${SKIPPED.map((name) => `-D${name}=true`).join(' ')})

if [ "\${REFBENCH_WARM:-}" = 1 ]; then
  # Plug-ins fetch what they need only when they run, surefire's providers only when tests run: so
  # the suite runs once. Golden's poms do not build base's files, but resolve all the same.
  "\${refbench_maven[@]}" -Dmaven.test.failure.ignore=true test </dev/null >&2 || true
  "\${refbench_maven[@]}" dependency:resolve -DincludeScope=test </dev/null >&2 || true
  "\${refbench_maven[@]}" dependency:resolve-plugins </dev/null >&2 || true
  find . -name target -path '*/target' -prune -exec rm -rf {} +
fi
`;

const RUN = `find . -type d -path '*/target/surefire-reports' -prune -exec rm -rf {} +
mvn --offline --batch-mode --no-transfer-progress --fail-at-end -Dmaven.test.failure.ignore=true ${SKIPPED.map((name) => `-D${name}=true`).join(' ')} test
local status=$?
${collectReports('*/target/surefire-reports/TEST-*.xml')}
${endOfBuild('maven')}`;
