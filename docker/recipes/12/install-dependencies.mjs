// Brings node_modules into step with the manifests of the tree in the working directory.
//
// npm runs in a folder of its own under HOME and the finished node_modules is moved over, so that
// an install can neither rewrite a tracked lock file nor leave a half-built tree behind. A stamp
// inside node_modules makes the next call a matter of milliseconds while the manifests are the same.
//
//   node install-dependencies.mjs [--pinned-lock FILE]
//
// --pinned-lock serves trees without a lock file of their own: it holds for the dependencies its
// root names. With REFBENCH_WARM=1 the network may be used and the npm cache fills; otherwise npm
// is held to the cache. With REFBENCH_WITHOUT_GIT=1 packages that package.json takes from git hosts
// are left out, and development dependencies that bring one; REFBENCH_WITHOUT_PACKAGES, such as "a @b/c", names
// further ones to leave out (missing-packages.mjs). REFBENCH_OWN_RELEASES, such as
// {"name":"<=1.2.0"}, says which releases of the project itself its dependencies may bring; for an npm before 8.3,
// development dependencies that bring others are replaced by older ones, or left out. With REFBENCH_FITTING=1, open ranges such as * take the
// newest version that runs on this Node. REFBENCH_ADDED_PACKAGES, such as "mocha", names packages that are installed
// although none asks for them.
// Everything is reported on standard error.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withoutMissing } from './missing-packages.mjs';

const { values } = parseArgs({ options: { 'pinned-lock': { type: 'string' } } });
const pinnedLock = values['pinned-lock'] ? readFileSync(values['pinned-lock'], 'utf8') : undefined;
const warm = process.env['REFBENCH_WARM'] === '1';
const tree = process.cwd();
const modules = join(tree, 'node_modules');
const stampFile = join(modules, '.refbench-stamp');
/** The first tree's lock file, kept while warming: it names packages the cache surely holds. */
const firstLockFile = join(homedir(), '.cache/refbench/first-package-lock.json');
const userConfigFile = join(homedir(), '.npmrc');

const say = (text) => process.stderr.write(`dependencies: ${text}\n`);
const textOf = (name) =>
  existsSync(resolve(tree, name)) ? readFileSync(resolve(tree, name), 'utf8') : undefined;

const dependencyKeys = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'workspaces',
];

/** What cannot be had is left out. The tests show whether they need it. */
function withoutUnavailable(packageText) {
  if (packageText === undefined) return packageText;
  const { packageText: without, dropped } = withoutMissing(packageText);
  if (dropped.size > 0) say(`left out, because they cannot be had: ${[...dropped].join(', ')}`);
  return without;
}

/** What npm says where a git host, or the registry, does not give a package. */
const GIT_FAILURE =
  /\bgit (?:--no-replace-objects )?(?:ls-remote|clone)\b|request to https?:\/\/(?:api\.|codeload\.)?(?:github|gitlab|bitbucket)\.\w+\/\S* failed/;
/** Development dependencies that were left out (null), or replaced by another version, while warming. */
const otherToolsFile = join(homedir(), '.cache/refbench/other-tools.json');

const REGISTRY_FAILURE = /\bcode (?:E404|ETARGET)\b/;
const failures = [
  ...(process.env['REFBENCH_WITHOUT_GIT'] === '1' ? [GIT_FAILURE] : []),
  ...(process.env['REFBENCH_WITHOUT_PACKAGES'] ? [REGISTRY_FAILURE] : []),
];

/** A package that a lock file takes from a git host: `github:a/b#c` (npm 6) or `git+ssh://...`. */
const LOCKED_GIT = /"(?:version|resolved)":\s*"(?:git|github|gitlab|bitbucket)[+:@]/;

/** Newer releases may do without a git host that a lock file names, so it does not count where there is none. */
function withoutGitHosts(lockText) {
  if (lockText === undefined || process.env['REFBENCH_WITHOUT_GIT'] !== '1') return lockText;
  if (!LOCKED_GIT.test(lockText)) return lockText;
  say('package-lock.json is not used, because it takes packages from a git host');
  return undefined;
}

