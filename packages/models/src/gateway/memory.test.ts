import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
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

/** Bytes that cannot be let go of, buffers outside the heap included. */
async function bytesHeld(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    // Sockets and their buffers are let go of in later turns of the loop.
    await new Promise((resolve) => setTimeout(resolve, 20));
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const LONG = 'x'.repeat(200_000);

/** Streams, long bodies, bodies that are too long, wrong tokens, clients that leave. */
async function work(test: TestGate, rounds: number): Promise<void> {
  const path = '/v1/messages';
  const content = [{ role: 'user', content: LONG }];
  for (let round = 0; round < rounds; round += 1) {
    const leaving = new AbortController();
    const left = send(test.gate, { path, body: messageRequest(), signal: leaving.signal });
    setTimeout(() => leaving.abort(), 1);
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
  await using upstream = await startUpstream((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(messageStream({ input: 10, output: 10 }) + `: ${LONG}\n\n`);
  });
  await using gate = await openTestGate({
    upstream: upstream.url,
    budgetUsd: 1_000_000,
    limits: { bodyBytes: 300_000 },
  });
  await work(gate, 50);
  const before = await bytesHeld();
  await work(gate, 200);
  const grown = (await bytesHeld()) - before;
  // Each round has one complete call; the others may or may not reach the provider.
  expect(gate.gate.spent().requests).toBeGreaterThanOrEqual(250);
  // Each of the thousand requests leaves less than 4 KB; their bodies alone had 120 MB.
  expect(grown).toBeLessThan(4_000_000);
}, 120_000);
