/** A new file that may be imported. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** A file that may import others. Its text is without comments when a language looks at it. */
export type ImportingFile = NewFile;

/** Decides which new files a file imports. */
export type ImportFinder = (file: ImportingFile) => (target: NewFile) => boolean;
