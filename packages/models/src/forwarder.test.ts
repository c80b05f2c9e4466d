import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { AGENT_PROGRAMS } from '@refbench/docker';
import { expect, test } from 'vitest';
import { messageRequest, openTestGate } from './gateway/gateway.testkit.ts';
import { startModelServer } from './scripted-provider/model-server.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a client reaches its model through the forwarder, with parallel streams', async () => {
  await using server = await startModelServer({
    script: { rules: [{ say: 'one two three', chunk_ms: 5 }] },
  });
  await using test = await openTestGate({ upstream: server.url });
  const port = await freePort();
  const script = join(AGENT_PROGRAMS, 'forward.mjs');
  const socket = join(test.gate.socketDir, 'gw.sock');
  const forwarder = spawn(process.execPath, [script, String(port), socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {},
  });
  try {
    const [line] = (await once(forwarder.stdout, 'data')) as [Buffer];
    expect(line.toString()).toContain(`forwarding 127.0.0.1:${port}`);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
          method: 'POST',
          headers: { 'x-api-key': test.gate.token },
          body: JSON.stringify(messageRequest()),
        });
        return response.text();
      }),
    );
    for (const answer of answers) expect(answer).toContain('message_stop');
    // Its gateway gone, a client sees a broken connection and no answer that hangs.
    await test.gate[Symbol.asyncDispose]();
    await expect(fetch(`http://127.0.0.1:${port}/v1/models`)).rejects.toThrow(/fetch failed/);
  } finally {
    forwarder.kill();
  }
});
