import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteRing } from './byte-ring.ts';

test('keeps exactly the latest bytes for any chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 0, max: 50 }),
      (chunks, limit) => {
        const ring = new ByteRing(limit);
        for (const chunk of chunks) ring.add(Buffer.from(chunk));
        const all = Buffer.concat(chunks);
        expect(ring.bytes()).toEqual(all.subarray(Math.max(0, all.length - limit)));
      },
    ),
  );
});
