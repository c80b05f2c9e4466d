import { readdirSync, readFileSync } from 'node:fs';

/**
 * Samples the total resident memory of this process and all its children, and keeps the peak
 * (Linux).
 */
export class PeakMemory implements AsyncDisposable {
  private peakKb = 0;
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.timer = setInterval(() => this.sample(), 50);
  }

  get megabytes(): number {
    return this.peakKb / 1024;
  }

  text(): string {
    return `peak RSS of all processes ${this.megabytes.toFixed(0)} MB`;
  }

  private sample(): void {
    const total = processTreeOf(process.pid).reduce((sum, pid) => sum + residentKb(pid), 0);
    this.peakKb = Math.max(this.peakKb, total);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.timer);
  }
}

function processTreeOf(root: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(field(Number(name), 'PPid')) }));
  const tree = [root];
  for (const pid of tree) {
    for (const child of parents) if (child.parent === pid) tree.push(child.pid);
  }
  return tree;
}

function residentKb(pid: number): number {
  return Number.parseInt(field(pid, 'VmRSS') || '0', 10);
}

function field(pid: number, name: string): string {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? '';
  } catch {
    return '';
  }
}
