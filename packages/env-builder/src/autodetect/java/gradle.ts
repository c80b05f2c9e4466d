import { shellQuote } from '@refbench/base';
import {
  compareVersions,
  imageAtLeast,
  numbersOf,
  type ImageChoice,
} from '../draft/image-choice.ts';
import { REMEMBER_TREE, RESTORE_TREE } from '../draft/keep-tree.ts';
import { recipeOf } from '../draft/recipe-of.ts';
import type { DetectorInput, Reason, RecipeDraft } from '../draft/recipe-draft.ts';
import { filesNamed, unionOf, type TreeView } from '../draft/tree-view.ts';
import { collectReports, endOfBuild } from './failed-build.ts';

/** The newest JDK that each Gradle version supports, from Gradle's compatibility matrix. */
const NEWEST_JDK: readonly (readonly [gradle: string, jdk: string])[] = [
  ['2.0', '8'],
  ['5.0', '11'],
  ['7.3', '17'],
  ['8.5', '21'],
  ['9.1', '25'],
];

/** Older Gradle versions do not run on any JDK of the images. The distribution patches its own Gradle. */
const OLDEST_WRAPPER = '2.0';

/** How to start Gradle, and its requirements. */
interface Start {
  readonly wrapper: boolean;
  readonly systemPackages: readonly string[];
  readonly image: ImageChoice;
  readonly reason: Reason;
}

/**
 * Detects Gradle builds. The wrapper downloads Gradle while the image is built. Without a usable wrapper,
 * or where nothing can be downloaded, Debian's Gradle is used.
 */
export async function detectGradle(input: DetectorInput): Promise<RecipeDraft | undefined> {
  const { base, golden, adjustments } = input;
  if (!base.has('build.gradle') && !base.has('build.gradle.kts')) return undefined;
  const { wrapper, systemPackages, image, reason } = await startOf(input);
  const repositories = (await usesJcenter(base)) ? [CENTRAL_FIRST] : [];
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: unionOf(manifestsOf(base), manifestsOf(golden)),
    testTimeoutSeconds: 900,
    reasons: [image.reason, reason],
    ...(await recipeOf({
      systemPackages: unionOf(systemPackages, adjustments.systemPackages),
      shell: shellOf(wrapper, repositories, adjustments.wholeSuite),
      suite: {
        title: "Gradle's tests",
        format: 'junit-xml',
        run: runOf(repositories),
        reports: ['@list'],
      },
    })),
  };
}

async function startOf({ base, images }: DetectorInput): Promise<Start> {
  const properties = (await base.read('gradle/wrapper/gradle-wrapper.properties')) ?? '';
  const gradle = /gradle-(\d+\.\d+)/.exec(properties)?.[1];
  if (base.has('gradlew') && !isBelow(gradle, OLDEST_WRAPPER)) {
    const named = gradle ?? '8.5';
    const jdk = NEWEST_JDK.findLast(([from]) => !isBelow(named, from))?.[1] ?? '11';
    return {
      wrapper: true,
      systemPackages: [],
      image: imageAtLeast(images, 'java', jdk, `Gradle ${named} runs on Java ${jdk}`),
      reason: { choice: 'gradle', because: 'gradlew and a build file exist' },
    };
  }
  return {
    wrapper: false,
    systemPackages: ['gradle'],
    image: imageAtLeast(images, 'java', '11', "the distribution's Gradle 4.4 runs on Java 11"),
    reason: {
      choice: "the distribution's gradle",
      because: base.has('gradlew')
        ? `gradlew requires ${gradle}, which does not run on any JDK of the images`
        : 'a build file exists without gradlew',
    },
  };
}

function isBelow(version: string | undefined, other: string): boolean {
  return version !== undefined && compareVersions(numbersOf(version), numbersOf(other)) < 0;
}

function manifestsOf(view: TreeView): readonly string[] {
  return [
    ...filesNamed(view, /^(build|settings)\.gradle(\.kts)?$/),
    ...filesNamed(view, /^(gradle\.properties|libs\.versions\.toml|gradle-wrapper\.properties)$/),
  ];
}

async function usesJcenter(view: TreeView): Promise<boolean> {
  for (const path of filesNamed(view, /\.gradle(\.kts)?$/)) {
    if (/\bjcenter\(/.test((await view.read(path)) ?? '')) return true;
  }
  return false;
}

function shellOf(wrapper: boolean, repositories: readonly string[], wholeSuite: boolean): string {
  // What tests need is fetched before the first of them, so none has to run.
  const init = [...repositories, ...(wholeSuite ? [] : [NO_TESTS])];
  return `export GRADLE_OPTS="\${GRADLE_OPTS:-} -Dorg.gradle.daemon=false -Xmx2g"
${wrapper ? WRAPPER : 'export REFBENCH_GRADLE=gradle\n'}
if [ "\${REFBENCH_WARM:-}" = 1 ]; then
${REMEMBER_TREE}  ${writeInit(init, '/tmp/refbench-init.gradle')}
  $REFBENCH_GRADLE --no-daemon --continue --init-script /tmp/refbench-init.gradle test </dev/null >&2 || true
${RESTORE_TREE}fi
`;
}

/** A later try may install the distribution's Gradle. */
const WRAPPER = `export REFBENCH_GRADLE='sh ./gradlew'
if [ "\${REFBENCH_WARM:-}" = 1 ] && command -v gradle >/dev/null &&
  ! sh ./gradlew --version </dev/null >&2; then
  touch "$HOME/.refbench-gradle"
fi
# The wrapper could not download its Gradle, so the distribution's takes its place.
[ ! -f "$HOME/.refbench-gradle" ] || REFBENCH_GRADLE=gradle
`;

function runOf(repositories: readonly string[]): string {
  return `find . -type d -path '*/build/test-results' -prune -exec rm -rf {} +
${writeInit([...repositories, NO_FAILURES], '"$reports/init.gradle"')}
$REFBENCH_GRADLE --offline --no-daemon --continue --no-build-cache --init-script "$reports/init.gradle" test
local status=$?
${collectReports('*/build/test-results/*/TEST-*.xml')}
${endOfBuild('gradle')}`;
}

function writeInit(lines: readonly string[], path: string): string {
  return `printf '%s\\n' ${lines.map(shellQuote).join(' ')} >${path}`;
}

/** Groovy code: JCenter has ended, and what it had is usually in Maven Central. */
const CENTRAL_FIRST =
  'allprojects { buildscript { repositories { mavenCentral() } }; repositories { mavenCentral() } }';

/** Groovy code: failing tests do not fail the build, and no build file can override this. */
const NO_FAILURES =
  'gradle.taskGraph.whenReady { graph -> graph.allTasks.findAll { it instanceof Test }.each { it.ignoreFailures = true } }';

/** Groovy code: no test has this name, and that is no failure. */
const NO_TESTS =
  'gradle.taskGraph.whenReady { graph -> graph.allTasks.findAll { it instanceof Test }.each { it.filter.includeTestsMatching("refbench.NoSuchTest"); it.filter.failOnNoMatchingTests = false } }';
