/** How much text is handed on at a time. */
const PIECE_LENGTH = 1 << 16;

/** The same text in fewer pieces, so that writing them costs less. */
export function* largerPieces(pieces: Iterable<string>): Generator<string> {
  let held: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < PIECE_LENGTH) continue;
    yield held.join('');
    held = [];
    length = 0;
  }
  if (length > 0) yield held.join('');
}
