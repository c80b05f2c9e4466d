import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { RefbenchError, type ExitKind } from '@refbench/contracts';
import {
  installedProgram,
  networkIsolation,
  openEngines,
  OPENGREP_VERSION,
} from '@refbench/rule-engine';
import { resolveBuildNetwork } from '@refbench/env-builder';
import { listInstances } from '@refbench/instances';
import { type Workspace } from '@refbench/workspace';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { errorText, exists, countOf } from '@refbench/base';
import { probeWritable } from '../command-line/path-option.ts';

/** The result of one check. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly subject: string;
  readonly text: string;
  readonly hint?: string;
  /** The exit code of this error. */
  readonly exit?: ExitKind;
}

const GIBIBYTE = 2 ** 30;

/** Checks everything that a run needs. Every check runs, even if others fail. */
export async function examine(workspace: Workspace): Promise<readonly Finding[]> {
  const [packages, ...checks] = await Promise.all([
    packagesFindings(),
    check('node', 'usage', () => Promise.resolve(nodeFinding())),
    check('git', 'usage', gitFinding),
    check('state', 'disk', () => folderFinding('state', workspace.stateDir)),
    check('unpacked', 'disk', () => unpackedFinding(workspace.stateDir)),
    check('runs', 'disk', () => folderFinding('runs', workspace.runsDir)),
    check('instances', 'invalid-file', () => instancesFinding(workspace)),
    check('opengrep', 'engine', () => opengrepFinding(workspace)),
  ]);
  return [...checks, ...packages, ...(await engineFindings(workspace))];
}

async function check(
  subject: string,
  exit: ExitKind,
  look: () => Promise<Finding>,
): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return errorFinding(subject, exit, error);
  }
}

function errorFinding(subject: string, exit: ExitKind, error: unknown): Finding {
  if (RefbenchError.isInstance(error)) {
    return { level: 'error', subject, text: error.message, hint: error.hint, exit: error.kind };
  }
  const text = errorText(error);
  return { level: 'error', subject, text, exit };
}

function nodeFinding(): Finding {
  return { level: 'ok', subject: 'node', text: process.version };
}

async function gitFinding(): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version']);
    return { level: 'ok', subject: 'git', text: stdout.trim() };
  } catch {
    const hint = 'install git, e.g. apt-get install git';
    return { level: 'error', subject: 'git', text: 'git is not on the PATH', hint, exit: 'usage' };
  }
}

async function folderFinding(subject: string, path: string): Promise<Finding> {
  await probeWritable(`--${subject}-dir`, path);
  const { bavail, bsize } = await statfs(await nearestFolder(path));
  const free = (bavail * bsize) / GIBIBYTE;
  const text = `${path}, ${free.toFixed(1)} GiB free`;
  if (free >= 10) return { level: 'ok', subject, text };
  return {
    level: 'warning',
    subject,
    text,
    hint: 'an attempt may write up to 5 GB: free some space',
  };
}

/**
 * Writable folders of images are unpacked once below the state folder, beside what the engine stores.
 * `--disk` counts both.
 */
async function unpackedFinding(stateDir: string): Promise<Finding> {
  const folder = join(stateDir, 'engines');
  const { stdout } = await promisify(execFile)('du', ['-s', '-B1', folder]).catch(() => ({
    stdout: '0',
  }));
  const size = (Number.parseInt(stdout, 10) / GIBIBYTE).toFixed(1);
  const text = `${size} GiB of unpacked images in ${folder}; refbench gc removes those of removed images`;
  return { level: 'ok', subject: 'unpacked', text };
}

/** The folder itself or its nearest existing parent. doctor does not create folders. */
async function nearestFolder(path: string): Promise<string> {
  return dirname(path) === path || (await exists(path)) ? path : await nearestFolder(dirname(path));
}

