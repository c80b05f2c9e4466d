import { availableParallelism } from 'node:os';
import { ScannerProcess, type Greeting } from './scanner-process.ts';

/** Matching is bound by the processor; more children than cores only take memory. */
const MOST_SCANNERS = 8;

function defaultScanners(): number {
  return Math.min(availableParallelism(), MOST_SCANNERS);
}

/** To start a scanner costs about as much as to scan so many characters. */
const WORTH_A_START = 600_000;

interface Waiting {
  readonly characters: number;
  readonly start: (scanner: ScannerProcess) => void;
}

/** Several scanners with the same rules. Another is started only when enough work waits for it. */
export class ScannerPool implements AsyncDisposable {
  readonly size: number;
  private readonly greeting: Greeting;
  private readonly all: ScannerProcess[] = [];
  private readonly idle: ScannerProcess[] = [];
  private readonly waiting: Waiting[] = [];

  constructor(greeting: Greeting, size: number = defaultScanners()) {
    this.greeting = greeting;
    this.size = size;
  }

  /** Gives work on so many characters a scanner of its own, as soon as one is free. */
  async use<T>(characters: number, work: (scanner: ScannerProcess) => Promise<T>): Promise<T> {
    const scanner = await this.take(characters);
    try {
      return await work(scanner);
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(scanner);
      else next.start(scanner);
    }
  }

  private take(characters: number): ScannerProcess | Promise<ScannerProcess> {
    const free = this.idle.pop();
    if (free !== undefined) return free;
    const piled = this.waiting.reduce((sum, one) => sum + one.characters, characters);
    const isWorth = this.all.length === 0 || piled >= WORTH_A_START;
    if (this.all.length === this.size || !isWorth) {
      return new Promise((resolve) => this.waiting.push({ characters, start: resolve }));
    }
    const fresh = new ScannerProcess(this.greeting);
    this.all.push(fresh);
    return fresh;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((scanner) => scanner[Symbol.asyncDispose]()));
  }
}
