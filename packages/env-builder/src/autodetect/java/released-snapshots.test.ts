import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RECIPES_FOLDER } from '@refbench/docker';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { draft } from '../autodetect.testkit.ts';
import { REPORTER_NODE } from '../draft/recipe-of.ts';
import { detectMaven } from './maven.ts';

/**
 * A Maven that notes how it was called, knows one release, and builds the project once its parent is installed.
 */
const MVN = `#!/bin/bash
printf '%s\\n' "$*" >>"$HOME/calls"
last=\${!#}
case "$*" in
  *dependency:get*Dartifact=a.org:base:2.0:pom*) ;;
  *dependency:get*) exit 1 ;;
  *install:install-file*) touch "$HOME/parent" ;;
  *)
    [ ! -e "$HOME/parent" ] || exit 0
    printf '\\033[0m\\033[0m'
    echo "[FATAL] Non-resolvable parent POM for a.org:app:1-SNAPSHOT: Could not find artifact a.org:base:pom:2.0-SNAPSHOT"
    echo "[ERROR] Could not resolve dependencies for project a.org:app:jar:1-SNAPSHOT: Could not transfer artifact a.org:part:jar:tests:1-SNAPSHOT"
    echo "[ERROR] Could not find artifact b.org:young:jar:3.1-SNAPSHOT"
    exit 1 ;;
esac
`;

const POM = (id: string): string =>
  `<project><parent><groupId>a.org</groupId><artifactId>base</artifactId><version>2.0-SNAPSHOT</version></parent>
  <artifactId>${id}</artifactId><dependencies><dependency><artifactId>young</artifactId></dependency></dependencies></project>`;

test('the release of a snapshot that is gone is installed in its place, and the build goes on', async () => {
  await using folder = await temporaryFolder();
  const at = (path: string): string => join(folder.path, path);
  const files = { 'pom.xml': POM('app'), 'part/pom.xml': POM('part') };
  const recipe = await draft(detectMaven, files);
  for (const [path, text] of Object.entries({
    ...Object.fromEntries(Object.entries(files).map(([path, pom]) => [`tree/${path}`, pom])),
    'bin/mvn': MVN,
    'home/calls': '',
    'recipe/released-snapshots.mjs': await readFile(
      join(RECIPES_FOLDER, '5/released-snapshots.mjs'),
      'utf8',
    ),
    'recipe/setup_shell.sh': recipe
      .text('setup_shell.sh')
      .replaceAll(REPORTER_NODE, process.execPath),
  })) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  }
  await chmod(at('bin/mvn'), 0o755);
  expect(recipe.programs).toEqual({ 'released-snapshots.mjs': 5 });
  const env = {
    PATH: `${at('bin')}:${process.env['PATH']}`,
    HOME: at('home'),
    REFBENCH_WARM: '1',
  };
  const said = await new Promise<string>((resolve, reject) => {
    const source = ['--norc', '-euc', 'source "$1"', 'bash', at('recipe/setup_shell.sh')];
    execFile('bash', source, { cwd: at('tree'), env }, (error, _, stderr) => {
      if (error === null) resolve(stderr);
      else reject(error);
    });
  });
  expect(said).toContain('a.org:base:pom:2.0-SNAPSHOT: the release 2.0 is used');
  expect(said).toContain('b.org:young:jar:3.1-SNAPSHOT: there is no release');
  const calls = (await readFile(at('home/calls'), 'utf8')).trimEnd().split('\n');
  // What is in the tree is never taken from a release.
  expect(calls.filter((call) => call.includes('part'))).toEqual([]);
  expect(calls.filter((call) => call.includes('install-file'))).toEqual([
    `--batch-mode --no-transfer-progress install:install-file -Dfile=${at('home')}/.m2/repository/a/org/base/2.0/base-2.0.pom -DgroupId=a.org -DartifactId=base -Dversion=2.0-SNAPSHOT -Dpackaging=pom`,
  ]);
  expect(calls.filter((call) => call.endsWith(' test'))).toHaveLength(2);
  expect(calls.filter((call) => call.includes('dependency:resolve'))).toEqual([]);
});
