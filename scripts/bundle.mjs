// Bundles the built command line into packages/cli/dist/bundle: loading hundreds of modules takes longer
// than most commands. Quick where nothing has changed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { freshBundle, RECORD } from '../packages/cli/bin/fresh-bundle.js';

const root = resolve(import.meta.dirname, '..');
const packages = join(root, 'packages');
const docker = join(root, 'docker');
const record = fileURLToPath(RECORD);
const folder = resolve(record, '..');

/**
 * Other libraries stay outside: some bring data files or native code. So does the queue, which is an
 * optional package.
 */
const BUNDLED = /^(?:@refbench\/(?!queue$)[a-z-]+|zod|yaml|commander)$/;

/** Replaces the module of the same name, which is empty. */
const TABLE = 'built-table.js';

/** What a running command may still load lies in an older bundle. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

// tsc writes them whenever it writes anything of a package.
const buildRecords = [docker, ...readdirSync(packages).map((name) => join(packages, name))]
  .map((place) => join(place, 'dist/.tsbuildinfo'))
  .filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);

if (freshBundle() === undefined || (await isOlderThanTools())) await bundle();

async function isOlderThanTools() {
  const { mtimeMs } = await stat(record);
  const tools = [import.meta.filename, join(root, 'package-lock.json')];
  return tools.some((path) => statSync(path).mtimeMs > mtimeMs);
}

async function bundle() {
  // Whatever is built from here on makes this bundle old.
  const begun = new Date();
  await mkdir(folder, { recursive: true });
  const staging = await mkdtemp(join(folder, '.staging-'));
  try {
    const name = await writeBundle(staging);
    await writeTable(staging);
    await rename(staging, join(folder, name)).catch(() => undefined);
    const builtFrom = buildRecords.map((path) => relative(folder, path).replaceAll(sep, '/'));
    const staged = join(folder, `.${name}.json`);
    await writeFile(staged, `${JSON.stringify({ main: `${name}/main.js`, builtFrom })}\n`);
    await utimes(staged, begun, begun);
    await rename(staged, record);
    await removeOld(name);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Returns a name that follows from the content. */
async function writeBundle(dir) {
  const build = await rolldown({
    input: {
      main: join(packages, 'cli/dist/main.js'),
      describe: join(packages, 'cli/dist/describe-program.js'),
    },
    platform: 'node',
    external: (id) => !/^[./]/.test(id) && !BUNDLED.test(id),
    // No module of ours is imported for what it does when it is loaded, except the first.
    treeshake: { moduleSideEffects: (id) => !isOurs(id) || id.endsWith('cli/dist/main.js') },
    plugins: [
      { name: 'own-places', transform: (code, id) => withOwnPlace(code, id) },
      {
        name: 'table',
        resolveId: (id) => (basename(id) === TABLE ? { id: `./${TABLE}`, external: true } : null),
      },
    ],
    logLevel: 'warn',
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  requireDependencies(output);
  const digest = createHash('sha256');
  for (const { fileName, code } of output) digest.update(`${fileName}\n${code}\n`);
  return digest.digest('hex').slice(0, 16);
}

/**
 * The bundle imports libraries of all our packages from the place of the command. Package managers that
 * keep packages apart find them there only if the command names them itself.
 */
function requireDependencies(output) {
  const { dependencies } = JSON.parse(readFileSync(join(packages, 'cli/package.json'), 'utf8'));
  const names = output
    .flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])
    .filter((id) => /^(?!node:|@refbench\/)[@a-z]/.test(id))
    .map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id)
    .filter((name) => !output.some(({ fileName }) => fileName === name));
  const missing = [...new Set(names)].filter((name) => dependencies[name] === undefined);
  if (missing.length === 0) return;
  throw new Error(
    `the bundle imports ${missing.join(', ')}: add them to packages/cli/package.json`,
  );
}

/**
 * Writes the table that help is printed from. It follows from the bundled commands themselves, so it
 * cannot differ from them.
 */
async function writeTable(dir) {
  // Help shows it as a default; where it is set, commands describe themselves.
  delete process.env['REFBENCH_STATE_DIR'];
  const { describeProgram } = await import(pathToFileURL(join(dir, 'describe.js')).href);
  const rows = JSON.stringify(await describeProgram());
  await writeFile(join(dir, TABLE), `export const BUILT_TABLE = ${rows};\n`);
}

function isOurs(id) {
  return id.startsWith(packages + sep) || id.startsWith(docker + sep);
}

/** Modules find data and programs of their package beside themselves: each keeps its own place. */
function withOwnPlace(code, id) {
  if (!isOurs(id) || !code.includes('import.meta.url')) return null;
  const [name, ...path] = relative(id.startsWith(docker + sep) ? root : packages, id).split(sep);
  const place = path.slice(1).join('/');
  const base =
    name === 'cli'
      ? `new URL('../../${place}', import.meta.url)`
      : `new URL('./${place}', import.meta.resolve('@refbench/${name}'))`;
  const rest = code.replaceAll('import.meta.url', 'moduleUrl');
  return { code: `const moduleUrl = ${base}.href;\n${rest}`, moduleType: 'js' };
}

async function removeOld(current) {
  const now = Date.now();
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name === current || path === record) continue;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
