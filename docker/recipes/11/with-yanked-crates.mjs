// Runs a command of cargo that makes a lock file. Authors have yanked some crates since, and cargo takes such a crate
// only if a lock file names it. Where all crates that meet a requirement are yanked, the newest of them is fetched by
// such a lock file, and replaces the one of the registry from then on.
//
//   node with-yanked-crates.mjs COMMAND...
//
// Exits with the status of the command.

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

const [command, ...args] = process.argv.slice(2);
const cargoHome = process.env.CARGO_HOME || join(homedir(), '.cargo');
const crates = join(homedir(), '.refbench-yanked');
const REGISTRY = 'registry+https://github.com/rust-lang/crates.io-index';

function run(folder, program, words) {
  const { status, stderr } = spawnSync(program, words, {
    cwd: folder,
    stdio: ['ignore', 2, 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  process.stderr.write(stderr ?? '');
  return { status: status ?? 1, log: stderr ?? '' };
}

/** The newest of the yanked crates that alone meet a requirement. */
function yankedIn(log) {
  const name = /failed to select a version for the requirement `([\w-]+) =/.exec(log)?.[1];
  const versions = [...log.matchAll(/^ +version (\S+) is yanked$/gm)].map(([, version]) => version);
  const inOrder = versions.sort((one, two) => one.localeCompare(two, 'en', { numeric: true }));
  return name === undefined || inOrder.length === 0 ? undefined : { name, version: inOrder.at(-1) };
}

/** Fetches a crate by a lock file that names it, and returns its folder. */
function fetched({ name, version }) {
  const folder = mkdtempSync(join(tmpdir(), 'yanked-'));
  try {
    const own = '[package]\nname = "refbench-probe"\nversion = "0.0.0"\n';
    writeFileSync(join(folder, 'lib.rs'), '');
    writeFileSync(
      join(folder, 'Cargo.toml'),
      `${own}[lib]\npath = "lib.rs"\n[dependencies]\n${name} = "=${version}"\n`,
    );
    writeFileSync(
      join(folder, 'Cargo.lock'),
      `version = 3\n\n[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "${REGISTRY}"\n`,
    );
    if (run(folder, 'cargo', ['fetch']).status !== 0) return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
  const sources = join(cargoHome, 'registry/src');
  return readdirSync(sources)
    .map((registry) => join(sources, registry, `${name}-${version}`))
    .find(existsSync);
}

/** Lets a crate replace the one of the registry. Returns false if that does not help. */
function replace(crate) {
  const id = `${crate.name}-${crate.version}`;
  const to = join(crates, id);
  if (existsSync(to)) return false;
  const from = fetched(crate);
  if (from === undefined) return false;
  cpSync(from, to, { recursive: true });
  const path = join(cargoHome, 'config.toml');
  const config = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const heading = '[patch.crates-io]\n';
  // A key stands for one version of a crate, and has no dots.
  const key = id.replace(/[^\w-]/g, '_');
  const line = `${key} = { package = "${crate.name}", path = ${JSON.stringify(to)} }\n`;
  mkdirSync(cargoHome, { recursive: true });
  writeFileSync(
    path,
    config.includes(heading)
      ? config.replace(heading, heading + line)
      : `${config}\n${heading}${line}`,
  );
  process.stderr.write(`dependencies: ${crate.name} ${crate.version} is taken although it is yanked\n`);
  return true;
}

for (;;) {
  const { status, log } = run('.', command, args);
  const crate = status === 0 ? undefined : yankedIn(log);
  if (crate === undefined || !replace(crate)) {
    process.exitCode = status;
    break;
  }
}
