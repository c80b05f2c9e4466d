import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutputTail } from './output-tail.ts';

test('keeps exactly the newest bytes, however they come', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 1, max: 50 }),
      (chunks, limit) => {
        const tail = new OutputTail(limit);
        for (const chunk of chunks) tail.add(Buffer.from(chunk));
        const all = Buffer.concat(chunks);
        expect(tail.bytes()).toEqual(all.subarray(Math.max(0, all.length - limit)));
      },
    ),
  );
});
