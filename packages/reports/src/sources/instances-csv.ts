import { instanceIdOf } from '@refbench/contracts';
import { readFile } from 'node:fs/promises';
import type { InstanceFacts } from '@refbench/scoring';

/**
 * Reads languages and categories by instance id from an instances.csv of the published format, whose
 * fields contain no commas or quotes. Returns an empty map if the file does not exist.
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
        const repository = `${cell('owner') ?? ''}/${cell('repo') ?? ''}`;
        const id = instanceIdOf(repository, cell('commit_hash') ?? '');
        return [
          id,
          { id, language: cell('language') ?? null, category: cell('category') ?? null },
        ] as const;
      }),
  );
}
