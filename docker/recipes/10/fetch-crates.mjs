// Fetches the packages of the cargo workspace in the working directory. Where a git host does not answer, crates of
// the registry stand for its packages. They lie in a folder that replaces the git source, in the form that
// `cargo vendor` writes, so neither manifests nor an existing lock file change.
//
//   node fetch-crates.mjs LOCK [TIME]
//
// A crate has the version of Cargo.lock. If that was never published, it is the newest one (published by TIME, if
// given and if cargo can choose by time), under the number of Cargo.lock. Cargo needs a lock file for replaced
// sources: where there is none, LOCK becomes one that names the crates, and packages that were published by TIME.
//
// Exits with the status of `cargo fetch`.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const [ownLock, time] = process.argv.slice(2);
const cargoHome = process.env.CARGO_HOME || join(homedir(), '.cargo');
const crates = join(homedir(), '.refbench-crates');
const NO_COMMIT = '0'.repeat(40);
const PROBE = 'refbench-probe';

function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function cargo(folder, args, env = {}) {
  const { status, stdout, stderr } = spawnSync('cargo', args, {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { ok: status === 0, status: status ?? 1, output: stdout, log: stderr };
}

/** The packages of a lock file. */
function packagesIn(lock) {
  return lock
    .split('[[package]]')
    .slice(1)
    .map((entry) => {
      const value = (key) => new RegExp(`^${key} = "([^"]*)"`, 'm').exec(entry)?.[1] ?? '';
      return { name: value('name'), version: value('version'), source: value('source') };
    });
}

/** Returns an address as it is. Messages and new lock files escape the names of branches, older lock files do not. */
const plain = decodeURIComponent;

/** Which package of which git source cargo could not get: `https://host/path?rev=1`. */
function missingIn(log) {
  const name = /failed to load source for dependency .([\w-]+)/.exec(log)?.[1];
  const source = /unable to update ([a-z+]+:[^\s#]+)/i.exec(log)?.[1];
  return name !== undefined && source !== undefined ? { name, source } : undefined;
}

/** Calls a function with the folder of a package that has nothing but dependencies, lines of its manifest. */
function withPackage(dependencies, use) {
  const folder = mkdtempSync(join(tmpdir(), 'crates-'));
  try {
    writeFileSync(join(folder, 'lib.rs'), '');
    const head = `[package]\nname = "${PROBE}"\nversion = "0.0.0"\n[lib]\npath = "lib.rs"\n[dependencies]`;
    writeFileSync(join(folder, 'Cargo.toml'), `${[head, ...dependencies].join('\n')}\n`);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes a lock file of packages that were published in time. Returns whether there are such packages. */
function lockInTime(folder) {
  if (time === undefined) return false;
  const args = ['generate-lockfile', '-Zunstable-options', '--publish-time', time];
  return cargo(folder, args, { RUSTC_BOOTSTRAP: '1' }).ok;
}

/** Fetches the newest crate that meets a requirement, and returns its folder and its version. */
function published(name, requirement) {
  return withPackage([`${name} = "${requirement}"`], (folder) => {
    const lock = join(folder, 'Cargo.lock');
    if (!lockInTime(folder)) rmSync(lock, { force: true });
    if (!cargo(folder, ['fetch']).ok) return undefined;
    const found = packagesIn(textOf(lock)).find((one) => one.name === name);
    const sources = join(cargoHome, 'registry/src');
    const path = readdirSync(sources)
      .map((registry) => join(sources, registry, `${name}-${found?.version}`))
      .find(existsSync);
    return path === undefined ? undefined : { path, version: found.version };
  });
}

/** Puts a crate for a package of a git source into the folder, with the version that the lock file asks for. Returns it. */
function takeCrate({ name, source, locked, requirement }) {
  const crate = (locked && published(name, `=${locked}`)) || published(name, requirement);
  if (crate === undefined) return undefined;
  const to = join(crates, name);
  rmSync(to, { recursive: true, force: true });
  cpSync(crate.path, to, { recursive: true });
  writeFileSync(join(to, '.cargo-checksum.json'), '{"files":{},"package":null}');
  const version = locked ?? crate.version;
  const manifest = join(to, 'Cargo.toml');
  const own = textOf(manifest).replace(/^version = ".*"/m, `version = "${version}"`);
  writeFileSync(manifest, own);
  process.stderr.write(
    `dependencies: ${name} ${crate.version} of the registry stands for the one of ${source}\n`,
  );
  return version;
}

/** Tells cargo to look for the packages of a git source in the folder. */
function replaceSource(source) {
  const path = join(cargoHome, 'config.toml');
  const config = textOf(path);
  const lines = [];
  if (!config.includes('[source.refbench-crates]')) {
    lines.push('[source.refbench-crates]', `directory = ${JSON.stringify(crates)}`);
  }
  if (!config.includes(`[source."${source}"]`)) {
    const [git, kind = ''] = source.split('?');
    const [key, value] = kind.split('=');
    lines.push(`[source."${source}"]`, `git = "${git}"`, 'replace-with = "refbench-crates"');
    if (value !== undefined) lines.push(`${key} = "${plain(value)}"`);
  }
  mkdirSync(cargoHome, { recursive: true });
  writeFileSync(path, `${config}\n${lines.join('\n')}\n`);
}

/** The dependencies of all manifests. */
function dependenciesOf() {
  const { ok, output } = cargo('.', ['metadata', '--no-deps', '--format-version=1']);
  return ok ? JSON.parse(output).packages.flatMap((one) => one.dependencies) : [];
}

/** What the manifests require from a git source, by the names of packages. Cargo's messages only give one name. */
function requiredFrom(source) {
  const dependencies = dependenciesOf().filter(
    (one) => plain(one.source ?? '') === `git+${plain(source)}`,
  );
  return new Map(dependencies.map((one) => [one.name, one.req]));
}

/** The entries of a lock file for crates that stand for packages, and for what all manifests take from the registry. */
function lockEntries(stands) {
  const wanted = dependenciesOf().filter((one) => one.source?.startsWith('registry+'));
  for (const [name, { version }] of stands) wanted.push({ name, req: `=${version}`, features: [] });
  const lines = wanted.map(
    ({ name, req, features, uses_default_features: byDefault }, index) =>
      `d${index} = { package = "${name}", version = "${req}", features = ${JSON.stringify(features)}, default-features = ${byDefault !== false} }`,
  );
  const lock = withPackage(lines, (folder) =>
    lockInTime(folder) ? textOf(join(folder, 'Cargo.lock')) : '',
  );
  const entries = lock.split(/(?=\[\[package\]\])/).slice(1);
  return entries.filter((entry) => {
    const [{ name, version }] = packagesIn(entry);
    return name !== PROBE && stands.get(name)?.version !== version;
  });
}

/** Names the crates in the lock file, or in a new one, and keeps that file. */
function lockPackages(stands) {
  const known = lockBefore ?? ['version = 4\n\n', ...lockEntries(stands)].join('');
  const isOld = !/^version = [4-9]/m.test(known);
  const entries = [...stands].map(([name, { version, source }]) => {
    const from = `git+${isOld ? plain(source) : source}#${NO_COMMIT}`;
    return `\n[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "${from}"\n`;
  });
  for (const path of ['Cargo.lock', ownLock]) writeFileSync(path, known + entries.join(''));
}

/** Takes crates for all packages of a git source that are known. Returns whether there are such crates. */
function replacePackages({ name, source }, stands) {
  const locked = packagesIn(textOf('Cargo.lock')).filter((one) =>
    plain(one.source).startsWith(`git+${plain(source)}#`),
  );
  const required = requiredFrom(source);
  for (const wanted of new Set([...locked.map((one) => one.name), name, ...required.keys()])) {
    const known = locked.find((one) => one.name === wanted)?.version;
    const requirement = required.get(wanted) ?? '*';
    const version = takeCrate({ name: wanted, source, locked: known, requirement });
    if (version === undefined) return false;
    if (known === undefined) stands.set(wanted, { version, source });
  }
  if (stands.size > 0) lockPackages(stands);
  replaceSource(source);
  return true;
}

const lockBefore = textOf('Cargo.lock') || undefined;
const replaced = new Set();
const stands = new Map();
for (;;) {
  const { ok, status, log } = cargo('.', ['fetch']);
  process.stderr.write(log);
  if (ok) break;
  const missing = missingIn(log);
  if (missing === undefined || replaced.has(missing.source) || !replacePackages(missing, stands)) {
    process.exitCode = status;
    break;
  }
  replaced.add(missing.source);
}
