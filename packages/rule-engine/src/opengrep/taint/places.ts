import type { Tree } from '../tree.ts';
import {
  findCell,
  NO_TAINTS,
  union,
  valueOf,
  type Cell,
  type Fields,
  type Taints,
  type Value,
} from './cells.ts';
import type { Flow } from './flow.ts';

/** What can be read and written: a variable, or fields and elements of one. */
interface Place {
  readonly key: unknown;
  readonly path: readonly string[];
}

/** Any element: which one is not known. */
const ANY_ELEMENT = '[]';

const THIS = new Set(['this', 'self']);

const isThis = (node: Tree): boolean =>
  (node.kind === 'Id' || node.kind === 'Special') && THIS.has(node.text);

export const isPlace = (node: Tree): boolean =>
  ['Id', 'Name', 'Special', 'Dot', 'Index', 'Deref'].includes(node.kind);

/** Undefined where what is read or written belongs to no variable. */
export function placeOf(node: Tree, flow: Flow): Place | undefined {
  const [object, field] = node.kids;
  switch (node.kind) {
    case 'Id':
    case 'Name':
      return isThis(node)
        ? undefined
        : { key: flow.file.variables.get(node) ?? fieldKey(node.text, flow), path: [] };
    case 'Deref':
      return object === undefined ? undefined : placeOf(object, flow);
    case 'Dot':
      if (object === undefined || field === undefined) return undefined;
      // A field of the object itself is a variable of its methods.
      if (isThis(object)) return { key: fieldKey(field.text, flow), path: [] };
      return below(placeOf(object, flow), field.text);
    case 'Index':
      return object === undefined ? undefined : below(placeOf(object, flow), elementName(field));
    default:
      return undefined;
  }
}

/** A class's own field, or whatever has the name. */
const fieldKey = (name: string, flow: Flow): unknown => flow.file.fields.get(name) ?? name;

function below(place: Place | undefined, field: string): Place | undefined {
  return place === undefined ? undefined : { key: place.key, path: [...place.path, field] };
}

function elementName(index: Tree | undefined): string {
  const only = index?.kind === 'Elems' && index.kids.length === 1 ? index.kids[0] : index;
  return only?.kind === 'Lit' || only?.kind === 'Str' ? `[${only.text}]` : ANY_ELEMENT;
}

function cellAt(place: Place | undefined, flow: Flow): Cell | undefined {
  if (place === undefined || flow.state === undefined) return undefined;
  return findCell(flow.state, place.key, place.path);
}

/** What reading a place gives. */
interface Read {
  /** From sources that the place or a part of it is. */
  readonly fresh: Taints;
  readonly stored: Taints | 'clean' | 'unknown' | 'sanitized';
  readonly fields: Fields;
}

const NOTHING: Read = { fresh: NO_TAINTS, stored: 'unknown', fields: new Map() };

/** Reads a place from its variable on; each part may be a source or a sink by itself. */
function readParts(
  node: Tree,
  flow: Flow,
  evaluate: (node: Tree) => Value,
  isCallee = false,
): Read & { readonly object: Read } {
  if (flow.isSanitized(node)) {
    return { ...NOTHING, stored: 'sanitized', object: NOTHING };
  }
  const [first, index] = node.kids;
  const object = first === undefined ? NOTHING : readObject(first, flow, evaluate);
  const cell = cellAt(placeOf(node, flow), flow);
  // A method is not tainted by its object.
  const inherited = isCallee ? 'unknown' : object.stored;
  const known = cell === undefined || cell.own === 'unknown' ? inherited : cell.own;
  const stored = object.stored === 'sanitized' ? 'sanitized' : known;
  const ofIndex = node.kind === 'Index' && index !== undefined ? evaluate(index).taints : NO_TAINTS;
  const fresh = union(object.fresh, flow.sourcesAt(node), ofIndex);
  const read: Read = { fresh, stored, fields: cell?.fields ?? NOTHING.fields };
  flow.reachExactly(node, taintsOf(read));
  return { ...read, object };
}

function readObject(node: Tree, flow: Flow, evaluate: (node: Tree) => Value): Read {
  if (isPlace(node)) return readParts(node, flow, evaluate);
  const { taints, fields } = evaluate(node);
  return { fresh: NO_TAINTS, stored: taints.size === 0 ? 'unknown' : taints, fields };
}

function taintsOf({ fresh, stored }: Read): Taints {
  return typeof stored === 'string' ? fresh : union(fresh, stored);
}

/** What a place holds. */
export function readPlace(node: Tree, flow: Flow, evaluate: (node: Tree) => Value): Value {
  const read = readParts(node, flow, evaluate);
  const value: Value = { taints: taintsOf(read), fields: read.fields };
  flow.reach(node, { ...value, fields: NOTHING.fields });
  return value;
}

/** What a method is tainted with, and the object that it is called on. */
export function readMethod(
  node: Tree,
  flow: Flow,
  evaluate: (node: Tree) => Value,
): { readonly method: Taints; readonly object: Value } {
  const { object, ...read } = readParts(node, flow, evaluate, true);
  const stored = typeof object.stored === 'string' ? NO_TAINTS : object.stored;
  return { method: taintsOf(read), object: { taints: stored, fields: object.fields } };
}

/** What a name held before anything read it. */
export function storedAt(node: Tree, field: string, flow: Flow): Value {
  const cell = cellAt(below(placeOf(node, flow), field), flow);
  return valueOf(cell ?? { own: 'unknown', fields: NOTHING.fields });
}
