/** A kind of file that controls the test run, and how to extract the relevant part. */
export interface HarnessFile {
  readonly name: RegExp;
  /** The tools that read it. One file of a family can take the place of another one. */
  readonly family: 'node' | 'python' | 'java' | 'go' | 'rust' | 'make';
  /**
   * Extracts the part of a text that controls the tests. If the parts are equal, the tests run as
   * before.
   */
  readonly part: (lines: readonly string[]) => string;
}

const whole: HarnessFile['part'] = (lines) => lines.join('\n').trim();

const linesLike =
  (pattern: RegExp): HarnessFile['part'] =>
  (lines) =>
    lines
      .filter((line) => pattern.test(line))
      .map((line) => line.trim())
      .join('\n');

/** Extracts sections such as `[tool.pytest]`, from their heading to the next one. */
const sectionsLike =
  (head: RegExp): HarnessFile['part'] =>
  (lines) => {
    let inside = false;
    return lines
      .filter((line) => {
        if (/^\s*\[/.test(line)) inside = head.test(line);
        return inside;
      })
      .join('\n');
  };

const TEST_SCRIPT =
  /^(?:pre|post)?(?:test|tests|check|ci|coverage|unit|spec|e2e|integration|install|prepare)(?:[:_-].*)?$/;
const RUNNERS = new Set([
  'jest',
  'mocha',
  'ava',
  'vitest',
  'tap',
  'nyc',
  'c8',
  'karma',
  'imports',
  'overrides',
]);

/**
 * Extracts test scripts and settings of test runners. A file that is not JSON counts as a whole.
 */
const packagePart: HarnessFile['part'] = (lines) => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(lines.join('\n'));
  } catch {
    return whole(lines);
  }
  if (typeof parsed !== 'object' || parsed === null) return '';
  const fields = Object.entries(parsed).flatMap(([key, value]: [string, unknown]) => {
    if (RUNNERS.has(key)) return [[key, value]];
    if (key !== 'scripts' || typeof value !== 'object' || value === null) return [];
    return Object.entries(value).filter(([name]) => TEST_SCRIPT.test(name));
  });
  return JSON.stringify(fields);
};

/** Kinds by file name. The first match applies. */
const HARNESS_FILES: readonly HarnessFile[] = [
  { family: 'node', name: /^package\.json$/, part: packagePart },
  {
    family: 'node',
    name: /^(?:jest|vitest|karma|ava|cypress|playwright|wtr|web-test-runner)[.\w-]*\.(?:config|setup|workspace|conf)?\.?(?:[cm]?[jt]s|json)$/,
    part: whole,
  },
  {
    family: 'node',
    name: /^(?:setupTests|testSetup|globalSetup|globalTeardown)\.[cm]?[jt]sx?$/,
    part: whole,
  },
  {
    family: 'node',
    name: /^(?:\.mocharc(?:\..+)?|mocha\.opts|\.nycrc(?:\..+)?|\.taprc)$/,
    part: whole,
  },
  {
    family: 'python',
    name: /^(?:conftest|sitecustomize|usercustomize|noxfile)\.py$|^(?:pytest\.ini|tox\.ini|\.coveragerc)$/,
    part: whole,
  },
  {
    family: 'python',
    name: /^pyproject\.toml$/,
    part: sectionsLike(/\[tool\.(?:pytest|tox|nox|coverage|hatch\.envs)/),
  },
  {
    family: 'python',
    name: /^setup\.cfg$/,
    part: sectionsLike(/\[(?:tool:pytest|pytest|tox|coverage|aliases)/),
  },
  {
    family: 'java',
    name: /^pom\.xml$/,
    part: linesLike(/surefire|failsafe|skip(?:IT|Tests?)|testFailureIgnore|argLine/i),
  },
  {
    family: 'java',
    name: /\.gradle(?:\.kts)?$/,
    part: linesLike(/\btest\b|useJUnit|ignoreFailures|jvmArgs|systemProperty|excludeTestsMatching/),
  },
  { family: 'go', name: /^go\.(?:mod|work)$/, part: linesLike(/=>|^\s*replace\b|^\s*use\b/) },
  {
    family: 'rust',
    name: /^Cargo\.toml$/,
    part: sectionsLike(/\[(?:\[?(?:test|bench|bin|example)\b|profile\.test|patch)/),
  },
  {
    family: 'make',
    name: /^(?:GNU)?[Mm]akefile(?:\.\w+)?$/,
    part: linesLike(/\b(?:test|check)\b/),
  },
  {
    family: 'make',
    name: /^CMakeLists\.txt$/,
    part: linesLike(/\b(?:enable_testing|add_test|ctest|include\(CTest)/i),
  },
];

/** Returns the kind of a harness file; undefined for any other file. */
export function harnessFile(path: string): HarnessFile | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return HARNESS_FILES.find((kind) => kind.name.test(name));
}