/** A package can itself need one that cannot be had. Npm does not say whose it is, so each is asked for alone. */
function withoutMissingBelow(packageText) {
  if (failures.length === 0) return packageText;
  const needsMissing = ({ status, stderr }) =>
    status !== 0 && failures.some((failure) => failure.test(stderr));
  return withOtherTools(packageText, needsMissing, () => null, 'what they need cannot be had');
}

/**
 * Replaces development dependencies that, resolved alone, are as they must not be. `otherVersion` names another
 * version, or null if the tool has to be left out.
 */
function withOtherTools(packageText, isUnwanted, otherVersion, because) {
  if (packageText === undefined) return packageText;
  try {
    const parsed = JSON.parse(packageText);
    const tools = parsed.devDependencies ?? {};
    const known = existsSync(otherToolsFile)
      ? JSON.parse(readFileSync(otherToolsFile, 'utf8'))
      : {};
    const changed = [];
    const applyKnown = () => {
      for (const [name, wanted] of Object.entries(tools)) {
        const version = known[`${name}@${wanted}`];
        if (version === undefined) continue;
        if (version === null) delete tools[name];
        else tools[name] = version;
        changed.push(version === null ? `${name} is left out` : `${name} is ${version}`);
      }
    };
    applyKnown();
    // Those of an earlier pass are known, so most of the time this is the only question.
    if (warm && isUnwanted(resolvedAside(parsed))) {
      for (const [name, wanted] of Object.entries(tools)) {
        if (isUnwanted(resolvedAside({ devDependencies: { [name]: wanted } }))) {
          known[`${name}@${wanted}`] = otherVersion(name, wanted);
        }
      }
      mkdirSync(join(otherToolsFile, '..'), { recursive: true });
      writeFileSync(otherToolsFile, JSON.stringify(known));
      applyKnown();
    }
    if (changed.length === 0) return packageText;
    say(`${changed.join(', ')}, because ${because}`);
    return JSON.stringify(parsed, null, 2);
  } catch {
    return packageText; // npm will say what is wrong with it
  }
}

let questions;

/** A cache of its own for questions, which ends with the program. */
function questionCache() {
  if (questions === undefined) {
    questions = mkdtempSync(join(homedir(), '.refbench-questions-'));
    process.on('exit', () => rmSync(questions, { recursive: true, force: true }));
  }
  return questions;
}

