import { expect, test } from 'vitest';
import { LastLine } from './last-line.ts';

function lastOf(...pieces: string[]): string {
  const line = new LastLine();
  for (const piece of pieces) line.add(piece);
  return line.text;
}

test.each([
  [['one\ntw', 'o\n\n'], 'two'],
  [['one\nbegun'], 'begun'],
  [['\u001b[31mred\n'], '[31mred'],
  [
    ['{"type":"assistant","message":{"content":[{"type":"text","text":"I rename it"}]}}\n'],
    'I rename it',
  ],
  [['{"item":{"command":"npm test","status":"x"}}\n'], 'npm test'],
  [['{"no": 1}\n'], '{"no": 1}'],
])('%j shows %j', (pieces, shown) => {
  expect(lastOf(...pieces)).toBe(shown);
});
