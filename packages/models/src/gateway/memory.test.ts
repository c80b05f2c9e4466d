import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import {
  messageRequest,
  messageStream,
  openTestGate,
  send,
  startUpstream,
  type TestGate,
} from './gateway.testkit.ts';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are still in use after a garbage collection, including buffers outside the heap. */
function bytesHeld(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const LONG = 'x'.repeat(20_000);

/** Streams, long bodies, bodies that are too long, wrong tokens, clients that leave. */
async function work(test: TestGate, reached: EventEmitter, rounds: number): Promise<void> {
  const path = '/v1/messages';
  const content = [{ role: 'user', content: LONG }];
  for (let round = 0; round < rounds; round += 1) {
    const leaving = new AbortController();
    const left = send(test.gate, { path, body: messageRequest(), signal: leaving.signal });
    reached.once('provider', () => leaving.abort());
    await Promise.allSettled([
      left,
      send(test.gate, { path, body: messageRequest({ messages: content }) }),
      send(test.gate, { path, body: messageRequest(), headers: { authorization: 'Bearer no' } }),
      send(test.gate, { path, body: '{', headers: { 'content-length': '100000000' } }),
      send(test.gate, { path, body: LONG.repeat(2), headers: { 'transfer-encoding': 'chunked' } }),
    ]);
  }
}

test('served and refused requests leave nothing in memory', async () => {
  const reached = new EventEmitter();
  await using upstream = await startUpstream((request, response) => {
    reached.emit('provider');
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(messageStream({ input: 10, output: 10 }) + `: ${LONG}\n\n`);
  });
  await using gate = await openTestGate({
    upstream: upstream.url,
    budgetUsd: 1_000_000,
    limits: { bodyBytes: 30_000 },
  });
  await work(gate, reached, 50);
  const before = bytesHeld();
  await work(gate, reached, 200);
  // Each round has one complete call; the others may or may not reach the provider.
  expect(gate.gate.spent().requests).toBeGreaterThanOrEqual(250);
  // Each of the thousand requests leaves less than 4 KB, a fifth of the shortest of the long bodies: not
  // even one of the five kinds can keep its bodies. Sockets and buffers are let go of in later turns.
  await vi.waitFor(() => expect(bytesHeld() - before).toBeLessThan(4_000_000), {
    timeout: 60_000,
    interval: 100,
  });
}, 120_000);
