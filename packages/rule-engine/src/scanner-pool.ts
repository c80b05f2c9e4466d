import { availableParallelism } from 'node:os';
import { ScannerProcess, type Greeting } from './scanner-process.ts';

/** Matching is bound by the processor; more children than cores only take memory. */
const MOST_SCANNERS = 8;

function defaultScanners(): number {
  return Math.min(availableParallelism(), MOST_SCANNERS);
}

/** Several scanners with the same rules. Another is started only when work piles up: a start costs much. */
export class ScannerPool implements AsyncDisposable {
  readonly size: number;
  private readonly greeting: Greeting;
  private readonly all: ScannerProcess[] = [];
  private readonly idle: ScannerProcess[] = [];
  private readonly waiting: ((scanner: ScannerProcess) => void)[] = [];

  constructor(greeting: Greeting, size: number = defaultScanners()) {
    this.greeting = greeting;
    this.size = size;
  }

  /** Gives work a scanner of its own, as soon as one is free. */
  async use<T>(work: (scanner: ScannerProcess) => Promise<T>): Promise<T> {
    const scanner = await this.take();
    try {
      return await work(scanner);
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(scanner);
      else next(scanner);
    }
  }

  private take(): ScannerProcess | Promise<ScannerProcess> {
    const free = this.idle.pop();
    if (free !== undefined) return free;
    if (this.all.length === this.size || this.waiting.length < this.all.length) {
      return new Promise((resolve) => this.waiting.push(resolve));
    }
    const fresh = new ScannerProcess(this.greeting);
    this.all.push(fresh);
    return fresh;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((scanner) => scanner[Symbol.asyncDispose]()));
  }
}
