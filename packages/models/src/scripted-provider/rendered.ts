/** A reply in a protocol's words: as one JSON value, and as the pieces of a stream. */
export interface Rendered {
  readonly whole: unknown;
  readonly pieces: readonly string[];
}