/** Resolves dependencies without installing them. */
function resolvedAside({ dependencies = {}, devDependencies = {} }) {
  const folder = mkdtempSync(join(homedir(), '.refbench-resolve-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies, devDependencies }));
    if (existsSync(join(tree, '.npmrc')))
      copyFileSync(join(tree, '.npmrc'), join(folder, '.npmrc'));
    const options = ['--package-lock-only', '--ignore-scripts', '--prefer-offline', '--no-audit'];
    // What is only asked about must not stay in the cache: npm 6 fetches whole archives for it.
    const cache = `--cache=${questionCache()}`;
    const { status, stderr } = spawnSync('npm', ['install', ...options, cache, '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 2, 'pipe'],
      encoding: 'utf8',
      timeout: npmSeconds * 1000,
    });
    const lock = join(folder, 'package-lock.json');
    const lockText = existsSync(lock) ? readFileSync(lock, 'utf8') : '{}';
    return { status, stderr: stderr ?? '', lock: JSON.parse(lockText) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tests may call a program that whoever ran them had installed for all projects. */
function withAddedPackages(packageText) {
  const names = (process.env['REFBENCH_ADDED_PACKAGES'] ?? '').split(' ').filter(Boolean);
  if (packageText === undefined || names.length === 0) return packageText;
  try {
    const parsed = JSON.parse(packageText);
    const { dependencies, devDependencies, optionalDependencies } = parsed;
    const listed = { ...dependencies, ...optionalDependencies, ...devDependencies };
    for (const name of names) {
      if (name in listed) continue;
      parsed.devDependencies = { ...parsed.devDependencies, [name]: '*' };
    }
    return JSON.stringify(parsed, null, 2);
  } catch {
    return packageText; // npm will say what is wrong with it
  }
}

/** Ranges without an upper end. */
const OPEN_RANGE = /^(?:|\*|x|latest|>=?\s*v?[\w.-]+)$/i;
/** The versions that were chosen for open ranges while warming. The cache holds them. */
const chosenFile = join(homedir(), '.cache/refbench/chosen-versions.json');

/**
 * Where the registry does not tell when a version was published, an open range brings the newest one, which may
 * need a later Node than that of the commit.
 */
function withFittingVersions(packageText) {
  if (packageText === undefined || process.env['REFBENCH_FITTING'] !== '1') return packageText;
  try {
    const parsed = JSON.parse(packageText);
    const chosen = existsSync(chosenFile) ? JSON.parse(readFileSync(chosenFile, 'utf8')) : {};
    for (const key of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [name, range] of Object.entries(parsed[key] ?? {})) {
        if (typeof range !== 'string' || !OPEN_RANGE.test(range.trim())) continue;
        const wanted = `${name}@${/^(?:|latest)$/i.test(range.trim()) ? '*' : range.trim()}`;
        if (warm) chosen[wanted] ??= fittingVersion(wanted);
        parsed[key][name] = chosen[wanted] ?? range;
      }
    }
    if (warm && Object.keys(chosen).length > 0) {
      mkdirSync(join(chosenFile, '..'), { recursive: true });
      writeFileSync(chosenFile, JSON.stringify(chosen));
    }
    return JSON.stringify(parsed, null, 2);
  } catch {
    return packageText; // npm will say what is wrong with it
  }
}

/** What a program prints. */
function printed(program, ...args) {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout.trim();
}

let semverOfNpm;

/** How npm itself compares versions. */
function npmSemver() {
  if (semverOfNpm === undefined) {
    const npmFolder = join(printed('npm', 'root', '--global'), 'npm');
    semverOfNpm = createRequire(join(npmFolder, 'package.json'))('semver');
  }
  return semverOfNpm;
}

/** The newest release in a range whose `engines` admit this Node, in the words of npm; undefined if unknown. */
function fittingVersion(wanted) {
  const listed = printed('npm', 'view', wanted, 'version', 'engines.node', '--json');
  const versions = listed === '' ? [] : [JSON.parse(listed)].flat();
  const semver = npmSemver();
  const node = printed('node', '--version');
  const [newest] = versions
    .map((one) => (typeof one === 'string' ? { version: one } : one))
    .filter(({ version, 'engines.node': engines }) => {
      return semver.prerelease(version) === null && (!engines || semver.satisfies(node, engines));
    })
    .map(({ version }) => version)
    .sort(semver.rcompare);
  if (newest !== undefined) say(`${wanted} is ${newest}, which runs on Node ${node}`);
  return newest;
}

/** The first npm that can choose a version for packages of packages. */
const OVERRIDING_NPM = '>=8.3.0';

/** A tool of the project may depend on the project. Its later releases would show what is to be done. */
function withOwnReleases(packageText) {
  const releases = process.env['REFBENCH_OWN_RELEASES'];
  if (packageText === undefined || releases === undefined) return packageText;
  const wanted = JSON.parse(releases);
  if (!npmSemver().satisfies(printed('npm', '--version'), OVERRIDING_NPM)) {
    const bringsLater = ({ lock }) => hasLater(lock, wanted);
    const isFine = (resolved) => resolved.status === 0 && !bringsLater(resolved);
    const older = (name) => olderTool(name, (one) => isFine(resolvedAside(one)));
    const because = 'the project is among what a later version brings';
    return withOtherTools(packageText, bringsLater, older, because);
  }
  try {
    const parsed = JSON.parse(packageText);
    parsed.overrides = { ...parsed.overrides, ...wanted };
    return JSON.stringify(parsed, null, 2);
  } catch {
    return packageText; // npm will say what is wrong with it
  }
}

/** The newest release of a tool that `package.json` admits and that is as it must be; of each major version one. */
function olderTool(name, isWanted) {
  const { devDependencies = {} } = JSON.parse(textOf('package.json') ?? '{}');
  const range = devDependencies[name] ?? '';
  const listed = printed('npm', 'view', name, 'versions', '--json', `--cache=${questionCache()}`);
  const semver = npmSemver();
  const versions = (listed === '' ? [] : [JSON.parse(listed)].flat())
    .filter((version) => semver.satisfies(version, range))
    .sort(semver.rcompare);
  const newest = versions.filter(
    (version, at) => at === 0 || semver.major(version) !== semver.major(versions[at - 1]),
  );
  return newest.find((version) => isWanted({ devDependencies: { [name]: version } })) ?? null;
}

/** Whether a lock file, in the format of npm 6 or of a later one, has a release that is not wanted. */
function hasLater({ dependencies = {}, packages = {} }, wanted) {
  const isLater = (name, { version }) =>
    name in wanted && version !== undefined && !npmSemver().satisfies(version, wanted[name]);
  return (
    Object.entries(packages).some(([path, one]) => isLater(path.replace(/^.*node_modules\//, ''), one)) ||
    Object.entries(dependencies).some(
      ([name, one]) => isLater(name, one) || hasLater({ dependencies: one.dependencies }, wanted),
    )
  );
}

/** Only what decides about packages, so that a new script or version number costs no install. */
function wantedDependencies(packageText) {
  try {
    const parsed = JSON.parse(packageText);
    return JSON.stringify(dependencyKeys.map((key) => Object.entries(parsed[key] ?? {}).sort()));
  } catch {
    return packageText; // npm will say what is wrong with it
  }
}

const pinnedRoot =
  pinnedLock === undefined ? undefined : JSON.stringify(JSON.parse(pinnedLock).packages['']);

/** Recipes skip install scripts unless a package needs its own. */
const installScripts = process.env['npm_config_ignore_scripts'] === 'false';

/** What npm says where the lock file does not fit package.json, or peers contradict each other. */
const CONTRADICTION = /ERESOLVE|EUSAGE|are in sync|Missing: .* from lock file/;

/** No log is kept, but npm 6 fails at its end where it may keep none. */
function keptLogs() {
  return spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout?.startsWith('6.') ? 1 : 0;
}

/** Seconds that npm may take. RefBench sets the factor for a slow or busy machine. */
const npmSeconds = 600 * Math.max(1, Number(process.env['REFBENCH_SLOW'] ?? 1) || 1);

/** Whether npm refused the manifests themselves, so that another way to read them may do. */
let contradicted = false;

function npm(command, folder, offline, more = []) {
  const result = spawnSync(
    'npm',
    [
      command,
      offline ? '--offline' : '--prefer-offline',
      ...(installScripts ? [] : ['--ignore-scripts']),
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      `--logs-max=${keptLogs()}`,
      '--loglevel=error',
      ...more,
    ],
    {
      cwd: folder,
      stdio: ['ignore', 2, 'pipe'],
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      timeout: npmSeconds * 1000,
      env: { ...process.env, npm_config_offline: String(offline) },
    },
  );
  process.stderr.write(result.stderr ?? '');
  if (result.error?.code === 'ETIMEDOUT') {
    say(`npm was stopped after ${npmSeconds} s; --slow gives it more time`);
    return false;
  }
  if (result.status === 0) return true;
  contradicted = CONTRADICTION.test(result.stderr ?? '');
  // npm 6 says it in other words than later versions, whose words the caller knows.
  if (/with an Enjoy By date/.test(result.stderr ?? ''))
    say('no version with a date before the commit');
  // npm 7 and later refuse peers that older ones accepted, so older manifests may have them.
  return contradicted && more.length === 0
    ? npm(command, folder, offline, ['--legacy-peer-deps'])
    : false;
}

/** The root's own scripts need its sources, which are not where the packages are installed. */
function withoutScripts(packageText) {
  if (!installScripts) return packageText;
  try {
    return JSON.stringify({ ...JSON.parse(packageText), scripts: {} }, null, 2);
  } catch {
    return packageText;
  }
}

/** Installs into a fresh folder and hands the folder to `use`; false where npm failed. */
function installAside(command, { packageText, lockText }, use) {
  const folder = mkdtempSync(join(homedir(), '.refbench-install-'));
  try {
    writeFileSync(join(folder, 'package.json'), withoutScripts(packageText));
    if (lockText !== undefined) writeFileSync(join(folder, 'package-lock.json'), lockText);
    if (existsSync(join(tree, '.npmrc')))
      copyFileSync(join(tree, '.npmrc'), join(folder, '.npmrc'));
    if (!npm(command, folder, !warm)) return false;
    use(join(folder, 'node_modules'));
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function moveIntoTree(from) {
  mkdirSync(from, { recursive: true });
  rmSync(modules, { recursive: true, force: true });
  try {
    renameSync(from, modules);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    cpSync(from, modules, { recursive: true, verbatimSymlinks: true });
  }
}

/**
 * Whoever changes package.json offline keeps the lock file they started with. npm then needs the
 * registry's answers for what is new, which a plain `npm ci` never asks for: ask now.
 */
function warmStepsBetween(packageText, lockText) {
  if (lockText === undefined) return;
  if (!existsSync(firstLockFile)) {
    mkdirSync(join(firstLockFile, '..'), { recursive: true });
    writeFileSync(firstLockFile, lockText);
    return;
  }
  const first = readFileSync(firstLockFile, 'utf8');
  if (first === lockText) return;
  const done = installAside('install', { packageText, lockText: first }, () => {});
  say(
    done
      ? 'warmed for the new package.json with the first lock file'
      : 'could not warm the steps in between',
  );
}

/** Offline, npm would otherwise retry for minutes in every shell that did not source setup_shell.sh. */
function holdNpmToTheCache() {
  const config = existsSync(userConfigFile) ? readFileSync(userConfigFile, 'utf8') : '';
  if (!/^offline=/m.test(config))
    writeFileSync(userConfigFile, `${config}offline=true\naudit=false\nfund=false\n`);
}

const packageText =
  withOwnReleases(
    withFittingVersions(
      withAddedPackages(withoutMissingBelow(withoutUnavailable(textOf('package.json')))),
    ),
  ) ?? '{}';
const ownLock = withoutGitHosts(textOf('package-lock.json'));
const stamp = createHash('sha256')
  .update(
    JSON.stringify([wantedDependencies(packageText), ownLock ?? pinnedLock ?? '', process.version]),
  )
  .digest('hex');

if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) process.exit(0);

const pinnedHolds =
  ownLock === undefined &&
  pinnedRoot !== undefined &&
  wantedDependencies(pinnedRoot) === wantedDependencies(packageText);
const firstLock = existsSync(firstLockFile) ? readFileSync(firstLockFile, 'utf8') : undefined;

/** From what the tree asks for exactly to what at least lets the tests run. */
const ways = [
  ...(ownLock !== undefined ? [['ci', { packageText, lockText: ownLock }]] : []),
  ...(pinnedHolds ? [['ci', { packageText: pinnedRoot, lockText: pinnedLock }]] : []),
  ['install', { packageText, lockText: ownLock ?? pinnedLock ?? firstLock }],
  ...(ownLock !== undefined && firstLock !== undefined && firstLock !== ownLock
    ? [['install', { packageText, lockText: firstLock }]]
    : []),
  ...(pinnedRoot !== undefined && !pinnedHolds
    ? [['ci', { packageText: pinnedRoot, lockText: pinnedLock }]]
    : []),
];

const started = Date.now();
// While warming, a failed download must fail the build and not end in a lesser way. A lock file that does
// not fit package.json fails for everybody, who then installs without it.
const way = ways.find(
  ([command, manifests], index) =>
    (index === 0 || !warm || contradicted) && installAside(command, manifests, moveIntoTree),
);
if (way) {
  say(`installed with npm ${way[0]} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
} else if (existsSync(modules) && !warm) {
  say('not everything package.json asks for is in the cache; what was installed before stays');
} else {
  say('nothing could be installed');
  process.exit(1);
}
if (warm && way) {
  warmStepsBetween(packageText, ownLock);
  holdNpmToTheCache();
}
writeFileSync(stampFile, stamp);
