// Fetches the packages of the cargo workspace in the working directory. Where a git host does not answer, crates of
// the registry stand for its packages. They lie in a folder that replaces the git source, in the form that
// `cargo vendor` writes, so neither manifests nor an existing lock file change.
//
//   node fetch-crates.mjs LOCK [TIME]
//
// A crate has the version of Cargo.lock. If that was never published, it is the newest one (published by TIME, if
// given and if cargo can choose by time), under the number of Cargo.lock. Cargo needs a lock file for replaced
// sources: where there is none, LOCK becomes one that names the crates, and cargo adds the other packages to it.
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

/** Fetches the newest crate that meets a requirement, and returns its folder and its version. */
function published(name, requirement) {
  const folder = mkdtempSync(join(tmpdir(), 'crate-'));
  try {
    writeFileSync(join(folder, 'lib.rs'), '');
    writeFileSync(
      join(folder, 'Cargo.toml'),
      `[package]\nname = "refbench"\nversion = "0.0.0"\n[lib]\npath = "lib.rs"\n[dependencies]\n${name} = "${requirement}"\n`,
    );
    const isDated =
      time !== undefined &&
      !requirement.startsWith('=') &&
      cargo(folder, ['generate-lockfile', '-Zunstable-options', '--publish-time', time], {
        RUSTC_BOOTSTRAP: '1',
      }).ok;
    if (!isDated) rmSync(join(folder, 'Cargo.lock'), { force: true });
    if (!cargo(folder, ['fetch']).ok) return undefined;
    const found = packagesIn(textOf(join(folder, 'Cargo.lock'))).find((one) => one.name === name);
    const sources = join(cargoHome, 'registry/src');
    const path = readdirSync(sources)
      .map((registry) => join(sources, registry, `${name}-${found?.version}`))
      .find(existsSync);
    return path === undefined ? undefined : { path, version: found.version };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Puts a crate into the folder, with the version that the lock file asks for. Returns the version. */
function takeCrate(name, locked, requirement) {
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
  process.stderr.write(`dependencies: ${name} ${crate.version} of the registry stands for `);
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

/** Names a package of a git source in the lock file, and keeps that file. */
function lockPackage(name, version, source) {
  const lock = textOf('Cargo.lock') || 'version = 4\n';
  const isOld = !/^version = [4-9]/m.test(lock);
  const from = `git+${isOld ? plain(source) : source}#${NO_COMMIT}`;
  const entry = `\n[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "${from}"\n`;
  for (const path of ['Cargo.lock', ownLock]) writeFileSync(path, lock + entry);
}

/** What the manifests require from a git source, by the names of packages. Cargo's messages only give one name. */
function requiredFrom(source) {
  const { ok, output } = cargo('.', ['metadata', '--no-deps', '--format-version=1']);
  const packages = ok ? JSON.parse(output).packages : [];
  const dependencies = packages
    .flatMap((one) => one.dependencies)
    .filter((one) => plain(one.source ?? '') === `git+${plain(source)}`);
  return new Map(dependencies.map((one) => [one.name, one.req]));
}

/** Takes crates for all packages of a git source that are known. Returns whether there are such crates. */
function replacePackages({ name, source }) {
  const locked = packagesIn(textOf('Cargo.lock')).filter((one) =>
    plain(one.source).startsWith(`git+${plain(source)}#`),
  );
  const required = requiredFrom(source);
  for (const wanted of new Set([...locked.map((one) => one.name), name, ...required.keys()])) {
    const version = locked.find((one) => one.name === wanted)?.version;
    const taken = takeCrate(wanted, version, required.get(wanted) ?? '*');
    if (taken === undefined) return false;
    process.stderr.write(`the one of ${source}\n`);
    if (version === undefined) lockPackage(wanted, taken, source);
  }
  replaceSource(source);
  return true;
}

const replaced = new Set();
for (;;) {
  const { ok, status, log } = cargo('.', ['fetch']);
  process.stderr.write(log);
  if (ok) break;
  const missing = missingIn(log);
  if (missing === undefined || replaced.has(missing.source) || !replacePackages(missing)) {
    process.exitCode = status;
    break;
  }
  replaced.add(missing.source);
}
