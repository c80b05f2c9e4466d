/** Minimum length of a combined piece, in characters. */
const PIECE_LENGTH = 1 << 16;

/** Combines pieces of text into larger ones, which are faster to write. */
export function* combinePieces(pieces: Iterable<string>): Generator<string> {
  let buffered: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    buffered.push(piece);
    length += piece.length;
    if (length < PIECE_LENGTH) continue;
    yield buffered.join('');
    buffered = [];
    length = 0;
  }
  if (length > 0) yield buffered.join('');
}
