import { readFile } from 'node:fs/promises';
import type { InstanceFacts } from '@refbench/scoring';

/**
 * Languages and categories from an instances.csv of the published format, by instance id; none where
 * there is no such file. Its fields hold no commas or quotes.
 */
export async function readInstancesCsv(path: string): Promise<ReadonlyMap<string, InstanceFacts>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const [head = '', ...lines] = text.split(/\r?\n/);
  const names = head.split(',');
  return new Map(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const cells = line.split(',');
        const cell = (name: string): string | undefined => cells[names.indexOf(name)];
        const base = cell('commit_hash')?.slice(0, 8) ?? '';
        const id = `${cell('owner') ?? ''}__${cell('repo') ?? ''}-${base}`.toLowerCase();
        return [
          id,
          { id, language: cell('language') ?? null, category: cell('category') ?? null },
        ] as const;
      }),
  );
}
