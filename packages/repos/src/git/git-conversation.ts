import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { ByteReader } from './byte-reader.ts';
import { GitFailure, gitMissing, spawnGit, type GitOptions } from './run-git.ts';

const MAX_STDERR_CHARACTERS = 10_000;

/** A git process that answers requests over its pipes. Disposing kills it if it is still running. */
export class GitConversation implements AsyncDisposable {
  readonly output: ByteReader;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly args: readonly string[];
  private readonly closed: Promise<number | null>;
  private stderr = '';
  private spawnError: Error | undefined;

  constructor(args: readonly string[], options: Omit<GitOptions, 'input'>) {
    this.args = args;
    this.child = spawnGit(args, options);
    this.output = new ByteReader(this.child.stdout);
    this.child.on('error', (error) => (this.spawnError ??= error));
    // If git has ended, its exit status is reported, and the broken pipe can be ignored.
    this.child.stdin.on('error', () => undefined);
    this.child.stderr.on('data', (chunk: Buffer) => {
      if (this.stderr.length < MAX_STDERR_CHARACTERS) this.stderr += chunk.toString('utf8');
    });
    this.closed = new Promise((resolve) => {
      this.child.once('close', (code) => resolve(code));
    });
  }

  /** Writes a request and waits if the pipe is full. */
  async write(bytes: Buffer | string): Promise<void> {
    const { stdin } = this.child;
    if (!stdin.writable) throw await this.failure();
    if (stdin.write(bytes)) return;
    await Promise.race([once(stdin, 'drain').catch(() => undefined), this.closed]);
    if (!stdin.writable) throw await this.failure();
  }

  /** Closes the input and waits for a successful exit. */
  async end(lastBytes: Buffer | string = ''): Promise<void> {
    this.child.stdin.end(lastBytes);
    this.child.stdout.resume();
    if ((await this.closed) !== 0) throw await this.failure();
  }

  /** Closes the input. The output can still be read. */
  closeInput(): void {
    this.child.stdin.end();
  }

  /** Whether this process stays for git. While no answer is awaited, it need not. */
  keepAlive(needed: boolean): void {
    const { child } = this;
    for (const part of [child, child.stdin, child.stdout, child.stderr]) {
      // These streams are sockets, although their type does not tell.
      if (needed && 'ref' in part) part.ref();
      else if (!needed && 'unref' in part) part.unref();
    }
  }

  /** Returns the reason why git ended, to explain truncated output. */
  async failure(): Promise<Error> {
    this.child.stdin.end();
    this.child.stdout.resume();
    const exitCode = (await this.closed) ?? -1;
    if (this.spawnError !== undefined) {
      const missing = 'code' in this.spawnError && this.spawnError.code === 'ENOENT';
      return missing ? gitMissing() : this.spawnError;
    }
    return new GitFailure(this.args, { exitCode, stderr: this.stderr.trim() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL');
    this.child.stdout.destroy();
    await this.closed;
  }
}
