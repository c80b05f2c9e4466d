/**
 * Text that may quote what an agent or a test printed, as one line without control or
 * direction-changing characters, cut to a length that keeps a table readable.
 */
export function oneLine(text: string, limit = 200): string {
  const line = text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}
