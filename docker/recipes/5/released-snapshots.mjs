// Installs the releases of snapshots that Maven did not find, under the names of the snapshots.
//
//   node released-snapshots.mjs LOG
//
// A project in development inherits from snapshots of other projects, or depends on them. Their repositories
// drop a snapshot when its release is out. LOG is what Maven wrote in the project of this folder. Modules of
// this project are left out: their releases are later states of what is tested. Maven itself fetches and
// installs everything. The exit status is 0 if anything was installed, so that the caller tries once more.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const repository = join(homedir(), '.m2/repository');
const say = (text) => process.stderr.write(`released-snapshots: ${text}\n`);

/** Runs a goal outside of the project, whose own files Maven may be unable to read. */
function maven(goal, properties) {
  const defines = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `-D${name}=${value}`);
  const { status } = spawnSync(
    'mvn',
    ['--batch-mode', '--no-transfer-progress', goal, ...defines],
    { cwd: tmpdir(), stdio: ['ignore', 2, 2] },
  );
  return status === 0;
}

/** The artifact ids that the poms below this folder give themselves. */
function ownArtifacts() {
  const listed = spawnSync('find', ['.', '-name', 'pom.xml', '-not', '-path', '*/target/*'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const names = listed.stdout.split('\n').filter((path) => path !== '');
  return new Set(
    names.map((path) => {
      const pom = readFileSync(path, 'utf8').replace(/<!--.*?-->/gs, '');
      const project = pom.replace(
        /<(parent|dependencies|dependencyManagement|build|profiles)>.*<\/\1>/gs,
        '',
      );
      return /<artifactId>\s*([^<\s]+)/.exec(project)?.[1];
    }),
  );
}

/** The artifacts that errors of the log name: group, id, type, perhaps a classifier, and version. */
function missingSnapshots(log) {
  const errors = stripVTControlCharacters(log)
    .split('\n')
    .filter((line) => /^\[(?:ERROR|FATAL)\]/.test(line) && /resol|find artifact|transfer/i.test(line));
  const named = errors.join('\n').matchAll(
    /(?<group>[\w.-]+):(?<id>[\w.-]+):(?<type>pom|jar|test-jar|bundle|maven-plugin)(?::(?<classifier>[\w.-]+))?:(?<version>[\w.-]+)-SNAPSHOT/g,
  );
  return new Map([...named].map(({ 0: name, groups }) => [name, groups]));
}

function folderOf(group, id, version) {
  return join(repository, ...group.split('.'), id, version);
}

/** Installs one release under the name of its snapshot, and tells whether it did. */
function install({ group, id, type, classifier, version }) {
  const snapshot = `${version}-SNAPSHOT`;
  const part = classifier ?? (type === 'test-jar' ? 'tests' : undefined);
  const extension = type === 'pom' ? 'pom' : 'jar';
  const suffix = `${part === undefined ? '' : `-${part}`}.${extension}`;
  if (existsSync(join(folderOf(group, id, snapshot), `${id}-${snapshot}${suffix}`))) return false;
  const artifact = [group, id, version, extension, part].filter((one) => one !== undefined);
  if (!maven('dependency:get', { artifact: artifact.join(':'), transitive: false })) return false;
  const folder = folderOf(group, id, version);
  const pom = join(folder, `${id}-${version}.pom`);
  return maven('install:install-file', {
    file: join(folder, `${id}-${version}${suffix}`),
    pomFile: extension === 'jar' && existsSync(pom) ? pom : undefined,
    groupId: group,
    artifactId: id,
    version: snapshot,
    packaging: extension,
    classifier: part,
  });
}

const own = ownArtifacts();
let installed = 0;
for (const [name, artifact] of missingSnapshots(readFileSync(process.argv[2], 'utf8'))) {
  if (own.has(artifact.id)) continue;
  const done = install(artifact);
  say(`${name}: ${done ? `the release ${artifact.version} is used` : 'there is no release'}`);
  if (done) installed += 1;
}
process.exitCode = installed > 0 ? 0 : 1;
