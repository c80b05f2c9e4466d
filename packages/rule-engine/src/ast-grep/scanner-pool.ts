import { availableParallelism } from 'node:os';
import type { ScannerProcess } from './scanner-process.ts';

/** Matching is CPU-bound, so more child processes than cores only use memory. */
const MAX_SCANNERS = 8;

function defaultScanners(): number {
  return Math.min(availableParallelism(), MAX_SCANNERS);
}

export interface ScannerPoolOptions {
  /** The default is the number of cores, at most eight. */
  readonly size?: number | undefined;
  /** Starting a scanner costs about as much as scanning this many characters. */
  readonly worthAStart: number;
}

interface Waiting {
  readonly characters: number;
  readonly start: (scanner: ScannerProcess) => void;
}

/** A pool of scanners with the same rules. Another scanner is started only if enough work is waiting. */
export class ScannerPool implements AsyncDisposable {
  readonly size: number;
  private readonly startOne: () => ScannerProcess;
  private readonly worthAStart: number;
  private readonly all: ScannerProcess[] = [];
  private readonly idle: ScannerProcess[] = [];
  private readonly waiting: Waiting[] = [];

  constructor(startOne: () => ScannerProcess, options: ScannerPoolOptions) {
    const { size = defaultScanners(), worthAStart } = options;
    this.startOne = startOne;
    this.worthAStart = worthAStart;
    this.size = size;
  }

  /** Runs work on a scanner as soon as one is free. `characters` is the size of the work. */
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
    const isWorth = this.all.length === 0 || piled >= this.worthAStart;
    if (this.all.length === this.size || !isWorth) {
      return new Promise((resolve) => this.waiting.push({ characters, start: resolve }));
    }
    const fresh = this.startOne();
    this.all.push(fresh);
    return fresh;
  }

  /** Scanners that have done their work may serve another pool; those that still work are stopped. */
  async [Symbol.asyncDispose](): Promise<void> {
    const idle = new Set(this.idle);
    for (const scanner of idle) scanner.release();
    const busy = this.all.filter((scanner) => !idle.has(scanner));
    await Promise.all(busy.map((scanner) => scanner[Symbol.asyncDispose]()));
  }
}
