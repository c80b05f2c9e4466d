/** One entry of a working folder, as an archive or the folder itself shows it. */
export interface WorkingEntry {
  /** Raw bytes, one a character, with the source's prefix. */
  readonly name: string;
  readonly type: 'file' | 'hardlink' | 'symlink' | 'directory' | 'special';
  readonly mode: number;
  readonly size: number;
  /** Of a symbolic link, or the first name of a hard link's content in an archive. */
  readonly linkTarget: string;
  /** The content in pieces. Only until the next entry is asked for. */
  body(): AsyncIterable<Buffer>;
}
