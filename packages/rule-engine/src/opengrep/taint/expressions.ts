import { asAssignment } from '../match-statements.ts';
import type { Tree } from '../tree.ts';
import {
  allTaints,
  assign,
  cellOf,
  clean,
  CLEAN_VALUE,
  join,
  tainted,
  union,
  valueOf,
  type Cell,
  type Fields,
  type State,
  type Value,
} from './cells.ts';
import type { Flow } from './flow.ts';
import { isPlace, placeOf, readMethod, readPlace, storedAt } from './places.ts';

/** What an expression gives; sinks that it is or holds are reported. */
export function evaluate(node: Tree, flow: Flow): Value {
  if (isPlace(node)) {
    const value = readPlace(node, flow, (part) => evaluate(part, flow));
    flow.reach(node, value);
    return value;
  }
  if (flow.isSanitized(node)) return CLEAN_VALUE;
  switch (node.kind) {
    case 'Call':
      return instruction(node, flow, () => call(node, flow));
    case 'New':
    case 'Ref':
      return instruction(node, flow, () => tainted(allTaints(parts(node, flow))));
    case 'Assign':
    case 'AssignOp':
      return assignment(node, node, flow);
    case 'Func': {
      flow.lambdas.push(node);
      const value = flow.withSources(node, CLEAN_VALUE);
      flow.reach(node, value);
      return value;
    }
    default: {
      const value = flow.withSources(node, composite(node, flow));
      flow.reach(node, value);
      return value;
    }
  }
}

/** What is done as a step of its own: function values that it mentions run right after it. */
function instruction(node: Tree, flow: Flow, work: () => Value): Value {
  const outer = flow.lambdas;
  flow.lambdas = [];
  const value = flow.withSources(node, work());
  flow.reach(node, value);
  const before = flow.state;
  const ends = flow.lambdas.map((lambda) => flow.run(lambda, before));
  flow.state = ends.reduce<State | undefined>(join, before);
  flow.lambdas = outer;
  return value;
}

/** Runs function values that a statement mentions and no call; what they change is not seen behind it. */
export function runLambdas(flow: Flow): void {
  const lambdas = flow.lambdas;
  flow.lambdas = [];
  for (const lambda of lambdas) flow.run(lambda, flow.state);
}

function call(node: Tree, flow: Flow): Value {
  const [callee, args] = node.kids;
  if (callee === undefined || args === undefined) return parts(node, flow);
  const given = tainted(allTaints(parts(args, flow)));
  const part = (inner: Tree): Value => evaluate(inner, flow);
  const { method, object } =
    isPlace(callee) && callee.kids.length > 0
      ? readMethod(callee, flow, part)
      : { method: part(callee).taints, object: CLEAN_VALUE };
  // `sink(...)` without a focus is reached by its arguments, whatever it makes of them.
  flow.reach(node, given, (match) => !(match.part.exact && match.part.isFocused));
  const bean = flow.file.hasBeanMethods ? beanMethod(callee, args, given, flow) : undefined;
  const result = bean ?? tainted(union(given.taints, allTaints(object)));
  return tainted(union(method, result.taints));
}

/** `o.getName()` and `o.setName(value)`. */
function beanMethod(callee: Tree, args: Tree, given: Value, flow: Flow): Value | undefined {
  const [object, method] = callee.kids;
  if (callee.kind !== 'Dot' || object?.kind !== 'Id' || method === undefined) return undefined;
  const name = method.text.slice(3);
  if (name === '') return undefined;
  const field = name.slice(0, 1).toLowerCase() + name.slice(1);
  if (method.text.startsWith('get') && args.kids.length === 0) {
    return storedAt(object, field, flow);
  }
  if (!method.text.startsWith('set') || args.kids.length !== 1) return undefined;
  const place = placeOf(object, flow);
  if (place !== undefined && given.taints.size > 0) {
    flow.change((state) => assign(state, place.key, [...place.path, field], given));
  }
  return given;
}

/** `left = right` and the like; `at` is what stands for the whole, a definition for instance. */
function assignment(node: Tree, at: Tree, flow: Flow): Value {
  const [left, right] = node.kids;
  if (left === undefined || right === undefined) return CLEAN_VALUE;
  const pairs = pairsOf(left, right);
  if (pairs !== undefined) {
    const values = pairs.map(([one, given]) => [one, evaluate(given, flow)] as const);
    for (const [one, given] of values) write(one, given, at, flow);
    return CLEAN_VALUE;
  }
  const value = evaluate(right, flow);
  const isUpdate = node.kind === 'AssignOp' && node.text !== ':=';
  write(left, isUpdate ? both(evaluate(left, flow), value) : value, at, flow);
  return value;
}

/** `a, b = c, d` is two assignments. */
function pairsOf(left: Tree, right: Tree): readonly (readonly [Tree, Tree])[] | undefined {
  const [targets, values] = [elementsOf(left), elementsOf(right)];
  if (targets === undefined || values === undefined || targets.length !== values.length) {
    return undefined;
  }
  return targets.map((target, index) => [target, values[index] as Tree]);
}

