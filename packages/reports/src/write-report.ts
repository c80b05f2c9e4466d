import { join } from 'node:path';
import { writeFileAtomic } from '@refbench/files';
import { drawFigure } from './figures/draw.ts';
import type { FigureStyle } from './figures/figure-style.ts';
import { reportFigures } from './figures/report-figures.ts';
import type { BuiltReport } from './model/report-schema.ts';
import { csvFiles } from './render/csv-files.ts';
import { renderLatex } from './render/latex.ts';
import { renderMarkdown } from './render/markdown.ts';
import { oneLine } from './render/one-line.ts';
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
  const pictures = figures.map(({ id }) => `![${id}](figures/${id}.svg)\n`);
  await write(
    'report.md',
    [...markdownHead(report), ...tables.map(renderMarkdown), ...pictures].join('\n'),
  );
  await write('report.json', combinePieces(reportJson(report)));
  return written;
}

/** Returns the sources of a report and its warnings, one per line. */
export function originLines(report: BuiltReport): readonly string[] {
  const { holes, sources } = report;
  return [
    ...sources.map(({ kind, id, digest, tools }) => {
      const made = tools.length === 0 ? '' : `, created by ${tools.join(', ')}`;
      return `${kind} ${id}: ${digest}${made}`;
    }),
    ...sources.flatMap((source) => source.notes),
    ...(report.publishable
      ? []
      : [
          `Not to be published: ${holes.length} result(s) are missing through no fault of an agent.`,
        ]),
    ...leftOutLines(report),
  ].map((line) => oneLine(line, 500));
}

const MOST_NAMED = 10;

/**
 * Lists the instances that all tables leave out, with the agents that lack a result. An instance that
 * Pass leaves out is left out of every metric.
 */
function leftOutLines({ holes, leftOut }: BuiltReport): readonly string[] {
  const agentsOf = new Map<string, Set<string>>();
  for (const { agent, instance } of holes) {
    agentsOf.set(instance, (agentsOf.get(instance) ?? new Set()).add(agent));
  }
  const absent = new Map(
    leftOut
      .filter(({ metric, instance }) => metric === 'pass' && !agentsOf.has(instance))
      .map(({ instance, reason }) => [instance, reason]),
  );
  const lines = [
    ...[...agentsOf].map(
      ([instance, agents]) => `${instance} (no result of ${[...agents].join(', ')})`,
    ),
    ...[...absent].map(([instance, reason]) => `${instance} (${reason})`),
  ];
  if (lines.length === 0) return [];
  const named = lines.slice(0, MOST_NAMED).join('; ');
  const more = lines.length > MOST_NAMED ? `; and ${lines.length - MOST_NAMED} more` : '';
  return [`Left out of every mean and comparison: ${named}${more}.`];
}

function markdownHead(report: BuiltReport): readonly string[] {
  return ['# Report', '', ...originLines(report).map((line) => `- ${line}`), ''];
}

function latexHead(report: BuiltReport): string {
  return [
    '% Needs \\usepackage{booktabs}. A wide table wants \\resizebox or a landscape page.',
    ...originLines(report).map((line) => `% ${line}`),
    '',
  ].join('\n');
}
