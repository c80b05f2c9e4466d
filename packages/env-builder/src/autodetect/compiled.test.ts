import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git, temporaryFolder } from '@refbench/test-helpers';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { detect, draft, reasons } from './autodetect.testkit.ts';
import { detectGradle } from './java/gradle.ts';
import { detectMaven } from './java/maven.ts';
import { detectRust } from './rust/rust-ecosystem.ts';

test('cargo: the Rust of the day, or a newer one that is asked for', async () => {
  const plain = {
    'Cargo.toml': '[package]\nname = "x"\nedition = "2018"\n',
    'Cargo.lock': '',
  };
  const then = await draft(detectRust, plain, { on: '2020-04-03' });
  expect(reasons(then)[0]).toBe(
    'rust-1.63: the commit is from 2020-04-03, when Rust 1.42 was current',
  );
  const asked = {
    'Cargo.toml': '[workspace.package]\nrust-version = "1.80"\n',
    'a/Cargo.toml': '',
    'Cargo.lock': '',
  };
  const later = await draft(detectRust, asked, { on: '2024-05-01' });
  expect(reasons(later)).toEqual([
    'rust-1.85: a Cargo.toml requires Rust 1.80',
    'cargo test: Cargo.toml exists, with its Cargo.lock',
  ]);
  expect(later.manifests).toEqual(['Cargo.lock', 'Cargo.toml', 'a/Cargo.toml']);
  expect(later.text('setup_shell.sh')).not.toContain('--publish-time');
  expect(await detect(detectRust, { 'rust/Cargo.toml': '' })).toMatchObject({
    kind: 'unsupported',
  });
});

test('cargo: features with which the project tests itself, unless they do not compile', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'Cargo.lock': '',
    Makefile: 'test:\n\tcargo test --all-features\n',
  };
  const recipe = await draft(detectRust, files);
  expect(reasons(recipe)).toContain('--all-features: the project itself tests with them');
  const exported = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const script = `${recipe.text('setup_shell.sh')}\necho "$REFBENCH_CARGO_FEATURES"`;
    return (await execa('bash', ['-c', script], { env })).stdout;
  };
  expect(await exported({})).toBe('--all-features');
  expect(await exported({ REFBENCH_CARGO_FEATURES: '' })).toBe('');
});

test.each([
  [{ 'Cargo.toml': '[dependencies]\nregex = { path = "/home/me/regex" }\n' }, true],
  [{ 'Cargo.toml': '[dependencies.regex]\npath = "../regex"\n' }, true],
  [{ 'Cargo.toml': '[patch.crates-io]\nregex = { path = "../regex" }\n' }, true],
  [{ 'Cargo.toml': '[target."cfg(unix)".dependencies]\nregex = { path = "../regex" }\n' }, true],
  [
    {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      'crates/core/Cargo.toml': '[dependencies]\nregex = { path = "../../../regex" }\n',
    },
    true,
  ],
  [
    {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      'crates/core/Cargo.toml': '[dependencies]\nregex = { path = "../regex" }\n',
    },
    false,
  ],
  [
    {
      'Cargo.toml': '[dependencies]\nregex = "1"\n',
      'fuzz/Cargo.toml': '[dependencies]\nregex = { path = "../../regex" }\n',
    },
    false,
  ],
])('cargo: a package outside of the repository (%j)', async (files, isOutside) => {
  const found = await detect(detectRust, { ...files, 'Cargo.lock': '' });
  expect(found?.kind).toBe(isOutside ? 'unsupported' : 'draft');
});

test('cargo without a lock file: packages of the day, by a cargo that knows their dates', async () => {
  const files = { 'Cargo.toml': '[package]\nname = "x"\n' };
  const recipe = await draft(detectRust, files, { on: '2020-04-03' });
  expect(reasons(recipe)).toEqual([
    'rust-1.96: without a Cargo.lock, packages are chosen by date, which needs Rust 1.95',
    'cargo test: Cargo.toml exists, without a Cargo.lock: packages of 2020-04-03',
  ]);
  expect(recipe.text('setup_shell.sh')).toContain('--publish-time 2020-04-03T00:00:00Z');
  expect(recipe.text('setup_shell.sh')).toContain('--cap-lints=warn');
  const own = await draft(detectRust, { ...files, '.cargo/config.toml': '' }, { on: '2020-04-03' });
  expect(own.text('setup_shell.sh')).not.toContain('--cap-lints');
  const now = await draft(detectRust, files, { on: '2026-09-01' });
  expect(now.text('setup_shell.sh')).not.toContain('--cap-lints');
});

