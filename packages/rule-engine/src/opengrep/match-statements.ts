import {
  bind,
  distinctEnvs,
  listValue,
  nodeValue,
  NO_MATCH,
  type Env,
  type Envs,
} from './bindings.ts';
import { ellipsisMetavariable, isEllipsis } from './match-lists.ts';
import { chain, either, type Matcher } from './matcher.ts';
import { matchDeep, matchDeepImplicitly } from './match-deep.ts';
import { isMetavariable, tree, type Tree } from './tree.ts';

/** Notes that a sequence's match now ends with this statement. */
const reach = (env: Env, statement: Tree): Env =>
  statement.end > env.reached || statement.start < env.from
    ? {
        ...env,
        reached: Math.max(env.reached, statement.end),
        from: Math.min(env.from, statement.start),
      }
    : env;

/**
 * Statements of a block against those of a pattern. Behind `...` the statements of inner blocks
 * count too.
 */
export function matchStatements(
  matcher: Matcher,
  patterns: readonly Tree[],
  targets: readonly Tree[],
  env: Env,
  how: SequenceMatch,
): Envs {
  let envs: Envs = [env];
  for (const [index, pattern] of patterns.entries()) {
    if (isEllipsis(pattern) || ellipsisMetavariable(pattern) !== undefined) {
      const rest = patterns.slice(index);
      const left = targets.slice(index);
      return chain(envs, (at) => matchOpen(matcher, rest, left, at, how));
    }
    const target = targets[index];
    if (target === undefined) return NO_MATCH;
    envs = chain(envs, (at) =>
      matcher.match(pattern, target, at).map((found) => reach(found, target)),
    );
    if (envs.length === 0) return NO_MATCH;
  }
  return patterns.length === targets.length || how.lessIsOk ? envs : NO_MATCH;
}

export interface SequenceMatch {
  /** Statements may be left over behind the last one of the pattern. */
  readonly lessIsOk: boolean;
  /** The match is the sequence itself, so it matters where it ends. */
  readonly spanMatters: boolean;
}

/** A sequence that begins with `...` or `$...X`. */
function matchOpen(
  matcher: Matcher,
  patterns: readonly Tree[],
  targets: readonly Tree[],
  env: Env,
  { spanMatters }: SequenceMatch,
): Envs {
  const [first] = patterns;
  if (first === undefined || !isEllipsis(first)) {
    return matchFlat(matcher, patterns, targets, env, spanMatters);
  }
  if (patterns.length === 1 && matcher.options.inside) {
    return [targets.reduce((at, target) => reach(at, target), env)];
  }
  const flat = flattened(targets);
  return distinctEnvs(
    either(matchFlat(matcher, patterns, targets, env, spanMatters), () =>
      flat.length === targets.length
        ? NO_MATCH
        : matchFlat(matcher, patterns, flat, env, spanMatters),
    ),
  );
}

/** In order, without a look into inner blocks. */
function matchFlat(
  matcher: Matcher,
  patterns: readonly Tree[],
  targets: readonly Tree[],
  start: Env,
  spanMatters: boolean,
): Envs {
  const step = (p: number, t: number, env: Env, lessIsOk: boolean): Envs => {
    const pattern = patterns[p];
    if (pattern === undefined) return t === targets.length || lessIsOk ? [env] : NO_MATCH;
    const isLast = p === patterns.length - 1;
    if (isEllipsis(pattern)) {
      if (isLast) return spanMatters ? endings(targets.slice(t), env) : [env];
      const found: Env[] = [];
      let at = env;
      for (let next = t; next <= targets.length; next += 1) {
        found.push(...step(p + 1, next, at, true));
        const passed = targets[next];
        if (passed !== undefined) at = reach(at, passed);
      }
      return found;
    }
    const name = ellipsisMetavariable(pattern);
    if (name !== undefined) {
      const found: Env[] = [];
      for (let next = isLast ? targets.length : t; next <= targets.length; next += 1) {
        const taken = targets.slice(t, next);
        const bound = bind(env, name, listValue(taken, targets[t]?.start ?? 0));
        found.push(...chain(bound, (at) => step(p + 1, next, taken.reduce(reach, at), false)));
      }
      return found;
    }
    const target = targets[t];
    if (target === undefined) return NO_MATCH;
    return chain(matcher.match(pattern, target, env), (matched) =>
      step(p + 1, t + 1, reach(matched, target), true),
    );
  };
  return step(0, 0, start, true);
}

/** `...` at the end of a sequence: each ending is a match of its own. */
function endings(targets: readonly Tree[], env: Env): Envs {
  const found: Env[] = [env];
  for (const target of targets) found.push(reach(found.at(-1) as Env, target));
  return found;
}

/** Statements and all those inside them, also in functions and classes. */
function flattened(statements: readonly Tree[]): readonly Tree[] {
  const found: Tree[] = [];
  const visit = (statement: Tree): void => {
    found.push(statement);
    for (const inner of [...statement.kids.flatMap(lambdaBodies), ...innerStatements(statement)]) {
      visit(inner);
    }
  };
  statements.forEach(visit);
  return found;
}

/** Bodies of the functions in a statement's expressions; what is inside them is theirs. */
function lambdaBodies(node: Tree): readonly Tree[] {
  if (node.role === 'stmt' || node.role === 'type') return [];
  if (node.kind === 'Func') {
    const body = node.role === 'expr' ? node.kids.at(-1) : undefined;
    return body?.role === 'stmt' ? [body] : [];
  }
  return node.kids.flatMap(lambdaBodies);
}

