import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineScanner } from './scan-lines.ts';

const line = fc.oneof(
  fc.nat().map((id) => `{"id":"${id}","type":"PullRequestEvent","x":1}`),
  fc.nat().map((id) => `{"id":"${id}","type":"PushEvent","x":1}`),
  fc.constant('"PullRequestEvent"'),
  fc.string({ maxLength: 30 }).map((text) => JSON.stringify(text)),
  fc
    .string({ maxLength: 30 })
    .map((text) => `{"type":"PullRequestEvent","x":${JSON.stringify(text)}}`),
);

test('finds the same lines however the bytes are cut into chunks', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      (lines, cuts, endsWell) => {
        const text = lines.join('\n') + (endsWell && lines.length > 0 ? '\n' : '');
        const found: string[] = [];
        const scanner = new LineScanner((bytes) => found.push(bytes.toString()));
        const bytes = Buffer.from(text);
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1;
          scanner.push(bytes.subarray(at, at + size));
          at += size;
        }
        scanner.end();
        expect(found).toStrictEqual(lines.filter((each) => each.includes('"PullRequestEvent"')));
        expect(scanner.totals.lines).toBe(lines.length);
      },
    ),
  );
});