test('maven: the JDK that compiles for what pom.xml says', async () => {
  const pom = '<properties><maven.compiler.source>1.8</maven.compiler.source></properties>';
  const recipe = await draft(detectMaven, { 'pom.xml': pom, 'core/pom.xml': '' });
  expect(reasons(recipe)).toEqual([
    'java-11: pom.xml compiles for Java 8',
    'maven: the repository has 2 pom.xml',
  ]);
  expect(recipe.manifests).toEqual(['core/pom.xml', 'pom.xml']);
  const newer = await draft(detectMaven, { 'pom.xml': '<java.version>17</java.version>' });
  expect(newer.baseImage).toBe('java-17');
  expect([recipe.oldestImage, newer.oldestImage]).toEqual(['java-8', 'java-17']);
  expect(await detect(detectMaven, { 'build.gradle': '' })).toBeUndefined();
});

test('maven: one test class of each module runs while the image is built', async () => {
  const recipe = await draft(detectMaven, { 'pom.xml': '' });
  await using folder = await temporaryFolder();
  const write = async (path: string, size: number): Promise<void> => {
    const file = join(folder.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, 'x'.repeat(size));
  };
  await write('core/src/test/java/org/LargeTest.java', 900);
  await write('core/src/test/java/org/SmallTest.java', 30);
  await write('core/src/test/java/org/AbstractTest.java', 10);
  await write('core/src/main/java/org/TestMain.java', 10);
  await write('web/src/test/java/TestPage.java', 50);
  await mkdir(join(folder.path, 'bin'));
  await writeFile(join(folder.path, 'bin/mvn'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  git(folder.path, ['init', '--quiet']);
  const warmed = async (script: string): Promise<string> => {
    const { stderr } = await execa('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      cwd: folder.path,
      env: { REFBENCH_WARM: '1', PATH: `${folder.path}/bin:${process.env['PATH']}` },
    });
    return stderr.split('\n')[0] ?? '';
  };
  expect(await warmed(recipe.text('setup_shell.sh'))).toContain(' -Dtest=SmallTest,TestPage -D');
  const adjustments = { wholeSuite: true };
  const whole = await draft(detectMaven, { 'pom.xml': '' }, { adjustments });
  expect(await warmed(whole.text('setup_shell.sh'))).not.toContain('-Dtest=');
});

test.each([
  ['mvn -B -U -f build-pom.xml verify --fail-at-end', "--file='build-pom.xml'"],
  ['./mvnw --file ./build-pom.xml clean install', "--file='build-pom.xml'"],
  ['mvn --file=build-pom.xml test', "--file='build-pom.xml'"],
  ['mvn verify', undefined],
  ['mvn -f pom.xml test', undefined],
  ['mvn -f other-pom.xml test', undefined],
  ['mvn -f build-pom.xml test && mvn test', undefined],
])('maven: %s tests what continuous integration builds', async (command, file) => {
  const install = 'mvn -f other.xml install -DskipTests=true';
  const recipe = await draft(detectMaven, {
    'pom.xml': '',
    'build-pom.xml': '',
    'other.xml': '',
    '.travis.yml': `language: java\ninstall: ${install}\nscript: ${command}\n`,
  });
  const found = (text: string): string | undefined => / (--file=\S+)/.exec(text)?.[1];
  expect(found(recipe.text('setup_shell.sh'))).toBe(file);
  expect(found(recipe.text('test_command'))).toBe(file);
  expect(recipe.manifests.includes('build-pom.xml')).toBe(file !== undefined);
});

test('a pom.xml that only describes what Gradle publishes is no Maven project', async () => {
  const published = '<project><groupId>a</groupId><licenses/></project>';
  expect(await detect(detectMaven, { 'pom.xml': published, 'build.gradle': '' })).toBeUndefined();
  expect(await detect(detectMaven, { 'pom.xml': published })).toMatchObject({ kind: 'draft' });
  const both = {
    'pom.xml': '<project><dependencies></dependencies></project>',
    'build.gradle': '',
  };
  expect(await detect(detectMaven, both)).toMatchObject({ kind: 'draft' });
});

test('gradle: the JDK that its Gradle runs on', async () => {
  const files = {
    'build.gradle.kts': '',
    gradlew: '',
    'gradle/wrapper/gradle-wrapper.properties': 'distributionUrl=https\\://x/gradle-7.6-bin.zip',
  };
  expect(reasons(await draft(detectGradle, files))[0]).toBe('java-17: Gradle 7.6 runs on Java 17');
  const newer = files['gradle/wrapper/gradle-wrapper.properties'].replace('7.6', '8.10');
  const later = await draft(detectGradle, {
    ...files,
    'gradle/wrapper/gradle-wrapper.properties': newer,
  });
  expect(reasons(later)[0]).toContain('Gradle 8.10 runs on Java 21');
});

test('gradle: its own old version on an old JDK, or that of the distribution if it cannot be had', async () => {
  const files = {
    'build.gradle': 'repositories { jcenter() }',
    gradlew: '',
    'gradle/wrapper/gradle-wrapper.properties': 'distributionUrl=https\\://x/gradle-4.10.2-bin.zip',
  };
  const recipe = await draft(detectGradle, files);
  expect(reasons(recipe)[0]).toBe('java-8: Gradle 4.10 runs on Java 8');
  const shell = recipe.text('setup_shell.sh');
  expect(shell).toContain("export REFBENCH_GRADLE='sh ./gradlew'\n");
  expect(shell).toContain('[ ! -f "$HOME/.refbench-gradle" ] || REFBENCH_GRADLE=gradle\n');
  const central = "printf '%s\\n' 'allprojects { buildscript { repositories { mavenCentral() } };";
  expect(shell).toContain(central);
  expect(recipe.text('test_command')).toContain(central);
});

test("gradle of the distribution: without a wrapper, or where no JDK runs the wrapper's", async () => {
  const recipe = await draft(detectGradle, { 'build.gradle': '' });
  expect(recipe.baseImage).toBe('java-11');
  expect(recipe.text('install_system.sh')).toMatch(/apt-get .*install.* gradle; then$/m);
  expect(recipe.text('setup_shell.sh')).toContain('export REFBENCH_GRADLE=gradle\n');
  expect(recipe.text('test_command')).toContain('  $REFBENCH_GRADLE --offline');
  const wrapped = await draft(detectGradle, {
    'build.gradle': '',
    gradlew: '',
    'gradle/wrapper/gradle-wrapper.properties': 'distributionUrl=https\\://x/gradle-1.12-all.zip',
  });
  expect(reasons(wrapped)[1]).toBe(
    "the distribution's gradle: gradlew requires 1.12, which does not run on any JDK of the images",
  );
});

test.each([
  ['<jdk>1.5</jdk><source>${jdk}</source>', '-Djdk=8'],
  ['<project/>', '-Dmaven.compiler.source=8 -Dmaven.compiler.target=8'],
])('maven: a language level that no JDK compiles any more is raised: %s', async (pom, defines) => {
  const recipe = await draft(detectMaven, { 'pom.xml': pom });
  expect(recipe.text('test_command')).toContain(defines);
});

test('maven: a language level that the JDK compiles is left alone', async () => {
  const pom = '<level>7</level><release>${level}</release>';
  const recipe = await draft(detectMaven, { 'pom.xml': pom });
  expect(recipe.text('test_command')).not.toMatch(/level=8|compiler\.source/);
});

test('maven: code for an old release gets the JDK of its time', async () => {
  const pom = '<java.version>1.7</java.version>';
  const old = await draft(detectMaven, { 'pom.xml': pom }, { on: '2017-02-13' });
  expect(reasons(old)[0]).toBe(
    'java-8: pom.xml compiles for Java 7, and the commit is from 2017-02-13',
  );
  const later = await draft(detectMaven, { 'pom.xml': pom }, { on: '2018-10-01' });
  expect(later.baseImage).toBe('java-11');
  const modern = { 'pom.xml': '<java.version>17</java.version>' };
  expect((await draft(detectMaven, modern, { on: '2017-02-13' })).baseImage).toBe('java-17');
});
