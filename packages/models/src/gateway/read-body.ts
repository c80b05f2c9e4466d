import type { IncomingMessage } from 'node:http';
import type { RefusalCode } from '../protocol/protocol.ts';

export type Body =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string }
  /** The client closed the connection. */
  | { readonly kind: 'gone' };

/** Limits the memory for the bodies of all requests of an attempt. */
export class BodyAllowance {
  private free: number;

  constructor(bytes: number) {
    this.free = bytes;
  }

  take(bytes: number): boolean {
    if (bytes > this.free) return false;
    this.free -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.free += bytes;
  }
}

export interface BodyLimits {
  readonly bytes: number;
  readonly ms: number;
}

/** Reads the body of a request within limits. The caller returns the used allowance. */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  allowance: BodyAllowance,
): Promise<Body> {
  const { headers } = request;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return refused('invalid_request', 'the body must not be compressed');
  }
  if (Number(headers['content-length'] ?? 0) > limits.bytes) return tooLarge(limits);
  const chunks: Buffer[] = [];
  let size = 0;
  let verdict: Body | undefined;
  // A slow client must not block a slot forever.
  const timer = setTimeout(() => {
    verdict = refused('too_slow', `the body did not arrive within ${limits.ms} ms`);
    request.pause();
    request.emit('refbench-stop');
  }, limits.ms);
  try {
    await new Promise<void>((resolve) => {
      request.on('data', (chunk: Buffer) => {
        if (verdict !== undefined) return;
        if (size + chunk.length > limits.bytes) verdict = tooLarge(limits);
        else if (!allowance.take(chunk.length)) verdict = refused('busy', 'too much at once');
        if (verdict === undefined) {
          size += chunk.length;
          chunks.push(chunk);
        } else {
          request.pause();
          resolve();
        }
      });
      request.once('refbench-stop', resolve);
      request.once('end', resolve);
      request.once('error', resolve);
      request.once('close', resolve);
    });
  } finally {
    clearTimeout(timer);
  }
  if (verdict === undefined && request.complete)
    return { kind: 'read', bytes: Buffer.concat(chunks) };
  allowance.give(size);
  return verdict ?? { kind: 'gone' };
}

function tooLarge(limits: BodyLimits): Body {
  return refused('too_large', `the body is larger than ${limits.bytes} bytes`);
}

function refused(code: RefusalCode, message: string): Body {
  return { kind: 'refused', code, message };
}