async function instancesFinding(workspace: Workspace): Promise<Finding> {
  const { entries, broken } = await listInstances(workspace);
  const text = `${entries.length} in ${workspace.instancesDir}`;
  const [first] = broken;
  if (first === undefined) return { level: 'ok', subject: 'instances', text };
  return {
    level: 'warning',
    subject: 'instances',
    text: `${text}; ${broken.length} cannot be read: ${first.reason}`,
    hint: 'list them with refbench instance list',
  };
}

/** Checks the OpenGrep program. It is not downloaded here, because few rulesets need it. */
async function opengrepFinding({ stateDir, opengrep }: Workspace): Promise<Finding> {
  const subject = 'opengrep';
  const isolated = (await networkIsolation()).length > 0;
  const network = isolated ? 'runs without network' : 'runs with network';
  if (opengrep !== undefined) {
    const { version } = await openEngines({ stateDir, program: opengrep }).opengrep.identity();
    return { level: 'ok', subject, text: `${version} at ${opengrep}, ${network}` };
  }
  const path = await installedProgram(stateDir);
  const where = path ?? 'is downloaded when OpenGrep rules are first run';
  const text = `${OPENGREP_VERSION}, ${where}, ${network}`;
  if (isolated) return { level: 'ok', subject, text };
  const hint = 'allow user namespaces (unshare --user --net) to run it without network access';
  return { level: 'warning', subject, text, hint };
}

/** What builds get of the settings of this host to reach package registries. */
async function packagesFindings(): Promise<readonly Finding[]> {
  const subject = 'packages';
  const { notes } = await resolveBuildNetwork();
  if (notes.length > 0) return notes.map((note) => ({ ...note, subject }));
  return [{ level: 'ok', subject, text: 'builds use the standard registries, without a proxy' }];
}

async function engineFindings(workspace: Workspace): Promise<readonly Finding[]> {
  if ((await nearestFolder(workspace.stateDir)) === workspace.stateDir) {
    return await findingsOfEngine(workspace.stateDir);
  }
  // The engine stores its measurements in the state folder, and doctor does not create that folder.
  const temporary = await mkdtemp(join(tmpdir(), 'refbench-doctor-'));
  try {
    return await findingsOfEngine(temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function findingsOfEngine(stateDir: string): Promise<readonly Finding[]> {
  let engine: Engine;
  try {
    engine = await connectEngine({ stateDir });
  } catch (error) {
    return [errorFinding('engine', 'engine', error)];
  }
  await using connected = engine;
  const { info } = connected;
  const text = `${info.kind} ${info.version} at ${info.socketPath}, ${info.storageDriver}, cgroup v${info.cgroupVersion}`;
  return [
    { level: 'ok', subject: 'engine', text },
    await check('storage', 'engine', () => storageFinding(connected)),
    await check('builds', 'engine', () => buildFinding(connected)),
    await check('leftovers', 'engine', () => leftoverFinding(connected)),
  ];
}

async function storageFinding(engine: Engine): Promise<Finding> {
  const method = await engine.storageMethod();
  if (method !== 'advisory') {
    const text = `limits are enforced by the kernel (${method})`;
    return { level: 'ok', subject: 'storage', text };
  }
  return {
    level: 'warning',
    subject: 'storage',
    text: 'the storage limit is only polled (advisory): a fast writer can exceed it',
    hint: 'run as root, or put the engine on XFS with pquota',
  };
}

async function buildFinding(engine: Engine): Promise<Finding> {
  const { enforced, detail } = await engine.buildIsolation();
  if (enforced) return { level: 'ok', subject: 'builds', text: detail };
  const hint =
    'build untrusted recipes on a machine without services, or run as root on the host of the Docker daemon';
  return { level: 'warning', subject: 'builds', text: detail, hint };
}

async function leftoverFinding(engine: Engine): Promise<Finding> {
  const left = await engine.sweep({ dryRun: true });
  const count = left.containers.length + left.volumes.length + left.loopFiles.length;
  if (count === 0) return { level: 'ok', subject: 'leftovers', text: 'none' };
  const text = `${countOf(count, 'leftover')} of killed runs`;
  return { level: 'warning', subject: 'leftovers', text, hint: 'refbench gc' };
}
