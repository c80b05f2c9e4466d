import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Demuxer, type OutputStream } from './demux.ts';

function frame(stream: OutputStream, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header[0] = stream === 'stdout' ? 1 : 2;
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

const frames = fc.array(
  fc.record({
    stream: fc.constantFrom<OutputStream>('stdout', 'stderr'),
    payload: fc.uint8Array({ maxLength: 40 }),
  }),
);

describe('Demuxer', () => {
  it('passes every byte to its stream for any chunks', () => {
    fc.assert(
      fc.property(frames, fc.array(fc.integer({ min: 1, max: 13 })), (sent, cuts) => {
        const seen: Record<OutputStream, Buffer[]> = { stdout: [], stderr: [] };
        const demuxer = new Demuxer((stream, chunk) => seen[stream].push(chunk));
        const wire = Buffer.concat(sent.map(({ stream, payload }) => frame(stream, payload)));
        let offset = 0;
        for (const cut of [...cuts, wire.length]) {
          demuxer.write(wire.subarray(offset, offset + cut));
          offset += cut;
        }
        for (const stream of ['stdout', 'stderr'] as const) {
          const wanted = sent.filter((one) => one.stream === stream).map((one) => one.payload);
          expect(Buffer.concat(seen[stream])).toEqual(Buffer.concat(wanted));
        }
      }),
    );
  });

  it('passes on a payload before its frame is complete', () => {
    const seen: string[] = [];
    const demuxer = new Demuxer((_stream, chunk) => seen.push(chunk.toString()));
    demuxer.write(frame('stdout', Buffer.from('progress…')).subarray(0, 12));
    expect(seen).toEqual(['prog']);
  });
});
