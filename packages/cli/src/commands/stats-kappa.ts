import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import {
  raterAgreement,
  ratingsOfFile,
  ratingsOfTable,
  readRows,
  type RatingsResult,
} from '@refbench/labeling';
import { renderText, type Table } from '@refbench/reports';

/** Adds `stats kappa`, which computes the agreement of raters from their ratings. */
export function addStatsKappaCommand(stats: Command): void {
  stats
    .command('kappa <ratings...>')
    .description(
      "compute Cohen's kappa of every two raters: one table with a column per rater, or one file per rater",
    )
    .option('--json', 'print JSON on standard output instead of a table', false)
    .action(async (files: readonly string[], options: { readonly json: boolean }) => {
      const result = raterAgreement(await ratingsOf(files));
      const shown = { schema: 1, kind: 'refbench-kappa', ...result };
      process.stdout.write(
        `${options.json ? JSON.stringify(shown) : renderText(kappaTable(result))}\n`,
      );
    });
}

async function ratingsOf(files: readonly string[]): Promise<ReturnType<typeof ratingsOfTable>> {
  const [only, ...others] = files;
  if (only === undefined) throw new Error('commander requires a file');
  if (others.length === 0) return ratingsOfTable(await readRows(resolve(only)), only);
  const ratings = new Map<string, ReadonlyMap<string, string>>();
  for (const file of files) {
    const rater = basename(file).replace(/\.\w+$/, '');
    if (ratings.has(rater)) {
      throw new RefbenchError({
        kind: 'usage',
        message: `two files are named "${rater}"`,
        hint: 'name each file after its rater',
      });
    }
    ratings.set(rater, ratingsOfFile(await readRows(resolve(file)), file));
  }
  return ratings;
}

function kappaTable({ pairs, alpha }: RatingsResult): Table {
  const figure = (value: number | null): string => value?.toFixed(3) ?? '-';
  return {
    id: 'kappa',
    title: 'Agreement of raters (Table 2)',
    head: ['rater', 'other', 'items', 'equal', 'agreement', 'kappa'],
    rows: pairs.map((pair) => [
      pair.first,
      pair.second,
      String(pair.items),
      String(pair.equal),
      figure(pair.agreement),
      figure(pair.kappa),
    ]),
    notes: [
      "kappa: Cohen's kappa on the items that both rated; a dash means that it is undefined.",
      `Krippendorff's nominal alpha over all raters: ${figure(alpha)}.`,
    ],
  };
}
