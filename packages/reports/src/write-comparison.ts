import { join } from 'node:path';
import { renderCsv, writeFileAtomic } from '@refbench/base';
import type { Comparison } from './model/comparison.ts';
import { renderLatex } from './render/latex.ts';
import { renderMarkdown } from './render/markdown.ts';
import { comparisonTables } from './tables/comparison-tables.ts';

/** Writes comparison.md, .tex, .csv (one row per instance and metric), and finally .json. */
export async function writeComparisonFiles(
  folder: string,
  comparison: Comparison,
): Promise<readonly string[]> {
  const tables = comparisonTables(comparison);
  const rows = comparison.differences.map(({ reasons, ...row }) => ({
    ...row,
    reasons: reasons.join('; '),
  }));
  const files = [
    ['comparison.md', ['# Comparison', '', ...tables.map(renderMarkdown)].join('\n')],
    ['comparison.tex', tables.map(renderLatex).join('\n')],
    ['comparison.csv', renderCsv(rows)],
    ['comparison.json', `${JSON.stringify(comparison, null, 1)}\n`],
  ] as const;
  for (const [name, text] of files) await writeFileAtomic(join(folder, name), text);
  return files.map(([name]) => join(folder, name));
}
