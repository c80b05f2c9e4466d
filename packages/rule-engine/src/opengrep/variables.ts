import { MULTIPLE } from './match-statements.ts';
import type { Tree } from './tree.ts';

/** One variable: all its names in its scope. */
export interface Variable {
  /** How often it is given a value, by its definition or later. */
  assignments: number;
  /** Declared with `const` or the like. */
  isConstant: boolean;
  /** A field that only its own class can set. */
  isPrivate?: boolean;
  value?: Tree;
  type?: Tree;
}

/** The variable of each name that is an expression or that a definition introduces. */
export type Variables = ReadonlyMap<Tree, Variable>;

type Scope = Map<string, Variable>;

/** It holds one value as long as it is there. */
export function isSetOnce(variable: Variable, setOnceIsConstant: boolean): boolean {
  if (variable.isConstant) return true;
  return variable.assignments === 1 && (setOnceIsConstant || variable.isPrivate === true);
}

/**
 * Finds out which names are the same variable; functions have their own, and blocks too unless
 * variables are `functionScoped`: then setting one declares it.
 */
export function findVariables(program: Tree, functionScoped = false): Variables {
  const variables = new Map<Tree, Variable>();

  const declare = (name: Tree, scope: Scope): Variable => {
    const variable = scope.get(name.text) ?? { assignments: 0, isConstant: false };
    scope.set(name.text, variable);
    variables.set(name, variable);
    return variable;
  };
  const lookup = (name: string, scopes: readonly Scope[]): Variable | undefined =>
    scopes.find((scope) => scope.has(name))?.get(name);

  const visitIn = (scope: Scope, nodes: readonly Tree[], scopes: readonly Scope[]): void => {
    for (const node of nodes) visit(node, [scope, ...scopes]);
  };

  const visit = (node: Tree, scopes: readonly Scope[]): void => {
    switch (node.kind) {
      case 'Block': {
        if (functionScoped && node !== program) break;
        const scope: Scope = new Map();
        for (const kid of node.kids) {
          const name = kid.kind === 'VarDef' ? kid.kids[1] : undefined;
          if (name !== undefined && name.text !== MULTIPLE) declare(name, scope);
        }
        visitIn(scope, node.kids, scopes);
        return;
      }
      case 'Func': {
        const scope: Scope = new Map();
        for (const parameter of node.kids[0]?.kids ?? []) declareParameter(parameter, scope);
        visitIn(scope, node.kids, scopes);
        return;
      }
      case 'ClassDef':
        if (functionScoped) {
          for (const kid of node.kids) visit(kid, [new Map(), ...scopes]);
          return;
        }
        break;
      case 'For':
        // What a loop's head declares is gone behind it.
        if (functionScoped) break;
        visitIn(new Map(), node.kids, scopes);
        return;
      case 'VarDef':
        define(node, scopes);
        return;
      case 'Assign':
      case 'AssignOp':
        assign(node, scopes);
        return;
      case 'ForEach':
        for (const target of targets(node.kids[0])) {
          const variable = declare(target, scopes[0] ?? new Map<string, Variable>());
          variable.assignments += 2;
        }
        break;
      case 'Op':
        if (/^(?:x\+\+|x--|\+\+x|--x)$/.test(node.text)) {
          const variable = lookup(node.kids[0]?.text ?? '', scopes);
          if (variable !== undefined) variable.assignments += 1;
        }
        break;
      case 'Id': {
        const variable = lookup(node.text, scopes);
        if (variable !== undefined && node.role === 'expr') variables.set(node, variable);
        return;
      }
      default:
        break;
    }
    for (const kid of node.kids) visit(kid, scopes);
  };

  const declareParameter = (parameter: Tree, scope: Scope): void => {
    const [name, type] = parameter.kids;
    if (name?.kind !== 'Name') return;
    const variable = declare(name, scope);
    variable.assignments += 1;
    // OpenGrep does not know a receiver's type.
    if (type?.role === 'type' && parameter.kind !== 'Receiver') variable.type = type;
  };

  const define = (node: Tree, scopes: readonly Scope[]): void => {
    const [attributes, name, type, value] = node.kids;
    for (const kid of node.kids) visit(kid, scopes);
    if (name === undefined || name.text === MULTIPLE) return;
    const [scope] = scopes;
    if (scope === undefined) return;
    const variable = declare(name, scope);
    variable.isConstant =
      attributes?.kids.some(({ text }) => text === 'const' || text === 'final') ?? false;
    if (attributes?.kids.some(({ text }) => text === 'private') === true) variable.isPrivate = true;
    if (type?.role === 'type') variable.type = type;
    if (value?.role !== 'expr') return;
    variable.assignments += 1;
    variable.value = value;
    if (variable.type === undefined && value.kind === 'New' && value.kids[0] !== undefined) {
      variable.type = value.kids[0];
    }
  };

  const assign = (node: Tree, scopes: readonly Scope[]): void => {
    const [left, right] = node.kids;
    if (right !== undefined) visit(right, scopes);
    for (const target of targets(left)) {
      const [scope] = scopes;
      const declares = node.text === ':=' || (functionScoped && node.kind === 'Assign');
      const isNew = declares && scope !== undefined && !scope.has(target.text);
      const variable = isNew ? declare(target, scope) : lookup(target.text, scopes);
      if (variable === undefined) continue;
      variables.set(target, variable);
      variable.assignments += 1;
      if (target !== left || right === undefined) continue;
      variable.value ??= right;
      if (isNew && right.kind === 'New' && right.kids[0] !== undefined)
        variable.type ??= right.kids[0];
    }
    if (left !== undefined && left.kind !== 'Id') visit(left, scopes);
  };

  visit(program, []);
  return variables;
}

/** The names that the left side of an assignment sets. */
function targets(left: Tree | undefined): readonly Tree[] {
  if (left === undefined) return [];
  if (left.kind === 'Id') return [left];
  return ['Tuple', 'Elems', 'Array', 'Record', 'Fields', 'Field'].includes(left.kind)
    ? left.kids.flatMap(targets)
    : [];
}
