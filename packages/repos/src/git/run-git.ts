import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { RefbenchError } from '@refbench/contracts';
import { fetchGitEnv, localGitEnv, SAFE_CONFIG } from './git-env.ts';

const MAX_OUTPUT_BYTES = 2 ** 30;

export interface GitOptions {
  /** Always given, so git never searches for a repository and never reads one that we did not make. */
  readonly gitDir: string;
  readonly input?: Buffer | string;
  readonly indexFile?: string;
  readonly workTree?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** With the user's way to servers. */
  readonly network?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs git to its end. A non-zero exit is a result, not an error. */
export async function tryGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  // Loaded at the first need: a command that only looks at folders starts faster without it.
  const { execa } = await import('execa');
  const result = await execa('git', [...SAFE_CONFIG, ...args], {
    cwd: options.workTree ?? options.gitDir,
    env: environment(options),
    extendEnv: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: MAX_OUTPUT_BYTES,
    reject: false,
    ...(options.input === undefined ? { stdin: 'ignore' } : { input: options.input }),
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  });
  options.signal?.throwIfAborted();
  if (result.code === 'ENOENT') throw gitMissing();
  if (result.exitCode === undefined) {
    throw new Error(`git ${args[0]} did not end by itself: ${result.shortMessage}`);
  }
  return {
    exitCode: result.exitCode,
    stdout: Buffer.from(result.stdout),
    stderr: Buffer.from(result.stderr).toString('utf8').trim(),
  };
}

/** As `tryGit`, where failing is a bug: the caller has checked all that can be wrong. */
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
    mend: 'install git 2.36 or newer',
  });
}
