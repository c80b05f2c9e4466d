/** Numbers of the source matches that data may come from. */
export type Taints = ReadonlySet<number>;

/** What is known of the fields of a value, by name or index. */
export type Fields = ReadonlyMap<string, Cell>;

/** `clean` speaks against what the whole is tainted with; `unknown` takes it over. */
export interface Cell {
  readonly own: Taints | 'clean' | 'unknown';
  readonly fields: Fields;
}

/** What an expression gives. */
export interface Value {
  readonly taints: Taints;
  readonly fields: Fields;
}

/** What variables hold; a key is a variable, or a name that no scope declares. */
export type State = ReadonlyMap<unknown, Cell>;

const NO_FIELDS: Fields = new Map();
export const NO_TAINTS: Taints = new Set();
export const CLEAN_VALUE: Value = { taints: NO_TAINTS, fields: NO_FIELDS };

export const tainted = (taints: Taints): Value =>
  taints.size === 0 ? CLEAN_VALUE : { taints, fields: NO_FIELDS };

export function union(...all: readonly Taints[]): Taints {
  const [first = NO_TAINTS, ...rest] = all.filter(({ size }) => size > 0);
  return rest.length === 0 ? first : new Set([first, ...rest].flatMap((taints) => [...taints]));
}

/** All that a value holds, its fields included: a call may look at any of them. */
export function allTaints({ taints, fields }: Value): Taints {
  return union(taints, ...[...fields.values()].map((cell) => allTaints(valueOf(cell))));
}

export function valueOf({ own, fields }: Cell): Value {
  return { taints: typeof own === 'string' ? NO_TAINTS : own, fields };
}

export function cellOf({ taints, fields }: Value): Cell {
  return { own: taints.size === 0 ? 'unknown' : taints, fields };
}

/** Undefined where nothing is known of just this place. */
export function findCell(state: State, key: unknown, path: readonly string[]): Cell | undefined {
  let cell = state.get(key);
  for (const field of path) cell = cell?.fields.get(field);
  return cell;
}

/** The place takes a value; what it held before may still be there. */
export function assign(state: State, key: unknown, path: readonly string[], value: Value): State {
  return withCell(state, key, path, (before) =>
    before === undefined ? cellOf(value) : joinCells(before, cellOf(value)),
  );
}

/** The place takes something that no source reached. */
export function clean(state: State, key: unknown, path: readonly string[]): State {
  if (!state.has(key)) return state;
  return withCell(state, key, path, () => ({ own: 'clean', fields: NO_FIELDS }));
}

function withCell(
  state: State,
  key: unknown,
  path: readonly string[],
  change: (before: Cell | undefined) => Cell,
): State {
  const inside = (cell: Cell | undefined, rest: readonly string[]): Cell => {
    const [field, ...more] = rest;
    if (field === undefined) return change(cell);
    const { own, fields } = cell ?? { own: 'unknown', fields: NO_FIELDS };
    return { own, fields: new Map(fields).set(field, inside(fields.get(field), more)) };
  };
  return new Map(state).set(key, inside(state.get(key), path));
}

/** What may hold after either. An undefined state is one that is never reached. */
export function join(left: State | undefined, right: State | undefined): State | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  if (left === right) return left;
  return joinMaps(left, right);
}

function joinMaps<K>(left: ReadonlyMap<K, Cell>, right: ReadonlyMap<K, Cell>): Map<K, Cell> {
  const joined = new Map(left);
  for (const [key, cell] of right) {
    const other = left.get(key);
    joined.set(key, other === undefined ? cell : joinCells(other, cell));
  }
  return joined;
}

function joinCells(left: Cell, right: Cell): Cell {
  const isClean = left.own === 'clean' && right.own === 'clean';
  const taints = union(valueOf(left).taints, valueOf(right).taints);
  const own = taints.size > 0 ? taints : isClean ? 'clean' : 'unknown';
  return { own, fields: joinMaps(left.fields, right.fields) };
}

export function sameState(left: State | undefined, right: State | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return sameMaps(left, right);
}

function sameMaps<K>(left: ReadonlyMap<K, Cell>, right: ReadonlyMap<K, Cell>): boolean {
  return (
    left.size === right.size &&
    [...left].every(([key, cell]) => {
      const other = right.get(key);
      return other !== undefined && sameOwn(cell, other) && sameMaps(cell.fields, other.fields);
    })
  );
}

function sameOwn({ own: left }: Cell, { own: right }: Cell): boolean {
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  return left.size === right.size && [...left].every((taint) => right.has(taint));
}
