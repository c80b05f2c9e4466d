// Bundles docker/src/counter into the next version of the counter, and records the digests of what is
// released in docker/released.json. With --check, only says whether the newest version has this source.
// With --to FILE, only writes the bundle there, to try what is not released.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
const counters = join(root, 'docker/counter');
const record = join(root, 'docker/released.json');

/** Scripts of a version that are not bundled. The next version starts with those of the one before. */
const SCRIPTS = ['count_tests', 'run_tests'];

const versions = (await readdir(counters)).map(Number).filter(Number.isInteger);
const newest = Math.max(0, ...versions);
const code = await bundle();
const released = await readFile(join(counters, String(newest), 'counter.mjs'), 'utf8').catch(
  () => undefined,
);

const [option, target] = process.argv.slice(2);
if (option === '--to') await writeFile(target, code);
else if (option === '--check') {
  if (released !== code) {
    process.stderr.write(`docker/src/counter differs from version ${newest} of the counter\n`);
    process.exitCode = 1;
  }
} else {
  if (released !== undefined && released !== code) await makeNext(newest + 1);
  else if (released === undefined) await writeCounter(newest);
  await recordDigests();
}

async function makeNext(version) {
  await mkdir(join(counters, String(version)));
  for (const name of SCRIPTS) {
    await cp(join(counters, String(newest), name), join(counters, String(version), name));
  }
  await writeCounter(version);
}

async function writeCounter(version) {
  await writeFile(join(counters, String(version), 'counter.mjs'), code);
  process.stdout.write(`wrote version ${version} of the counter\n`);
}

/** Returns the text of the bundle, which depends on no comment and on no place. */
async function bundle() {
  const bundled = await rolldown({
    input: join(root, 'docker/src/counter/main.ts'),
    cwd: root,
    platform: 'node',
    resolve: { alias: { 'tap-yaml': join(root, 'docker/src/counter/no-diagnostics.ts') } },
  });
  const { output } = await bundled.generate({ format: 'esm', comments: false });
  if (output.length !== 1) throw new Error('the counter must be one file');
  return output[0].code.replace(/^\/\/.*\n/gm, '');
}

/** Records every file of every version. A digest that is there must not change. */
async function recordDigests() {
  const known = JSON.parse(await readFile(record, 'utf8').catch(() => '{}'));
  for (const folder of ['counter', 'recipes']) {
    for (const version of await readdir(join(root, 'docker', folder))) {
      if (!/^\d+$/.test(version)) continue;
      for (const name of (await readdir(join(root, 'docker', folder, version))).sort()) {
        const path = `${folder}/${version}/${name}`;
        const bytes = await readFile(join(root, 'docker', path));
        const digest = createHash('sha256').update(bytes).digest('hex');
        known[path] ??= digest;
        if (known[path] !== digest) throw new Error(`docker/${path} was released and has changed`);
      }
    }
  }
  await writeFile(record, `${JSON.stringify(known, null, 2)}\n`);
}
