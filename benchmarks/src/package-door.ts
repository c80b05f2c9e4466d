/**
 * Measures what a package door adds to an archive that is in the store: the time of a request through it
 * and through a plain server of the same file on a socket, alternating. The door is a replay, which hands
 * out an archive like a live door does after the first request. Goal: p50 <= 5 ms added.
 */
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { randomBytes, createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openReplayDoor } from '@refbench/package-door';

const ROUNDS = 400;
const WARM_UP = 50;
const GOAL_MS = 5;
/** About the median of what an installation of jest and its dependencies downloads, and a large one. */
const SIZES = [20_000, 5_000_000];

const folder = await mkdtemp(join(tmpdir(), 'door-'));
try {
  for (const size of SIZES) await measure(size);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(size: number): Promise<void> {
  const bytes = randomBytes(size);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = join(folder, 'packages/content', sha256.slice(0, 2), sha256);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, bytes);
  const path = 'npm/x/-/x-1.0.0.tgz';
  const archive = { path, sha256, bytes: size, name: 'x', version: '1.0.0', published_at: null };
  await using door = await openReplayDoor(folder, {
    archives: [{ ...archive, ecosystem: 'npm' }],
    documents: [],
  });
  const plain = join(folder, `plain-${size}.sock`);
  const server = createServer((_, response) => void createReadStream(file).pipe(response));
  await new Promise<void>((resolve) => void server.listen(plain, resolve));
  const times = { plain: [] as number[], door: [] as number[] };
  const sockets = { plain, door: join(door.socketDir, 'gw.sock') };
  const agents = { plain: new Agent({ keepAlive: true }), door: new Agent({ keepAlive: true }) };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const route of ['plain', 'door'] as const) {
      const started = performance.now();
      await ask(sockets[route], path, agents[route], size);
      if (round >= WARM_UP) times[route].push(performance.now() - started);
    }
  }
  server.closeAllConnections();
  server.close();
  for (const agent of Object.values(agents)) agent.destroy();
  const [direct, through] = [at(times.plain, 0.5), at(times.door, 0.5)];
  const added = through - direct;
  process.stdout.write(
    `${size} bytes: plain ${direct.toFixed(2)} ms, door ${through.toFixed(2)} ms, added ${added.toFixed(2)} ms (p50); ` +
      `p99 ${at(times.plain, 0.99).toFixed(1)} and ${at(times.door, 0.99).toFixed(1)} ms; goal ${added <= GOAL_MS ? 'met' : 'missed'}\n`,
  );
}

async function ask(socketPath: string, path: string, agent: Agent, size: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = request({ socketPath, path: `/${path}`, agent }, (response) => {
      let length = 0;
      response.on('data', (chunk: Buffer) => (length += chunk.length));
      response.once('end', () =>
        length === size ? resolve() : reject(new Error(`${length} of ${size} bytes`)),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}

function at(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}
