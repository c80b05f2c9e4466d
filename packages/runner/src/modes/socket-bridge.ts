import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An address of this host behind which a unix socket answers. */
export interface SocketBridge extends AsyncDisposable {
  /** e.g. http://127.0.0.1:40123 */
  readonly url: string;
}

/** For clients on the host that know addresses only. What answers behind the socket has to ask for a token. */
export async function bridgeSocket(path: string): Promise<SocketBridge> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(path);
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
