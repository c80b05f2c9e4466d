import type { SgNode } from '@ast-grep/napi';
import type { ParsedFile } from '../syntax/parse-source.ts';
import { exchangeQuotes } from '../candidates/rule-document.ts';
import { localScopes, visit } from '../syntax/local-names.ts';

/** A way to write the same program differently. */
export type Rewrite = 'renamed-locals' | 'reordered' | 'reformatted';

export const REWRITES: readonly Rewrite[] = ['renamed-locals', 'reordered', 'reformatted'];

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The source of a file, written differently. */
export function rewritten(file: ParsedFile, rewrite: Rewrite): string {
  const edits = {
    'renamed-locals': renameLocals,
    reordered: reorder,
    reformatted: reformat,
  }[rewrite](file);
  return applied(file.source, edits);
}

/** Applies edits from the end, so that offsets stay valid. Overlapping edits are left out. */
function applied(source: string, edits: readonly Edit[]): string {
  let text = source;
  let limit = source.length;
  for (const { from, to, text: replacement } of [...edits].sort((a, b) => b.from - a.from)) {
    if (to > limit) continue;
    text = text.slice(0, from) + replacement + text.slice(to);
    limit = from;
  }
  return text;
}

/** Renames variables and parameters that are declared in a function, everywhere in that function. */
function renameLocals({ root }: ParsedFile): readonly Edit[] {
  return localScopes(root).flatMap(({ names, uses, fixed }) =>
    uses.flatMap((use) => {
      const text = use.text();
      if (!names.has(text) || fixed.has(text)) return [];
      const { start, end } = use.range();
      return [{ from: start.index, to: end.index, text: `${text}Renamed` }];
    }),
  );
}

const MOVABLE =
  /^(?:import_statement|import_declaration|import_from_statement|import_spec|use_declaration|preproc_include|method_definition|method_declaration|constructor_declaration|field_declaration)$/;

/** Reverses runs of imports and of members. */
function reorder({ root }: ParsedFile): readonly Edit[] {
  const edits: Edit[] = [];
  visit(root, (node) => {
    let run: SgNode[] = [];
    let moved = false;
    const close = (): void => {
      for (const [index, place] of run.entries()) {
        const other = run[run.length - 1 - index];
        const { start, end } = place.range();
        if (other !== undefined) {
          edits.push({ from: start.index, to: end.index, text: other.text() });
        }
      }
      moved ||= run.length > 1;
      run = [];
    };
    for (const child of node.children()) {
      const [first] = run;
      if (first !== undefined && first.kind() !== child.kind()) close();
      if (MOVABLE.test(String(child.kind()))) run.push(child);
    }
    close();
    return !moved;
  });
  return edits;
}

/** Breaks argument lists into lines and exchanges quotes, as another formatter does. */
function reformat({ root, language }: ParsedFile): readonly Edit[] {
  const edits: Edit[] = [];
  const quotes = ['JavaScript', 'TypeScript', 'Tsx', 'Python'].includes(language);
  visit(root, (node) => {
    const kind = String(node.kind());
    const { start, end } = node.range();
    if (kind.startsWith('argument') && node.text().startsWith('(') && node.children().length > 2) {
      edits.push({ from: start.index, to: start.index + 1, text: '(\n        ' });
    }
    if (quotes && kind === 'string' && exchangeQuotes(node.text()) !== node.text()) {
      edits.push({ from: start.index, to: end.index, text: exchangeQuotes(node.text()) });
      return false;
    }
    return true;
  });
  return edits;
}
