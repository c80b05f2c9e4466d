import type { SgNode } from '@ast-grep/napi';
import type { Witness } from '@refbench/contracts';
import type { ChangeSide } from '../change/change.ts';
import { parsedFiles } from '../change/parsed-files.ts';
import { lineKey } from '../change/text-counts.ts';
import { visit } from '../syntax/local-names.ts';
import type { ParsedFile } from '../syntax/parse-source.ts';
import type { Container } from './candidate.ts';

/** A class or function by its name. */
export interface NamedContainer {
  /** The kind of its node. */
  readonly kind: string;
  /** The field of the node that has the name. */
  readonly field: string;
  readonly name: string;
}

/** A part of a file. Lines and columns start at 1. */
export type Place = Pick<Witness, 'file' | 'start' | 'end'>;

type Position = Witness['start'];

const CLASSES =
  /^(?:class|interface|enum|record|struct|union|trait|impl|object|namespace)_(?:declaration|definition|specifier|item)$|^class$/;
const FUNCTIONS =
  /^(?:generator_)?(?:function|method|constructor)_(?:declaration|definition|item)$|^function_item$/;
const NAME = /^[A-Za-z_$][\w$]*$/;
/** The name of a function in C and C++, before its parameters. */
const DECLARED = /(?:^|[\s*&:~])([A-Za-z_]\w*)\s*\(/;

/** The classes of a side. */
export interface Classes {
  /** Those around a place, the outermost first. */
  readonly around: (place: Place) => readonly NamedContainer[];
  /** The keys of all of them. */
  readonly keys: () => ReadonlySet<string>;
}

/** Finds the classes of the changed files of a side. */
export function classesOf(side: ChangeSide): Classes {
  const classesIn = containersIn(parsedFiles(side), classOf);
  return {
    around: containersAround(classesIn),
    keys: () => new Set([...side.files.keys()].flatMap((path) => classesIn(path)).map(keyOf)),
  };
}

/** The functions of a side. */
export interface Functions {
  /** Those around a place, the outermost first. */
  readonly around: (place: Place) => readonly NamedContainer[];
  /** Their code by their keys, without spaces. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Finds the functions of the changed files of a side. */
export function functionsOf(side: ChangeSide): Functions {
  const parsed = parsedFiles(side);
  const texts = new Map<string, string>();
  for (const path of side.files.keys()) {
    const file = parsed(path);
    if (file === undefined) continue;
    visit(file.root, (node) => {
      const one = functionOf(node);
      if (one === undefined) return true;
      const key = keyOf(one);
      texts.set(key, `${texts.get(key) ?? ''}\n${lineKey(node.text())}`);
      return true;
    });
  }
  return { around: containersAround(containersIn(parsed, functionOf)), texts };
}

/** Groups containers by their kind. Kinds with more than so many names are left out. */
export function byKind(containers: readonly NamedContainer[], most: number): readonly Container[] {
  const groups = new Map<string, { kind: string; field: string; names: string[] }>();
  for (const { kind, field, name } of containers) {
    const group = groups.get(`${kind} ${field}`) ?? { kind, field, names: [] };
    groups.set(`${kind} ${field}`, group);
    if (!group.names.includes(name)) group.names.push(name);
  }
  return [...groups.values()].filter(({ names }) => names.length <= most);
}

/** Containers with equal keys cannot be told apart by a rule. */
export function keyOf({ kind, name }: NamedContainer): string {
  return `${kind} ${name}`;
}

function classOf(node: SgNode): NamedContainer | undefined {
  const kind = String(node.kind());
  // An implementation block of Rust names its type.
  const field = kind === 'impl_item' ? 'type' : 'name';
  return CLASSES.test(kind) ? named(kind, field, node.field(field)?.text()) : undefined;
}

function functionOf(node: SgNode): NamedContainer | undefined {
  const kind = String(node.kind());
  if (!FUNCTIONS.test(kind)) return undefined;
  const name = node.field('name');
  if (name !== null) return named(kind, 'name', name.text());
  const declarator = node.field('declarator')?.text() ?? '';
  return named(kind, 'declarator', DECLARED.exec(declarator)?.[1]);
}

function named(kind: string, field: string, name = ''): NamedContainer | undefined {
  return NAME.test(name) ? { kind, field, name } : undefined;
}

interface PlacedContainer extends NamedContainer {
  readonly start: Position;
  readonly end: Position;
}

type ContainersIn = (path: string) => readonly PlacedContainer[];

/** Finds the containers of a file when they are asked for, once. */
function containersIn(
  parsed: ReturnType<typeof parsedFiles>,
  containerOf: (node: SgNode) => NamedContainer | undefined,
): ContainersIn {
  const known = new Map<string, readonly PlacedContainer[]>();
  return (path) => {
    const file = parsed(path);
    const all = known.get(path) ?? (file === undefined ? [] : placed(file, containerOf));
    known.set(path, all);
    return all;
  };
}

function containersAround(containers: ContainersIn): (place: Place) => readonly NamedContainer[] {
  return ({ file, start, end }) =>
    containers(file).filter(
      (one) => isBefore(one.start, start) && isBefore(end, one.end) && !isBefore(start, one.start),
    );
}

/** The containers of a file in the order in which they begin. */
function placed(
  { root }: ParsedFile,
  containerOf: (node: SgNode) => NamedContainer | undefined,
): readonly PlacedContainer[] {
  const found: PlacedContainer[] = [];
  visit(root, (node) => {
    const container = containerOf(node);
    if (container !== undefined) {
      const { start, end } = node.range();
      found.push({ ...container, start: positionOf(start), end: positionOf(end) });
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
