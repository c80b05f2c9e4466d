import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReportFormat } from '../../test-reports/formats.ts';

/** The TypeScript sources, because that Node strips types itself. The path is also valid from `dist`. */
const REPORTS = fileURLToPath(new URL('../../../src/test-reports/', import.meta.url));
const ENTRY = 'count-tests.ts';
const TABLE = 'formats.ts';

let sources: Promise<ReadonlyMap<string, string>> | undefined;

/** Returns the program that counts tests, as a recipe contains it: with the parser of one format. */
export async function reportPrograms(
  format: ReportFormat | 'mixed',
): Promise<ReadonlyMap<string, string>> {
  sources ??= readSources();
  const texts = new Map(await sources);
  if (format !== 'mixed') texts.set(TABLE, onlyFormat(texts.get(TABLE) ?? '', format));
  const needed = reachable(ENTRY, texts);
  const kept = [...texts].filter(([name]) => needed.has(name));
  // Node treats .ts files as modules only if a package.json says so.
  return new Map([...kept, ['package.json', '{ "type": "module" }\n']]);
}

/** Removes the lines of the table, the type and the imports that belong to other formats. */
function onlyFormat(table: string, format: ReportFormat): string {
  const parser = new RegExp(`^ +'?${format}'?: (\\w+),$`, 'm').exec(table)?.[1] ?? '';
  return table
    .split('\n')
    .filter((line) => {
      const [, imported] = /^import \{ (parse[\w, ]+) \}/.exec(line) ?? [];
      const [, member] = /^ {2}\| '([\w-]+)';?$/.exec(line) ?? [];
      const [, entry] = /^ {2}'?([\w-]+)'?: parse\w+,$/.exec(line) ?? [];
      if (imported !== undefined) return imported.split(', ').includes(parser);
      return (member ?? entry ?? format) === format;
    })
    .join('\n')
    .replace(
      /^export type ReportFormat =\n {2}\| '[\w-]+';?$/m,
      `export type ReportFormat = '${format}';`,
    );
}

function reachable(entry: string, texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const name of found) {
    for (const [, path = ''] of (texts.get(name) ?? '').matchAll(/ from '\.\/([\w-]+\.ts)'/g)) {
      found.add(path);
    }
  }
  return found;
}

async function readSources(): Promise<ReadonlyMap<string, string>> {
  // Excludes tests and test helpers, whose names contain a second dot.
  const names = (await readdir(REPORTS)).filter((name) => /^[a-z-]+\.ts$/.test(name)).sort();
  const texts = await Promise.all(
    names.map(async (name): Promise<[string, string]> => [
      name,
      await readFile(join(REPORTS, name), 'utf8'),
    ]),
  );
  return new Map(texts);
}
