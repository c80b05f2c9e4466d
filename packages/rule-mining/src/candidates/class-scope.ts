import type { Witness } from '@refbench/contracts';
import type { ChangeSide } from '../change/change.ts';
import { parsedFiles } from '../change/parsed-files.ts';
import { visit } from '../syntax/local-names.ts';
import type { ParsedFile } from '../syntax/parse-source.ts';
import { nameFieldOf, type Candidate, type Container } from './candidate.ts';
import type { Measured } from './measure.ts';

const CLASSES =
  /^(?:class|interface|enum|record|struct|union|trait|impl|object|namespace)_(?:declaration|definition|specifier|item)$|^class$/;
/** A rule with more names lists golden's own classes. */
const MOST_NAMES = 4;
const NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * For patterns that both trees contain: the same patterns, limited to classes in which only one tree has
 * them. What golden moves from one class to another is told apart by its class, wherever the files are.
 */
export function classScoped(
  measured: readonly Measured[],
  own: ChangeSide,
  other: ChangeSide,
): readonly Candidate[] {
  const [here, there] = [classesAround(own), classesAround(other)];
  return measured.flatMap(({ candidate, own: places, other: foreign }) => {
    if (foreign.length === 0 || candidate.words.length === 0) return [];
    const rivals = new Set(foreign.flatMap(there).map(keyOf));
    const free = new Map<string, string[]>();
    for (const place of places) {
      const inner = here(place).findLast((one) => !rivals.has(keyOf(one)));
      if (inner === undefined) continue;
      const names = free.get(inner.kind) ?? [];
      if (!names.includes(inner.name)) free.set(inner.kind, [...names, inner.name]);
    }
    return [...free]
      .filter(([, names]) => names.length <= MOST_NAMES)
      .map(([kind, names]) => scoped(candidate, { kind, names }));
  });
}

function scoped(candidate: Candidate, inside: Container): Candidate {
  return { ...candidate, inside, words: [...new Set([...candidate.words, ...inside.names])] };
}

interface NamedClass {
  readonly kind: string;
  readonly name: string;
}

function keyOf({ kind, name }: NamedClass): string {
  return `${kind} ${name}`;
}

/** The classes around a match, the outermost first. */
function classesAround(side: ChangeSide): (witness: Witness) => readonly NamedClass[] {
  const parsed = parsedFiles(side);
  const known = new Map<string, readonly PlacedClass[]>();
  return ({ file: path, start, end }) => {
    const file = parsed(path);
    const classes = known.get(path) ?? (file === undefined ? [] : classesOf(file));
    known.set(path, classes);
    return classes.filter(
      (one) => isBefore(one.start, start) && isBefore(end, one.end) && !isBefore(start, one.start),
    );
  };
}

type Position = Witness['start'];

interface PlacedClass extends NamedClass {
  readonly start: Position;
  readonly end: Position;
}

/** The named classes of a file in the order in which they begin. */
function classesOf({ root }: ParsedFile): readonly PlacedClass[] {
  const found: PlacedClass[] = [];
  visit(root, (node) => {
    const kind = String(node.kind());
    const name = CLASSES.test(kind) ? (node.field(nameFieldOf(kind))?.text() ?? '') : '';
    if (NAME.test(name)) {
      const { start, end } = node.range();
      found.push({ kind, name, start: positionOf(start), end: positionOf(end) });
    }
    return true;
  });
  return found;
}

/** Matches count lines and columns from 1. */
function positionOf({ line, column }: Position): Position {
  return { line: line + 1, column: column + 1 };
}

function isBefore(left: Position, right: Position): boolean {
  return left.line < right.line || (left.line === right.line && left.column <= right.column);
}
