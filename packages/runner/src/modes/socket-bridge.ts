import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A local address that forwards to a unix socket. */
export interface SocketBridge extends AsyncDisposable {
  /** For example `http://127.0.0.1:40123`. */
  readonly url: string;
}

/**
 * Opens a bridge for clients that cannot use a unix socket. The server behind it must require a
 * token.
 */
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
