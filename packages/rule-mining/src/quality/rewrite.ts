import type { SgNode } from '@ast-grep/napi';
import type { ParsedFile } from '../syntax/parse-source.ts';
import { exchangeQuotes } from '../candidates/rule-document.ts';

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

const FUNCTIONS =
  /^(?:function|method|constructor|arrow_function|func|generator_function)\w*$|^function_item$/;
/** The declaring node, and the number of its child that is the name; undefined where a field says it. */
const DECLARES =
  /^(?:variable_declarator|short_var_declaration|parameter_declaration|formal_parameter|let_declaration|init_declarator|assignment|required_parameter)$/;
const NAME_FIELDS = ['name', 'left', 'pattern', 'declarator'];

/** Renames variables that are declared in a function, everywhere in that function. */
function renameLocals({ root }: ParsedFile): readonly Edit[] {
  const edits = new Map<number, Edit>();
  visit(root, (node) => {
    if (!FUNCTIONS.test(String(node.kind()))) return true;
    const names = new Set<string>();
    const uses: SgNode[] = [];
    const taboo = new Set<string>();
    visit(node, (inner) => {
      const kind = String(inner.kind());
      if (DECLARES.test(kind)) for (const name of declaredNames(inner)) names.add(name);
      if (kind.startsWith('shorthand') || kind.includes('interpolation')) taboo.add(inner.text());
      if (kind === 'identifier' && !isProperty(inner)) uses.push(inner);
      return true;
    });
    for (const use of uses) {
      const text = use.text();
      if (!names.has(text) || taboo.has(text)) continue;
      const { start, end } = use.range();
      edits.set(start.index, { from: start.index, to: end.index, text: `${text}Renamed` });
    }
    return false;
  });
  return [...edits.values()];
}

function declaredNames(node: SgNode): readonly string[] {
  const held = NAME_FIELDS.map((field) => node.field(field)).find((found) => found !== null);
  if (held === undefined || held === null) return [];
  const leaves = held.isLeaf() ? [held] : held.children();
  return leaves.filter((leaf) => leaf.kind() === 'identifier').map((leaf) => leaf.text());
}

/** Whether a name is the name of a member or of an argument, which is not a variable. */
function isProperty(node: SgNode): boolean {
  const parent = node.parent();
  if (parent === null) return false;
  const kind = String(parent.kind());
  if (/^(?:keyword_argument|keyed_element|literal_element|call_expression_name)$/.test(kind)) {
    return parent.children()[0]?.id() === node.id();
  }
  const member = parent.field('attribute') ?? parent.field('field');
  if (member !== null) return member.id() === node.id();
  return kind === 'method_invocation' && parent.field('name')?.id() === node.id();
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

/** Visits nodes from the root; `enter` returns whether to go on below. */
function visit(node: SgNode, enter: (node: SgNode) => boolean): void {
  if (!enter(node)) return;
  for (const child of node.children()) visit(child, enter);
}
