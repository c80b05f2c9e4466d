/**
 * Converts untrusted text, such as the output of an agent or a test, to a single line without control
 * or bidirectional formatting characters, truncated to keep tables readable.
 */
export function oneLine(text: string, limit = 200): string {
  const line = text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}
