import type { Socket } from 'node:net';

/** Passes on what either connection receives, and closes one when the other has ended. */
export function joinSockets(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    // What was already received is still delivered.
    from.on('close', () => to.destroySoon());
  }
}
