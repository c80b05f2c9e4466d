import { join } from 'node:path';
import { writeFileAtomic } from '@refbench/base';
import { drawFigure } from './figures/draw.ts';
import type { FigureStyle } from './figures/figure-style.ts';
import { reportFigures } from './figures/report-figures.ts';
import type { BuiltReport } from './model/report-schema.ts';
import { csvFiles } from './render/csv-files.ts';
import { renderLatex } from './render/latex.ts';
import { markdownReport } from './render/markdown-report.ts';
import { originLines } from './render/origin-lines.ts';
import { combinePieces } from './render/combine-pieces.ts';
import { reportJson } from './render/report-json.ts';
import { reportTables } from './tables/report-tables.ts';

/**
 * Writes report.json, report.md, report.tex, one CSV file per kind of data, and all figures as SVG and
 * PNG. Writes report.json last, so that a folder that contains it is complete.
 * @returns the paths of the files, in the order of writing
 */
export async function writeReportFiles(
  folder: string,
  report: BuiltReport,
  style: FigureStyle = 'web',
): Promise<readonly string[]> {
  const figures = reportFigures(report);
  const written: string[] = [];
  const write = async (name: string, data: string | Buffer | Iterable<string>): Promise<void> => {
    const path = join(folder, name);
    await writeFileAtomic(path, data);
    written.push(path);
  };
  for (const figure of figures) {
    const { id, svg, png } = await drawFigure(figure, style);
    await write(join('figures', `${id}.svg`), svg);
    await write(join('figures', `${id}.png`), png);
  }
  for (const [name, text] of csvFiles(report)) {
    await write(name, typeof text === 'string' ? text : combinePieces(text));
  }
  const tables = reportTables(report);
  await write('report.tex', `${latexHead(report)}\n${tables.map(renderLatex).join('\n')}`);
  await write(
    'report.md',
    markdownReport(
      report,
      figures.map(({ id }) => id),
    ),
  );
  await write('report.json', combinePieces(reportJson(report)));
  return written;
}

function latexHead(report: BuiltReport): string {
  return [
    '% Needs \\usepackage{booktabs}. A wide table wants \\resizebox or a landscape page.',
    ...originLines(report).map((line) => `% ${line}`),
    '',
  ].join('\n');
}
