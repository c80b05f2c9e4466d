import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { logOf } from '@refbench/base';
import { offerScanner, takeScanner } from './spare-scanner.ts';

const log = logOf('scanner');

const scannerPath = fileURLToPath(new URL('../../bin/scanner.mjs', import.meta.url));

/** These parsers need no registration, so every child process has them. */
const BUILT_IN: ReadonlySet<string> = new Set('Css Html JavaScript Text Tsx TypeScript'.split(' '));

const HEAP_MB = 1024;
const STDERR_CHARACTERS = 8_000;

/** A start takes a tenth of a second, but up to a hundred times longer on a busy machine. */
const GREETING_MS = 60_000;

/** The first message to each new child process. `languages` are the parsers to load. */
export interface Greeting {
  readonly kind: string;
  readonly languages?: readonly string[];
  readonly [key: string]: unknown;
}

/** The child process did not respond: it was killed after a timeout, or it crashed. */
export type NoAnswer = { readonly kind: 'timed-out' } | { readonly kind: 'died' };
export type Answer = { readonly kind: 'answered'; readonly value: unknown } | NoAnswer;

/**
 * Runs the native matcher in a child process. The matcher cannot be interrupted, and its crashes
 * cannot be caught. Each request therefore has a time limit, and after a failure the next request
 * gets a new child process.
 */
export class ScannerProcess implements AsyncDisposable {
  private child: ChildProcess | undefined;
  private disposed = false;
  /** Sent to each new child process. */
  private readonly greeting: Greeting;
  private readonly program: string;

  /** @param program the module that the child runs; the scanner of rules unless given */
  constructor(greeting: Greeting, program: string = scannerPath) {
    this.greeting = greeting;
    this.program = program;
  }

  /** Like disposal, but the child process may be reused by another scanner. */
  release(): void {
    this.disposed = true;
    const child = this.child;
    this.child = undefined;
    if (child !== undefined) offerScanner(child, this.spareKey());
  }

  async ask(question: object, timeoutMs: number): Promise<Answer> {
    if (this.disposed) return { kind: 'died' };
    if (this.child?.connected !== true) {
      this.child = takeScanner(this.spareKey()) ?? takeEarly(this.program) ?? start(this.program);
      const greeted = await exchange(this.child, this.greeting, GREETING_MS);
      if (greeted.kind !== 'answered') return this.fail(greeted);
    }
    const answer = await exchange(this.child, question, timeoutMs);
    return answer.kind === 'answered' ? answer : this.fail(answer);
  }

  /** A child process can be reused by scanners of the same program with the same parsers. */
  private spareKey(): readonly string[] {
    const parsers = (this.greeting.languages ?? []).filter((language) => !BUILT_IN.has(language));
    return [this.program, ...parsers];
  }

  private async fail(answer: NoAnswer): Promise<NoAnswer> {
    await this.stop();
    return answer;
  }

  private async stop(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** A pending request and all later ones resolve to `died`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.disposed = true;
    await this.stop();
  }
}

let early: ChildProcess | undefined;

/** Starts a rule scanner in advance, because starting takes longer than a small scan. */
export function startScannerEarly(): void {
  if (early?.connected === true) return;
  early = start(scannerPath);
  early.unref();
  early.channel?.unref();
}

function takeEarly(program: string): ChildProcess | undefined {
  const child = early;
  if (program !== scannerPath || child?.connected !== true) return undefined;
  early = undefined;
  child.ref();
  child.channel?.ref();
  return child;
}

function start(program: string): ChildProcess {
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--expose-gc'],
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  logErrors(child);
  // Between requests there is no listener, and an unhandled error would end this process.
  child.on('error', () => undefined);
  return child;
}

/** What a scanner writes when it dies is the only trace of the reason. */
function logErrors(child: ChildProcess): void {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = `${text}${chunk.toString('utf8')}`.slice(-STDERR_CHARACTERS);
  });
  // Reading must not keep this process alive.
  if (child.stderr instanceof Socket) child.stderr.unref();
  child.once('exit', (code, signal) => {
    if (text === '') log.debug({ child: child.pid, code, signal }, 'scanner has ended');
    else
      log.warn({ child: child.pid, code, signal, stderr: text }, 'scanner has ended with errors');
  });
}

function exchange(child: ChildProcess, question: object, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const settle = (answer: Answer): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      resolve(answer);
    };
    const onMessage = (value: unknown): void => settle({ kind: 'answered', value });
    const onEnd = (): void => settle({ kind: 'died' });
    const timer = setTimeout(() => settle({ kind: 'timed-out' }), timeoutMs);
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
    // If the child has exited, its exit event is handled; the error of the pipe can be ignored.
    child.send(question, () => undefined);
  });
}
