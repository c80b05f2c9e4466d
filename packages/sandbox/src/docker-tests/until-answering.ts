import { setTimeout as sleep } from 'node:timers/promises';
import { findSockets } from '../connect/find-sockets.ts';

/** A busy machine starts an engine slowly. One that never answers must not block all tests. */
const LIMIT_MS = 180_000;
const PAUSE_MS = 100;

/** Waits until an engine answers at an address. @throws Error with the last reason if it never does */
export async function untilAnswering(host: string): Promise<void> {
  const until = performance.now() + LIMIT_MS;
  for (;;) {
    const [found] = await findSockets({ host });
    if (found?.state.kind === 'answers') return;
    if (performance.now() > until) throw new Error(`${host}: ${JSON.stringify(found?.state)}`);
    await sleep(PAUSE_MS);
  }
}
