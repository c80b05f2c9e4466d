import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Programs that the scripts of recipes call. */
const RECIPES = join(import.meta.dirname, '../../../recipes');
const TIMEOUT_SECONDS = 240;
/** What the program `timeout` ends with. */
const TIMED_OUT = 124;

/** Writes a project, runs its tests as a recipe does, and returns how they ended and what they left. */
export function runScenario({ files, command, environment, folder, tools }) {
  rmSync(folder, { recursive: true, force: true });
  const [tree, reports] = [join(folder, 'tree'), join(folder, 'reports')];
  for (const one of [tree, reports]) mkdirSync(one, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    writeFileSync(join(tree, name), text);
  }
  const script = `reports=$REFBENCH_REPORTS\nrun_suite() {\n${command}\n}\nrun_suite </dev/null 2>&1\nexit $?`;
  const { status, stdout } = spawnSync(
    'timeout',
    ['--kill-after=5', String(TIMEOUT_SECONDS), 'bash', '-c', script],
    {
      cwd: tree,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: {
        ...passedOn(),
        CI: 'true',
        LANG: 'C.UTF-8',
        TERM: 'dumb',
        ...environment,
        REFBENCH_REPORTS: reports,
        TOOLS: tools,
        RECIPES,
      },
    },
  );
  if (status === TIMED_OUT) throw new Error(`${folder}: no end after ${TIMEOUT_SECONDS} s`);
  const neutral = neutralPaths({
    [tree]: '/testbed',
    [reports]: '/reports',
    [tools]: '/tools',
    [folder]: '/run',
  });
  return { status, console: neutral(stdout), reports: readAll(reports, neutral) };
}

/** Some reports copy the environment, and runners behave in another way in some of them. */
function passedOn() {
  const names =
    /^(PATH|HOME|JAVA_HOME|MAVEN_.*|NODE_EXTRA_CA_CERTS|SSL_CERT_.*|(https?|no)_proxy)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}

function readAll(folder, neutral) {
  const texts = {};
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) {
      const text = neutral(readFileSync(path, 'utf8'));
      // surefire writes all properties of its machine, and the address of its schema.
      texts[relative(folder, path)] = text
        .replace(/<properties>.*?<\/properties>/gs, '')
        .replace(/ xsi:noNamespaceSchemaLocation="[^"]*"/g, '');
    }
  }
  return texts;
}

/** Records must not tell where they were made. */
function neutralPaths(places) {
  const all = Object.entries({ ...places, [homedir()]: '/home/user' });
  const host = `hostname="${hostname()}"`;
  return (text) =>
    all
      .reduce((changed, [place, name]) => changed.replaceAll(place, name), text)
      .replaceAll(host, 'hostname="host"');
}