/** The statements right below a statement. */
function innerStatements(node: Tree): readonly Tree[] {
  return node.kids.flatMap((kid) => {
    if (kid.role === 'stmt') return [kid];
    return kid.role === 'other' ? innerStatements(kid) : [];
  });
}

/** The cases in which a statement's pattern accepts more than its own shape; undefined for others. */
export function matchStatement(
  matcher: Matcher,
  pattern: Tree,
  target: Tree,
  env: Env,
): Envs | undefined {
  if (pattern.kind === 'ExprStmt') return matchExpressionStatement(matcher, pattern, target, env);
  if (pattern.kind === 'Block' && target.kind === 'Block') {
    return matchBlock(matcher, pattern, target, env);
  }
  if (pattern.kind === 'Return' && target.kind === 'ExprStmt') {
    const [wanted] = pattern.kids;
    const [value] = target.kids;
    if (target.facts?.returned !== true || !wanted || !value) return NO_MATCH;
    return wanted.role === 'expr' ? matcher.matchRoot(wanted, value, env) : NO_MATCH;
  }
  return undefined;
}

function matchExpressionStatement(
  matcher: Matcher,
  pattern: Tree,
  target: Tree,
  env: Env,
): Envs | undefined {
  const [wanted] = pattern.kids;
  if (wanted === undefined || target.role !== 'stmt') return NO_MATCH;
  if (wanted.kind === 'Id' && isMetavariable(wanted.text)) {
    return either(bind(env, wanted.text, nodeValue(target)), () => {
      const [expression] = target.kids;
      if (target.kind !== 'ExprStmt' || expression === undefined) return NO_MATCH;
      // A written semicolon: the expression alone may be meant.
      return pattern.text === ';' ? matcher.match(wanted, expression, env) : NO_MATCH;
    });
  }
  if (wanted.kind === 'Ellipsis') return [env];
  if (wanted.kind === 'Deep') {
    const inner = wanted.kids[0];
    if (inner === undefined) return NO_MATCH;
    return expressionsOfStatement(target).reduce<Envs>(
      (found, expression) => either(found, () => matchDeep(matcher, inner, expression, env)),
      NO_MATCH,
    );
  }
  const [first] = target.kids;
  if (target.kind === 'ExprStmt' && first !== undefined) {
    return matchDeepImplicitly(matcher, wanted, first, env);
  }
  if (target.kind === 'Return' && first !== undefined) {
    return first.role === 'expr' ? matchDeep(matcher, wanted, first, env) : NO_MATCH;
  }
  const assignment = asAssignment(target);
  return assignment === undefined ? NO_MATCH : matchDeep(matcher, wanted, assignment, env);
}

const expressionsOfStatement = (statement: Tree): readonly Tree[] => {
  const assignment = asAssignment(statement);
  if (assignment !== undefined) return assignment.kids.slice(1);
  return statement.kids.flatMap((kid) => {
    if (kid.role === 'expr') return [kid];
    return kid.role === 'other' && !/^Attrs$|Def$/.test(kid.kind)
      ? expressionsOfStatement(kid)
      : [];
  });
};

/** `var x = 1` is also the assignment `x = 1`: kids of a `VarDef` are attributes, name, type, value. */
export function asAssignment(definition: Tree): Tree | undefined {
  if (definition.kind !== 'VarDef') return undefined;
  const [, name, , value] = definition.kids;
  if (name === undefined || value === undefined || value.role !== 'expr') return undefined;
  // Destructuring keeps its own assignment as the value.
  if (name.text === MULTIPLE) return value;
  const left = tree('Id', 'expr', name, [], name.text);
  const span = { start: name.start, end: value.end };
  if (name.facts !== undefined) left.facts = name.facts;
  return tree('Assign', 'expr', span, [left, value]);
}

/** The name of a definition that binds several names by a pattern. */
export const MULTIPLE = '!multiple';

function matchBlock(matcher: Matcher, pattern: Tree, target: Tree, env: Env): Envs {
  const [first, second, third] = pattern.kids;
  if (first !== undefined && isEllipsis(first)) {
    if (second === undefined) return [env];
    if (third !== undefined && pattern.kids.length === 3 && isEllipsis(third)) {
      const { reached, from } = env;
      return flattened(target.kids)
        .reduce<Envs>(
          (found, statement) => either(found, () => matcher.match(second, statement, env)),
          NO_MATCH,
        )
        .map((matched) => ({ ...matched, reached, from }));
    }
  }
  const { reached, from } = env;
  const how = { lessIsOk: false, spanMatters: false };
  return distinctEnvs(
    matchStatements(matcher, pattern.kids, target.kids, env, how).map((matched) => ({
      ...matched,
      reached,
      from,
    })),
  );
}

/** The body of a branch: braces around one statement do not matter. */
export function matchBranch(matcher: Matcher, pattern: Tree, target: Tree, env: Env): Envs {
  if (pattern.kind === 'Block' && target.kind !== 'Block') {
    const [only] = pattern.kids;
    if (pattern.kids.length === 1 && only !== undefined) return matcher.match(only, target, env);
  }
  if (pattern.kind !== 'Block' && target.kind === 'Block') {
    const [only] = target.kids;
    if (target.kids.length === 1 && only !== undefined) return matcher.match(pattern, only, env);
  }
  return matcher.match(pattern, target, env);
}
