import { parseSource, type ParsedFile } from '../syntax/parse-source.ts';
import type { ChangeSide } from './change.ts';

/** Parses files of a side when they are asked for, each once; undefined if it cannot be parsed. */
export function parsedFiles({ files }: ChangeSide): (path: string) => ParsedFile | undefined {
  const parsed = new Map<string, ParsedFile | undefined>();
  return (path) => {
    const file = files.get(path);
    if (!parsed.has(path)) parsed.set(path, file === undefined ? undefined : parseSource(file));
    return parsed.get(path);
  };
}
