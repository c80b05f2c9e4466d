// Runs inside a container without network: passes a port of 127.0.0.1 on to a socket, by default 8080 to
// that of the gateway. Usage: node forward.mjs [port] [socket]. Prints one line once it listens.
import { createConnection, createServer } from 'node:net';

const [port = '8080', path = '/run/gateway/gw.sock'] = process.argv.slice(2);

const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const gateway = createConnection({ path, allowHalfOpen: true });
  client.pipe(gateway);
  gateway.pipe(client);
  // Whichever side breaks takes the other with it; the client sees a broken connection and may retry.
  client.on('error', () => gateway.destroy());
  gateway.on('error', () => client.destroy());
  client.on('close', () => gateway.destroy());
  gateway.on('close', () => client.destroySoon());
});

server.maxConnections = 1024;
server.listen({ host: '127.0.0.1', port: Number(port) }, () => {
  process.stdout.write(`forwarding 127.0.0.1:${port} to ${path}\n`);
});
