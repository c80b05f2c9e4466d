import { imageAtLeast } from '../image-choice.ts';
import { recipeFiles } from '../recipe-files.ts';
import {
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../recipe-draft.ts';
import { filesNamed, unionOf, type TreeView } from '../tree-view.ts';

/** The newest JDK that a Gradle runs on (Gradle's compatibility matrix). */
const NEWEST_JDK: readonly (readonly [gradle: string, jdk: string])[] = [
  ['5.0', '11'],
  ['7.3', '17'],
  ['8.5', '21'],
  ['9.1', '25'],
];

/** Gradle builds through their wrapper; the wrapper fetches Gradle itself while the image is built. */
export async function detectGradle(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  if (!base.has('build.gradle') && !base.has('build.gradle.kts')) return undefined;
  if (!base.has('gradlew')) {
    return unsupported(
      'there is no gradlew',
      'write an install_system.sh that installs its Gradle',
    );
  }
  const properties = (await base.read('gradle/wrapper/gradle-wrapper.properties')) ?? '';
  const gradle = /gradle-(\d+\.\d+)/.exec(properties)?.[1] ?? '8.5';
  const jdk = NEWEST_JDK.findLast(([from]) => Number(from) <= Number(gradle))?.[1] ?? '11';
  const image = imageAtLeast(input.images, 'java', jdk, `Gradle ${gradle} runs on Java ${jdk}`);
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: unionOf(manifestsOf(base), manifestsOf(golden)),
    testTimeoutSeconds: 900,
    reasons: [image.reason, { choice: 'gradle', because: `there are gradlew and a build file` }],
    files: await recipeFiles({
      systemPackages: adjustments.systemPackages,
      shell: SHELL,
      suite: {
        title: "Gradle's tests",
        format: 'junit-xml',
        run: RUN,
        reports: '"@$reports/list"',
      },
    }),
  };
}

function manifestsOf(view: TreeView): readonly string[] {
  return [
    ...filesNamed(view, /^(build|settings)\.gradle(\.kts)?$/),
    ...filesNamed(view, /^(gradle\.properties|libs\.versions\.toml|gradle-wrapper\.properties)$/),
  ];
}

const SHELL = `export GRADLE_OPTS="\${GRADLE_OPTS:-} -Dorg.gradle.daemon=false -Xmx2g"
if [ "\${REFBENCH_WARM:-}" = 1 ]; then
  sh ./gradlew --no-daemon --continue test </dev/null >&2 || true
fi
`;

const RUN = `find . -type d -path '*/build/test-results' -prune -exec rm -rf {} +
sh ./gradlew --offline --no-daemon --continue --no-build-cache test
local status=$?
find . -path '*/build/test-results/*/TEST-*.xml' | LC_ALL=C sort >"$reports/list"
return "$status"`;
