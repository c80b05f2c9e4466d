import {
  execFile,
  spawn,
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
} from 'node:child_process';
import { RefbenchError } from '@refbench/contracts';
import { logOf } from '@refbench/base';
import { fetchGitEnv, localGitEnv, SAFE_CONFIG } from './git-env.ts';

const log = logOf('git');

const MAX_OUTPUT_BYTES = 2 ** 30;
const LOCAL_MS = 600_000;
/** The status of a git process that was killed. */
const ENDED_BY_US = 124;

export interface GitOptions {
  /** The repository. It is always given, so that git does not search for one. */
  readonly gitDir: string;
  readonly input?: Buffer | string;
  readonly indexFile?: string;
  readonly workTree?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether to use the connection settings of the user. */
  readonly network?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** The limits of memory and time. If one is exceeded, git fails. */
  readonly limits?: { readonly memoryBytes: number; readonly ms: number };
  /** The limit of the output. If it is exceeded, git fails. The default is 1 GiB. */
  readonly outputBytes?: number;
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs git and waits for its exit. A non-zero exit code is a result, not an error. */
export async function tryGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const started = performance.now();
  const end = await runToEnd([...SAFE_CONFIG, ...args], options);
  const ms = Math.round(performance.now() - started);
  log.debug({ args, ms, code: end.error?.code ?? 0 }, 'git has ended');
  options.signal?.throwIfAborted();
  if (end.error?.code === 'ENOENT') throw gitMissing();
  const stderr = end.stderr.toString('utf8').trim();
  const code = end.error === null ? 0 : end.error.code;
  if (typeof code === 'number') return { exitCode: code, stdout: end.stdout, stderr };
  return { exitCode: ENDED_BY_US, stdout: Buffer.alloc(0), stderr: reasonOf(end, options) };
}

interface GitEnd {
  /** `code` is an exit code, or a name if git was killed or could not be started. */
  readonly error: (Error & { code?: unknown; killed?: boolean; signal?: unknown }) | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** The running git processes, which are killed when this process exits. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function runToEnd(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  const { input, limits, network = false, outputBytes = MAX_OUTPUT_BYTES, signal } = options;
  const [file, argv] = commandOf(args, limits?.memoryBytes);
  return new Promise((resolve) => {
    const child = execFile(
      file,
      argv,
      {
        cwd: options.workTree ?? options.gitDir,
        env: environment(options),
        encoding: 'buffer',
        maxBuffer: outputBytes,
        // Only a fetch may wait for a server. Other commands get a time limit.
        timeout: network ? 0 : (limits?.ms ?? LOCAL_MS),
        killSignal: 'SIGKILL',
        ...(signal === undefined ? {} : { signal }),
      },
      (error, stdout, stderr) => {
        running.delete(child);
        resolve({ error, stdout, stderr });
      },
    );
    running.add(child);
    // If git exits without reading all input, its exit code is reported.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

function reasonOf({ error }: GitEnd, { outputBytes = MAX_OUTPUT_BYTES }: GitOptions): string {
  if (error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return `it wrote more than ${outputBytes} bytes`;
  }
  if (error?.killed === true) return 'it took too long';
  return typeof error?.signal === 'string'
    ? `it was ended by ${error.signal}`
    : String(error?.message);
}

/** Uses a shell if memory is limited, because the limit must be set before executing git. */
function commandOf(
  args: readonly string[],
  memoryBytes: number | undefined,
): readonly [file: string, args: readonly string[]] {
  if (memoryBytes === undefined) return ['git', args];
  // Some systems do not support this limit. There, the size computed beforehand must suffice.
  const script = 'ulimit -v "$1" 2>/dev/null; shift; exec git "$@"';
  // Large packs are mapped in small windows, so that they do not count as memory.
  const windows = ['-c', 'core.packedGitWindowSize=16m', '-c', 'core.packedGitLimit=256m'];
  const kibibytes = String(Math.floor(memoryBytes / 1024));
  return ['/bin/sh', ['-c', script, 'sh', kibibytes, ...windows, ...args]];
}

/** Like `tryGit`, but a failure is a bug, because the caller has checked all inputs. */
export async function git(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const result = await tryGit(args, options);
  if (result.exitCode !== 0) throw new GitFailure(args, result);
  return result.stdout;
}

/** Starts git for a conversation over its pipes. */
export function spawnGit(
  args: readonly string[],
  options: Omit<GitOptions, 'input'>,
): ChildProcessWithoutNullStreams {
  log.debug({ args }, 'git is started');
  return spawn('git', [...SAFE_CONFIG, ...args], {
    cwd: options.workTree ?? options.gitDir,
    env: environment(options),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  readonly stderr: string;

  constructor(args: readonly string[], result: Pick<GitResult, 'exitCode' | 'stderr'>) {
    super(`git ${args.join(' ')} ended with ${result.exitCode}: ${result.stderr}`);
    this.stderr = result.stderr;
  }
}

function environment(options: Omit<GitOptions, 'input'>): NodeJS.ProcessEnv {
  return {
    ...(options.network === true ? fetchGitEnv() : localGitEnv()),
    ...options.env,
    GIT_DIR: options.gitDir,
    ...(options.indexFile === undefined ? {} : { GIT_INDEX_FILE: options.indexFile }),
    ...(options.workTree === undefined ? {} : { GIT_WORK_TREE: options.workTree }),
  };
}

export function gitMissing(): RefbenchError {
  return new RefbenchError({
    kind: 'repository',
    message: 'git is not installed, or not on the PATH',
    hint: 'install git 2.36 or newer',
  });
}
