import type { SgNode } from '@ast-grep/napi';
import type { Witness } from '@refbench/contracts';
import type { ParsedFile } from '../syntax/parse-source.ts';
import { lineNumbers, type ChangeSide } from '../change/change.ts';
import { parsedFiles } from '../change/parsed-files.ts';
import type { Candidate } from './candidate.ts';
import type { Measured } from './measure.ts';

const MOST_LINES = 80;
/** So much of the enclosing nodes must have changed. */
const LEAST_CHANGED = 0.9;
const MOST_SAMPLED = 40;
const ENCLOSES =
  /^(?:expression_statement|lexical_declaration|local_variable_declaration|field_declaration|if_statement|for_statement|try_statement|with_statement|return_statement|match_arm|decorated_definition|preproc_ifdef)$|(?:function|method|class|constructor|interface|struct|enum|impl|mod|type)\w*_(?:declaration|definition|item|specifier)$|^(?:type|var|const|short_var|variable|let)_declaration$|^test_item$/;

/**
 * Candidates that match the statement, function or class around a pattern instead of the pattern
 * itself. A node kind qualifies if most lines of the enclosing nodes have changed: a deleted test is
 * described by what it called.
 */
export function encloseCandidates(
  measured: readonly Measured[],
  side: ChangeSide,
): readonly Candidate[] {
  const changed = lineNumbers(side.lines);
  const parsedFile = parsedFiles(side);
  return measured.flatMap(({ candidate, own }) => {
    const step = Math.max(1, own.length / MOST_SAMPLED);
    const sample = Array.from(
      { length: Math.min(own.length, MOST_SAMPLED) },
      (_, index) => own[Math.floor(index * step)],
    ).filter((witness) => witness !== undefined);
    const tally = new Map<string, { lines: number; changed: number; nodes: Set<string> }>();
    for (const witness of sample) {
      const file = parsedFile(witness.file);
      if (file === undefined) continue;
      const numbers = changed.get(witness.file) ?? new Set<number>();
      for (const node of enclosingNodes(file, witness)) count(tally, node, witness.file, numbers);
    }
    return [...tally]
      .filter(
        ([, { lines, changed: hits, nodes }]) =>
          hits / lines >= LEAST_CHANGED && nodes.size >= 2 && lines > sample.length,
      )
      .sort(([, left], [, right]) => right.changed - left.changed)
      .slice(0, 1)
      .map(([within]) => ({ ...candidate, within }));
  });
}

function count(
  tally: Map<string, { lines: number; changed: number; nodes: Set<string> }>,
  node: SgNode,
  file: string,
  numbers: ReadonlySet<number>,
): void {
  const { start, end } = node.range();
  const kind = String(node.kind());
  const known = tally.get(kind) ?? { lines: 0, changed: 0, nodes: new Set<string>() };
  tally.set(kind, known);
  const identity = `${file}:${start.index}`;
  if (known.nodes.has(identity)) return;
  known.nodes.add(identity);
  for (let line = start.line; line <= end.line; line += 1) {
    known.lines += 1;
    if (numbers.has(line + 1)) known.changed += 1;
  }
}

/** The statements and declarations around a match, the innermost first, one of each kind. */
function enclosingNodes({ root }: ParsedFile, { start, end }: Witness): readonly SgNode[] {
  const found = new Map<string, SgNode>();
  let node: SgNode | undefined = root;
  while (node !== undefined) {
    const range: ReturnType<SgNode['range']> = node.range();
    const isOwn =
      range.start.line === start.line - 1 &&
      range.start.column === start.column - 1 &&
      range.end.line === end.line - 1 &&
      range.end.column === end.column - 1;
    if (isOwn) break;
    const kind = String(node.kind());
    if (ENCLOSES.test(kind) && range.end.line - range.start.line < MOST_LINES) {
      found.set(kind, found.get(kind) ?? node);
    }
    node = childAround(node, start, end);
  }
  return [...found.values()].toReversed();
}

function childAround(
  node: SgNode,
  start: Witness['start'],
  end: Witness['end'],
): SgNode | undefined {
  return node.children().find((child) => {
    const range = child.range();
    const startsBefore =
      range.start.line < start.line - 1 ||
      (range.start.line === start.line - 1 && range.start.column <= start.column - 1);
    const endsBehind =
      range.end.line > end.line - 1 ||
      (range.end.line === end.line - 1 && range.end.column >= end.column - 1);
    return startsBefore && endsBehind;
  });
}
