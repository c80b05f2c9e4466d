import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Subject } from './measure.ts';

/** Instances of a checkout of CodeTaste's data: instances.csv, and assets/rules/<owner>/<repo>/<base8>. */
export async function codetasteSubjects(dir: string): Promise<readonly Subject[]> {
  const [head = '', ...lines] = (await readFile(join(dir, 'instances.csv'), 'utf8'))
    .trim()
    .split('\n');
  const columns = head.split(',');
  const subjects = await Promise.all(
    lines.map(async (line) => {
      const cells = line.split(',');
      const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
      const name = `${cell('owner')}/${cell('repo')}`;
      const base = cell('commit_hash');
      const folder = join(dir, 'assets/rules', name, base.slice(0, 8));
      return {
        name: `${name}@${base.slice(0, 8)}`,
        rules: await present([
          join(folder, 'rules_positive.yml'),
          join(folder, 'rules_negative.yml'),
        ]),
        base: `${name}@${base}`,
        golden: `${name}@${cell('golden_commit_hash')}`,
      };
    }),
  );
  return subjects.filter(({ rules }) => rules.length > 0);
}

async function present(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, index) => found[index]);
}
