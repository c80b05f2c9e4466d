/** One entry of a working folder, from an archive or the folder itself. */
export interface WorkingEntry {
  /** The name with the prefix of the source, one character per byte. */
  readonly name: string;
  readonly type: 'file' | 'hardlink' | 'symlink' | 'directory' | 'special';
  readonly mode: number;
  readonly size: number;
  /** The target of a symbolic link, or the first name of a hard link in an archive. */
  readonly linkTarget: string;
  /** Yields the content in chunks. Valid until the next entry is requested. */
  body(): AsyncIterable<Buffer>;
}
