/**
 * Measures labelling of as many tickets as in the outcome-tier study, and indexing of its
 * repository, each with the real command in a separate process. The first is compared with a
 * process that only reads and parses the lines, the second with git writing the same log to
 * /dev/null.
 * Goals: labels < 3 s and < 300 MB; index < 60 s.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { execa } from 'execa';
import type { Ticket } from '@refbench/outcome-tiers';
import { findMirrors } from './mirrors.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const TICKETS = 69_156;
const DAY = 86_400_000;
const NAME = 'spring-projects/spring-framework';
const refbench = resolve(import.meta.dirname, '../../packages/cli/bin/refbench.js');
const PARSE_ALONE = `
  const { createInterface } = require('node:readline');
  let length = 0;
  createInterface({ input: require('node:fs').createReadStream(process.argv[1]) })
    .on('line', (line) => { length += JSON.parse(line).key.length; });
`;

const PEAK = `
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
`;

const folder = await mkdtemp(join(tmpdir(), 'refbench-tiers-'));
try {
  const tickets = join(folder, 'tickets.jsonl');
  const bytes = await writeTickets(tickets);
  const load = loadavg()[0]?.toFixed(0) ?? '';
  print(
    `${availableParallelism()} cores, Node ${process.version}, load ${load}, best of ${ROUNDS}`,
  );
  print(`${TICKETS} tickets, ${(bytes / 1e6).toFixed(0)} MB`);
  const parse = ['--eval', PARSE_ALONE, tickets];
  report('parsing alone', await best(() => measure(process.execPath, parse)));
  const label = [refbench, 'tiers', 'label', '--folder', folder];
  report('tiers label', await best(() => measure(process.execPath, label)));
  const mirrors = findMirrors([NAME]);
  if (mirrors !== undefined) await measureIndex(mirrors.mirror);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureIndex(mirror: string): Promise<void> {
  const [owner = '', name = ''] = NAME.split('/');
  const path = mirror.replaceAll('{owner}', owner).replaceAll('{name}', name);
  const log = ['--git-dir', path, 'log', '--branches', '--tags', '--format=%H%P%ct%s%B'];
  report('git log alone', await best(() => measure('git', log)));
  const index = ['tiers', 'index', NAME, '--mirror', mirror, '--project', 'SPR', '--no-labels'];
  const places = ['--folder', folder, '--state-dir', folder];
  report(
    'tiers index',
    await best(() => measure(process.execPath, [refbench, ...index, ...places])),
  );
}

interface Measured {
  readonly seconds: number;
  /** Peak resident memory of the process without its children. */
  readonly megabytes: number;
}

async function best(run: () => Promise<Measured>): Promise<Measured> {
  const runs: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await run());
  return {
    seconds: Math.min(...runs.map(({ seconds }) => seconds)),
    megabytes: Math.max(...runs.map(({ megabytes }) => megabytes)),
  };
}

/** Uses Python, which reports the peak resident set of an ended process; Node does not. */
async function measure(command: string, args: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const { stdout } = await execa('python3', ['-c', PEAK, command, ...args]);
  return { seconds: (performance.now() - start) / 1_000, megabytes: Number(stdout) / 1_024 };
}

/**
 * Writes tickets with texts of a kilobyte and 800 people, where half of the tickets belong to a few
 * people.
 */
async function writeTickets(path: string): Promise<number> {
  const file = createWriteStream(path);
  for (let n = 0; n < TICKETS; n += 1) {
    const created = Date.UTC(2004, 0, 1) + n * 3_600_000;
    const ticket: Ticket = {
      key: `SPR-${n + 1}`,
      summary: `Something is wrong with part ${n % 977}`,
      description: `Steps to reproduce, number ${n}. `.repeat(32),
      created: new Date(created).toISOString(),
      resolved: n % 9 === 0 ? null : new Date(created + ((n * 7_919) % 90) * DAY).toISOString(),
      watches: (n * 31) % 7,
      assignee: n % 11 === 0 ? null : `person ${n % 2 === 0 ? n % 20 : n % 800}`,
    };
    if (!file.write(`${JSON.stringify(ticket)}\n`)) {
      await once(file, 'drain');
    }
  }
  file.end();
  await finished(file);
  return file.bytesWritten;
}

function report(name: string, { seconds, megabytes }: Measured): void {
  print(`${name}: ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
