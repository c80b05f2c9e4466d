import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a client may keep sending after it was refused. */
const DRAIN_MS = 1_000;

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Responds to invalid HTTP requests. Node 24 destroys such a connection at once, and a client that is
 * still sending would see a connection reset instead of the status. Therefore the rest is read and
 * discarded for a moment.
 */
export function rejectMalformed(server: Server): void {
  const rejected = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (rejected.has(socket)) return;
    rejected.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = STATUS[error.code ?? ''] ?? '400 Bad Request';
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
    socket.once('close', () => clearTimeout(timer));
  });
}
