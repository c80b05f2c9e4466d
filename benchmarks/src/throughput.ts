/**
 * Measures how many attempts a minute a run makes: nop on the small instance of the tests, on one engine
 * with 1, 2 and 4 slots, then by 1, 2 and 3 workers with one slot each, which hear of it through Redis.
 * Prints the ratio to one slot without a queue, and the peak memory of the process that conducts the run.
 * Goals: a queue adds at most 5 % to an attempt; memory does not grow with the number of attempts
 * (at most 250 MB).
 *
 *     npm run throughput -- [attempts, default 200]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { writeSmallInstance } from '@refbench/test-helpers';

const attempts = Number(process.argv[2] ?? 200);
const root = resolve(import.meta.dirname, '../..');
const stateDir = process.env['REFBENCH_STATE_DIR'] ?? resolve(root, '.refbench');
const program = join(root, 'packages/cli/bin/refbench.js');
const PORT = 7396;
const QUEUE = `redis://127.0.0.1:${PORT}`;

const folder = await mkdtemp(join(tmpdir(), 'refbench-throughput-'));
const { id, instancesDir, rulesDir } = await writeSmallInstance(join(folder, 'small'));
const host = ['--instances-dir', instancesDir, '--rules-dir', rulesDir, '--state-dir', stateDir];

interface Measured {
  readonly seconds: number;
  readonly peakMb: number;
}

/** Runs a command of RefBench to its end, and samples its resident memory. */
async function measure(args: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakKb = 0;
  const timer = setInterval(() => {
    const status = statusOf(child);
    peakKb = Math.max(peakKb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 200);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`refbench ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, peakMb: peakKb / 1024 };
}

function statusOf({ pid }: ChildProcess): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

let runs = 0;
async function run(count: number, ...more: readonly string[]): Promise<Measured> {
  runs += 1;
  const options = ['--run-id', `throughput-${runs}`, '--runs-dir', join(folder, 'runs'), ...more];
  const repeats = count === 1 ? [] : ['--attempts', String(count)];
  return await measure([
    'run',
    '--agent',
    'nop',
    '--instances',
    id,
    ...host,
    ...repeats,
    ...options,
  ]);
}

function start(command: string, args: readonly string[], ready: string): Promise<ChildProcess> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((begun) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        if (line.includes(ready)) begun(child);
      });
    }
  });
}

function print(name: string, { seconds, peakMb }: Measured, floor: Measured): void {
  const rate = (attempts / seconds) * 60;
  const ratio = floor.seconds / seconds;
  process.stdout.write(
    `${name}: ${rate.toFixed(1)} attempts/min, ${ratio.toFixed(2)} x one slot, ${peakMb.toFixed(0)} MB\n`,
  );
}

try {
  // The image, the baseline and the matches of base and golden.
  await run(1);
  process.stdout.write(
    `${attempts} nop attempts, ${availableParallelism()} cores, Node ${process.version}\n`,
  );
  const floor = await run(attempts, '--parallel', '1');
  print('1 slot', floor, floor);
  for (const slots of [2, 4])
    print(`${slots} slots`, await run(attempts, '--parallel', String(slots)), floor);
  const redis = await start(
    'redis-server',
    ['--port', String(PORT), '--dir', folder, '--bind', '127.0.0.1'],
    'Ready to accept connections',
  );
  const workers: ChildProcess[] = [];
  try {
    for (const count of [1, 2, 3]) {
      const name = `worker-${count}`;
      const args = [program, 'worker', '--queue', QUEUE, '--slots', '1', '--name', name, ...host];
      workers.push(await start(process.execPath, args, 'waits for work'));
      const measured = await run(attempts, '--queue', QUEUE);
      print(count === 1 ? '1 worker' : `${count} workers`, measured, floor);
      if (count === 1) {
        const overhead = measured.seconds / floor.seconds - 1;
        process.stdout.write(
          `overhead of the queue: ${(100 * overhead).toFixed(1)} % per attempt (goal 5)\n`,
        );
      }
    }
  } finally {
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(workers.map((worker) => once(worker, 'close')));
    redis.kill('SIGKILL');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
