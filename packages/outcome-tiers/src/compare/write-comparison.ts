import { join } from 'node:path';
import { renderCsv, writeFileAtomic } from '@refbench/base';
import { drawFigure, renderLatex, renderMarkdown } from '@refbench/reports';
import { isScored, type ModelResults } from '../score/results-file.ts';
import type { StudyCheck } from './study-check.ts';
import type { TierComparison } from './compare-models.ts';
import { comparisonFigures } from './figures.ts';
import { comparisonTables } from './tables.ts';

/**
 * Writes tiers.md, tiers.tex, tiers.csv (one row per result), figures as SVG and PNG, and finally
 * tiers.json.
 * @returns the paths of the files
 */
export async function writeComparison(
  folder: string,
  comparison: TierComparison,
  models: readonly ModelResults[],
  checks: readonly StudyCheck[],
): Promise<readonly string[]> {
  const written: string[] = [];
  const write = async (name: string, data: string | Buffer): Promise<void> => {
    const path = join(folder, name);
    await writeFileAtomic(path, data);
    written.push(path);
  };
  const figures = comparisonFigures(comparison, models);
  for (const figure of figures) {
    const { id, svg, png } = await drawFigure(figure);
    await write(join('figures', `${id}.svg`), svg);
    await write(join('figures', `${id}.png`), png);
  }
  const tables = comparisonTables(comparison, checks);
  const pictures = figures.map(({ id }) => `![${id}](figures/${id}.svg)\n`);
  await write(
    'tiers.md',
    ['# Outcome tiers', '', ...tables.map(renderMarkdown), ...pictures].join('\n'),
  );
  await write('tiers.tex', tables.map(renderLatex).join('\n'));
  await write('tiers.csv', renderCsv(models.flatMap(resultRows)));
  await write('tiers.json', `${JSON.stringify({ schema: 1, ...comparison, checks }, null, 1)}\n`);
  return written;
}

function resultRows({ results }: ModelResults): readonly Record<string, string | number | null>[] {
  return results.map((result) => {
    const { model, key, tier, status } = result;
    const scored = isScored(result) ? result : undefined;
    return {
      model,
      key,
      tier,
      status,
      file_hit: scored === undefined ? null : Number(scored.file_hit),
      token_overlap: scored?.token_overlap ?? null,
      pass: scored === undefined ? null : Number(scored.pass),
      input_tokens: scored?.input_tokens ?? null,
      output_tokens: scored?.output_tokens ?? null,
      usd: scored?.usd ?? null,
    };
  });
}