function elementsOf(node: Tree): readonly Tree[] | undefined {
  if (node.kind !== 'Tuple') return undefined;
  return node.kids.flatMap((kid) => (kid.kind === 'Elems' ? kid.kids : [kid]));
}

/** A definition with a value. */
export function define(definition: Tree, flow: Flow): void {
  const [, name, , value] = definition.kids;
  if (name === undefined || value?.role !== 'expr') return;
  const whole = asAssignment(definition);
  if (whole === value) assignment(value, definition, flow);
  else write(name, evaluate(value, flow), definition, flow);
}

/** Stores a value in all that the left side names. */
export function write(left: Tree, value: Value, at: Tree, flow: Flow): void {
  const stored = flow.withSources(at, value);
  flow.reach(at, stored);
  for (const [target, part] of destructured(left, stored)) {
    const before = readPlace(target, flow, (inner) => evaluate(inner, flow));
    flow.reach(at, before);
    const place = placeOf(target, flow);
    if (place === undefined) continue;
    const { key, path } = place;
    const isTainted = allTaints(part).size > 0;
    flow.change((state) => (isTainted ? assign(state, key, path, part) : clean(state, key, path)));
  }
  runLambdas(flow);
}

/** The places that a pattern names, with what each takes of the value. */
function destructured(left: Tree, value: Value): readonly (readonly [Tree, Value])[] {
  const [first] = left.kids;
  if (isPlace(left)) return [[left, value]];
  switch (left.kind) {
    case 'Array':
    case 'List':
    case 'Tuple':
    case 'Elems':
      return left.kids
        .flatMap((kid) => (kid.kind === 'Elems' ? kid.kids : [kid]))
        .flatMap((kid, index) => destructured(kid, fieldOf(value, `[${index}]`)));
    case 'Record':
      return left.kids.flatMap(({ kids }) => kids).flatMap((kid) => destructured(kid, value));
    case 'Field': {
      const [, name, , target] = left.kids;
      return name === undefined || target === undefined
        ? []
        : destructured(target, fieldOf(value, name.text));
    }
    case 'Assign':
      // With a default.
      return first === undefined ? [] : destructured(first, value);
    default:
      return left.kids
        .filter(({ role }) => role !== 'type')
        .flatMap((kid) => destructured(kid, value));
  }
}

function fieldOf(value: Value, field: string): Value {
  const cell = value.fields.get(field);
  if (cell === undefined) return tainted(value.taints);
  return cell.own === 'unknown' ? { taints: value.taints, fields: cell.fields } : valueOf(cell);
}

const both = (one: Value, other: Value): Value => ({
  taints: union(one.taints, other.taints),
  fields: new Map([...one.fields, ...other.fields]),
});

/** Expressions that are put together from others. */
function composite(node: Tree, flow: Flow): Value {
  const [first, second, third] = node.kids;
  switch (node.kind) {
    case 'Conditional': {
      if (!first || !second || !third) break;
      evaluate(first, flow);
      const before = flow.state;
      const one = evaluate(second, flow);
      const after = flow.state;
      flow.state = before;
      const other = evaluate(third, flow);
      flow.state = join(after, flow.state);
      return both(one, other);
    }
    case 'Record':
      return record(node, flow);
    case 'Tuple':
    case 'List':
    case 'Array':
      return sequence(node, flow);
    case 'WithItem': {
      if (!first || !second) break;
      const value = evaluate(first, flow);
      write(second, value, node, flow);
      return value;
    }
    case 'Slice':
      parts(node, flow);
      return CLEAN_VALUE;
    case 'Str':
    case 'Lit':
      return CLEAN_VALUE;
    default:
      break;
  }
  return parts(node, flow);
}

/** All that the parts of a node give, in their order. */
function parts(node: Tree, flow: Flow): Value {
  const values = node.kids.map((kid) => {
    if (kid.role === 'expr') return evaluate(kid, flow);
    return kid.role === 'other' ? parts(kid, flow) : CLEAN_VALUE;
  });
  return tainted(union(...values.map(allTaints)));
}

function record(node: Tree, flow: Flow): Value {
  const fields = new Map<string, Cell>();
  const values: Value[] = [];
  for (const field of node.kids.flatMap(({ kids }) => kids)) {
    const [, name, , given] = field.kids;
    if (field.kind === 'Field' && name !== undefined && given?.role === 'expr') {
      const value = evaluate(given, flow);
      fields.set(name.text, partOf(value));
      values.push(value);
    } else if (field.kind === 'FuncDef') {
      flow.lambdas.push(...field.kids.filter(({ kind }) => kind === 'Func'));
    } else values.push(parts(field, flow));
  }
  return { taints: union(...values.map(allTaints)), fields };
}

/** A part that no source reached stays clean, whatever the others bring. */
const partOf = (value: Value): Cell =>
  allTaints(value).size === 0 ? { own: 'clean', fields: value.fields } : cellOf(value);

function sequence(node: Tree, flow: Flow): Value {
  const elements = node.kids.flatMap((kid) => (kid.kind === 'Elems' ? kid.kids : [kid]));
  const values = elements.map((element) => evaluate(element, flow));
  const fields: Fields = new Map(values.map((value, index) => [`[${index}]`, partOf(value)]));
  return { taints: union(...values.map(allTaints)), fields };
}
