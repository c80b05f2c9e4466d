import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogCollector } from './log-collector.ts';

describe('LogCollector', () => {
  it('keeps a log within the limit completely, and otherwise head and tail of exactly the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.uint8Array({ maxLength: 60 })),
        (limit, chunks) => {
          const collector = new LogCollector(limit);
          for (const chunk of chunks) collector.write(Buffer.from(chunk));
          const all = Buffer.concat(chunks);
          const { bytes, droppedBytes } = collector.log;
          expect(droppedBytes).toBe(Math.max(0, all.length - limit));
          const head = Math.ceil(limit / 2);
          const tail = limit - head;
          const wanted =
            all.length <= limit
              ? all
              : Buffer.concat([all.subarray(0, head), all.subarray(all.length - tail)]);
          expect(bytes.equals(wanted)).toBe(true);
        },
      ),
    );
  });

  it('does not retain the buffers of the transport', () => {
    const collector = new LogCollector(100);
    const chunk = Buffer.from('first');
    collector.write(chunk);
    chunk.fill('x');
    expect(collector.log.bytes.toString()).toBe('first');
  });
});
