const DIGITS =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

const VALUES: ReadonlyMap<string, number> = new Map(
  DIGITS.split('').map((digit, value) => [digit, value]),
);

/**
 * Decodes git's base 85: five digits are four bytes, most significant first. The input must consist of
 * complete groups of digits.
 */
export function decodeBase85(text: string): Buffer {
  const bytes = Buffer.alloc((text.length / 5) * 4);
  for (let at = 0; at < text.length; at += 5) {
    let value = 0;
    for (const digit of text.slice(at, at + 5)) value = value * 85 + (VALUES.get(digit) ?? 0);
    bytes.writeUInt32BE(value % 2 ** 32, (at / 5) * 4);
  }
  return bytes;
}
