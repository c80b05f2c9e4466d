// Places the packages that a project from before Go modules imports below GOPATH, in versions of its time.
//
//   node go-path.mjs --before 2018-01-05 --project github.com/a/b IMPORT...
//
// Go itself finds the modules of the imports and downloads them. It asks a proxy in this process, which
// passes everything on to GOPROXY but hides versions that were published after the date. What Gopkg.lock,
// glide.lock or vendor.conf pin is required where the proxy has it. (Go converts these files with the
// git hosts alone, which may be gone.) GOPATH then holds links to the module cache.
// Imports that cannot be had are left out: the tests show whether they are needed. Everything is reported on
// standard error.

import { spawnSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { before: { type: 'string' }, project: { type: 'string' } },
});
// The day itself counts.
const before = Date.parse(values.before) + 86_400_000;
const goPath = process.env['GOPATH'] || join(homedir(), 'go');
const folder = join(homedir(), '.cache/refbench/go-path');
const upstream = (process.env['GOPROXY'] || 'https://proxy.golang.org')
  .split(/[,|]/)
  .find((one) => /^https?:/.test(one));

const say = (text) => process.stderr.write(`go-path: ${text}\n`);

async function fetched(path) {
  const response = await fetch(`${upstream}${path}`);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** When a version was published: a pseudo-version tells it, others are asked for. NaN if unknown. */
async function timeOf(module, version) {
  const stamp = /[.-](\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-[0-9a-f]{12}$/.exec(version);
  if (stamp !== null) return Date.UTC(stamp[1], stamp[2] - 1, ...stamp.slice(3).map(Number));
  const { status, bytes } = await fetched(`${module}/@v/${version}.info`);
  return status === 200 ? Date.parse(JSON.parse(bytes.toString()).Time) : NaN;
}

const known = new Map();

/** Returns all versions of a module with their times, oldest first. */
function versionsOf(module) {
  const asked = known.get(module);
  if (asked !== undefined) return asked;
  const asking = (async () => {
    const { status, bytes } = await fetched(`${module}/@v/list`);
    const names = status === 200 ? bytes.toString().split(/\s+/).filter(Boolean) : [];
    const timed = await Promise.all(
      names.map(async (version) => ({ version, time: await timeOf(module, version) })),
    );
    return timed.filter(({ time }) => !Number.isNaN(time)).sort((one, two) => one.time - two.time);
  })();
  known.set(module, asking);
  return asking;
}

/** Answers Go. A module without a version of that time has its first one. */
async function answer(path) {
  const [, module, what] = /^(\/.+)\/@(v\/list|latest)$/.exec(path) ?? [];
  if (module === undefined) return await fetched(path);
  const all = await versionsOf(module);
  if (all.length === 0) return await fetched(path);
  const old = all.filter(({ time }) => time < before);
  const shown = old.length === 0 ? all.slice(0, 1) : old;
  if (what === 'v/list')
    return {
      status: 200,
      bytes: Buffer.from(`${shown.map(({ version }) => version).join('\n')}\n`),
    };
  const { version, time } = shown.at(-1);
  return {
    status: 200,
    bytes: Buffer.from(JSON.stringify({ Version: version, Time: new Date(time).toISOString() })),
  };
}

const proxy = createServer((request, response) => {
  answer(request.url).then(
    ({ status, bytes }) => response.writeHead(status).end(bytes),
    (error) => response.writeHead(502).end(String(error.cause ?? error)),
  );
});
await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));

const minor = Number(
  /go1\.(\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout)?.[1],
);
const env = {
  ...process.env,
  GO111MODULE: 'on',
  GOSUMDB: 'off',
  GOPROXY: `http://127.0.0.1:${proxy.address().port}`,
  GOFLAGS: minor >= 14 ? '-mod=mod' : '',
};

const textOf = (name) => (existsSync(name) ? readFileSync(name, 'utf8') : '');

/** What the tools before modules pin: `{ path, version, revision }`. */
function locked() {
  const field = (text, name) => new RegExp(`^\\s*${name} = "([^"]+)"`, 'm').exec(text)?.[1];
  const dep = textOf('Gopkg.lock')
    .split(/^\[\[projects\]\]/m)
    .slice(1)
    .map((text) => ({
      path: field(text, 'name'),
      version: field(text, 'version'),
      revision: field(text, 'revision'),
    }));
  const pairs = (name, pattern) =>
    [...textOf(name).matchAll(pattern)].map(([, path, revision]) => ({ path, revision }));
  return [
    ...dep,
    ...pairs('glide.lock', /^- name: (\S+)\n {2}version: "?([^"\s]+)/gm),
    ...pairs('vendor.conf', /^([\w.-]+\/\S+)\s+([\w.-]+)/gm),
  ].filter(({ path }) => path !== undefined);
}

/** Returns a requirement in the words of go.mod; undefined if the proxy has neither the version nor the commit. */
async function pinned({ path, version, revision }) {
  const escaped = path.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
  const isLater = /^v(?:[2-9]|\d\d)/.test(version ?? '') && !path.startsWith('gopkg.in/');
  for (const name of [isLater ? `${version}+incompatible` : version, revision].filter(Boolean)) {
    const { status, bytes } = await fetched(`/${escaped}/@v/${name}.info`).catch(() => ({
      status: 0,
    }));
    if (status === 200) return `${path} ${JSON.parse(bytes.toString()).Version}`;
  }
  return undefined;
}

/** Runs Go in the folder. The proxy answers meanwhile, so it must not block this process. */
function go(...args) {
  return new Promise((resolve) => {
    const child = spawn('go', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 2] });
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.on('error', (error) => resolve(say(error.message) ?? ''));
    child.on('close', () => resolve(Buffer.concat(pieces).toString()));
  });
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'imports.go'),
  `package imports\n\nimport (\n${positionals.map((name) => `\t_ "${name}"\n`).join('')})\n`,
);
const pins = await Promise.all(locked().map(pinned));
writeFileSync(
  join(folder, 'go.mod'),
  `module ${values.project}\n\nrequire (\n${pins
    .filter(Boolean)
    .map((pin) => `\t${pin}\n`)
    .join('')})\n`,
);
if (minor >= 16) await go('mod', 'tidy', '-e');
const listed = await go(
  'list',
  '-e',
  '-deps',
  '-f',
  '{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}',
  '.',
);
const modules = new Map(
  listed
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([path, , dir]) => path && dir)
    .map(([path, version, dir]) => [path, { version, dir }]),
);
for (const [path, { version, dir }] of [...modules].sort()) {
  say(`${path} ${version}`);
  const place = join(goPath, 'src', path);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  const isAbove = [...modules.keys(), values.project].some((other) => other.startsWith(`${path}/`));
  if (!isAbove) symlinkSync(dir, place);
  else {
    // Another module lies below it, and the module cache cannot be written to.
    mkdirSync(place);
    for (const name of readdirSync(dir)) symlinkSync(join(dir, name), join(place, name));
  }
}
rmSync(folder, { recursive: true, force: true });
proxy.closeAllConnections();
proxy.close();
