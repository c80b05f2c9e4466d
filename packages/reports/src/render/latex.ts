import type { Table } from '../model/table.ts';
import { oneLine } from './one-line.ts';
import { isNumeric } from './text.ts';

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '±': '$\\pm$',
  '…': '\\ldots{}',
};

/** Renders a table in LaTeX with booktabs. It compiles with plain pdflatex. */
export function renderLatex(table: Table): string {
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell) => escapeLatex(cell)).join(' & ')} \\\\`;
  const columns = table.head.map((_, column) =>
    table.rows.every((row) => isNumeric(row[column] ?? '')) ? 'r' : 'l',
  );
  return [
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${escapeLatex([table.title, ...table.notes].join('. '), 1500)}}`,
    `  \\label{tab:${table.id}}`,
    `  \\begin{tabular}{${columns.join('')}}`,
    '  \\toprule',
    line(table.head),
    '  \\midrule',
    ...table.rows.map(line),
    '  \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}

function escapeLatex(text: string, limit?: number): string {
  return oneLine(text, limit).replaceAll(
    /[\\~^<>±…&%$#_{}]/g,
    (character) => SPECIAL[character] ?? `\\${character}`,
  );
}
