import { availableParallelism } from 'node:os';
import type { ScannerProcess } from './scanner-process.ts';

/** Matching is bound by the processor; more children than cores only take memory. */
const MOST_SCANNERS = 8;

function defaultScanners(): number {
  return Math.min(availableParallelism(), MOST_SCANNERS);
}

export interface ScannerPoolOptions {
  /** As many as there are cores, at most eight, by default. */
  readonly size?: number | undefined;
  /** To start a scanner costs about as much as to scan so many characters. */
  readonly worthAStart: number;
}

interface Waiting {
  readonly characters: number;
  readonly start: (scanner: ScannerProcess) => void;
}

/** Several scanners with the same rules. Another is started only when enough work waits for it. */
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
    const isWorth = this.all.length === 0 || piled >= this.worthAStart;
    if (this.all.length === this.size || !isWorth) {
      return new Promise((resolve) => this.waiting.push({ characters, start: resolve }));
    }
    const fresh = this.startOne();
    this.all.push(fresh);
    return fresh;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((scanner) => scanner[Symbol.asyncDispose]()));
  }
}
