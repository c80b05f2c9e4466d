import { constantOf } from './constant.ts';
import { MULTIPLE } from './match-statements.ts';
import { walk, type NameFacts, type Tree } from './tree.ts';
import { findVariables, isSetOnce, type Variable, type Variables } from './variables.ts';

export interface ConstantStyle {
  /** A variable that is set once, wherever it is declared, always holds that value. */
  readonly setOnceIsConstant: boolean;
  /** Blocks have no variables of their own, and setting a variable declares it. */
  readonly functionScoped?: boolean;
}

/** What is known of a variable at a point of the program. */
type Known = Pick<NameFacts, 'constant' | 'symbol'>;
type State = Map<Variable, Known>;

/** Gives names their constant, the expression they were set to, and their type. */
export function resolveConstants(program: Tree, style: ConstantStyle): void {
  const variables = findVariables(program, style.functionScoped);
  const always = new Map<Variable, Known>();
  for (const variable of new Set(variables.values())) {
    const once = isSetOnce(variable, style.setOnceIsConstant);
    const known = once && variable.value !== undefined ? knownOf(variable.value) : undefined;
    if (known !== undefined) always.set(variable, known);
  }
  for (const node of walk(program)) {
    const variable = node.kind === 'Id' ? variables.get(node) : undefined;
    if (variable === undefined) continue;
    const known = always.get(variable);
    if (variable.type !== undefined) node.facts = { ...node.facts, type: variable.type };
    if (known !== undefined) node.facts = { ...node.facts, ...known };
  }
  flow(program, new Map(), variables);
}

function knownOf(value: Tree): Known | undefined {
  const constant = ['Str', 'Lit'].includes(value.kind) ? value : constantOf(value);
  if (constant !== undefined) return { constant, symbol: constant };
  return isSymbolic(value) ? { symbol: value } : undefined;
}

/** Expressions that OpenGrep follows names to. */
function isSymbolic(value: Tree): boolean {
  switch (value.kind) {
    case 'Str':
    case 'Lit':
    case 'Id':
    case 'Special':
    case 'Func':
      return true;
    case 'Cast':
      return value.kids[1] !== undefined && isSymbolic(value.kids[1]);
    case 'Dot':
      return value.kids[0] !== undefined && isSymbolic(value.kids[0]);
    case 'Field':
      return value.kids[3] !== undefined && isSymbolic(value.kids[3]);
    case 'New':
      return value.kids.slice(1).every(isSymbolic);
    case 'Call':
    case 'Op':
    case 'Concat':
    case 'Index':
    case 'Args':
    case 'KeywordArg':
    case 'Elems':
    case 'Fields':
    case 'List':
    case 'Array':
    case 'Tuple':
    case 'Dict':
    case 'Set':
    case 'Record':
      return value.kids.every((kid) => kid.role === 'type' || isSymbolic(kid));
    default:
      return false;
  }
}

/** Follows the statements in their order; what branches disagree on is forgotten. */
function flow(node: Tree, state: State, variables: Variables): void {
  switch (node.kind) {
    case 'Id':
      annotate(node, state, variables);
      return;
    case 'VarDef': {
      const [, name, , value] = node.kids;
      if (value !== undefined) flow(value, state, variables);
      if (name !== undefined && name.text !== MULTIPLE) set(name, value, state, variables);
      return;
    }
    case 'Assign':
    case 'AssignOp': {
      const [left, right] = node.kids;
      if (right !== undefined) flow(right, state, variables);
      if (left === undefined) return;
      if (left.kind === 'Id')
        set(
          left,
          node.kind === 'Assign' || node.text === ':=' ? right : undefined,
          state,
          variables,
        );
      else {
        flow(left, state, variables);
        for (const target of walk(left)) set(target, undefined, state, variables);
      }
      return;
    }
    case 'Func': {
      // Runs later: only what never changes again is known then.
      const inside: State = new Map([...state].filter(([variable]) => variable.assignments === 1));
      for (const kid of node.kids) flow(kid, node.role === 'expr' ? inside : new Map(), variables);
      return;
    }
    case 'If':
    case 'Switch':
    case 'Try':
      branches(node, state, variables);
      return;
    case 'For':
    case 'While':
    case 'DoWhile':
      forgetAssigned(node, state, variables);
      for (const kid of node.kids) flow(kid, state, variables);
      forgetAssigned(node, state, variables);
      return;
    default:
      break;
  }
  for (const kid of node.kids) flow(kid, state, variables);
}

function annotate(name: Tree, state: State, variables: Variables): void {
  const variable = variables.get(name);
  const known = variable === undefined ? undefined : state.get(variable);
  if (known !== undefined) name.facts = { ...name.facts, ...known };
}

function set(name: Tree, value: Tree | undefined, state: State, variables: Variables): void {
  const variable = variables.get(name);
  if (variable === undefined) return;
  const known = value?.role === 'expr' ? knownOf(value) : undefined;
  if (known === undefined) state.delete(variable);
  else state.set(variable, known);
}

/** Each part starts from the same state, and the parts have to agree afterwards. */
function branches(node: Tree, state: State, variables: Variables): void {
  const [head, ...rest] = node.kids;
  if (head !== undefined) flow(head, state, variables);
  const alternatives = rest.flatMap((part) => (part.kind === 'Subset' ? part.kids : [part]));
  const ends = alternatives.map((part) => {
    const own: State = new Map(state);
    flow(part, own, variables);
    return own;
  });
  for (const variable of new Set([...state.keys(), ...ends.flatMap((end) => [...end.keys()])])) {
    const before = state.get(variable);
    if (ends.some((end) => end.get(variable) !== before)) state.delete(variable);
  }
}

function forgetAssigned(node: Tree, state: State, variables: Variables): void {
  for (const inner of walk(node)) {
    if (inner.kind !== 'Assign' && inner.kind !== 'AssignOp' && inner.kind !== 'VarDef') continue;
    for (const target of inner.kids.slice(0, 2)) {
      for (const name of walk(target)) {
        const variable = variables.get(name);
        if (
          variable !== undefined &&
          inner.kids.indexOf(target) === (inner.kind === 'VarDef' ? 1 : 0)
        )
          state.delete(variable);
      }
    }
  }
}
