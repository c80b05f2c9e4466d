import { bind, nodeValue, NO_MATCH, type Env, type Envs } from './bindings.ts';
import { constantOf } from './constant.ts';
import { matchAnyOrder, matchArguments, matchSequence } from './match-lists.ts';
import { matchDeep } from './match-deep.ts';
import { matchDottedPath, matchModule } from './match-imports.ts';
import { matchString } from './match-string.ts';
import { matchBranch, matchStatement } from './match-statements.ts';
import { chain, either, type MatchOptions, type Matcher } from './matcher.ts';
import { isAbsent, isMetavariable, sameTree, tree, type Tree } from './tree.ts';

/** No chain of names is followed further than this. */
const MAX_FOLLOWED = 20;

export function createMatcher(options: MatchOptions): Matcher {
  let followed = 0;

  /** Matches what a name stands for, where a pattern's part meets a name. */
  function follow(pattern: Tree, target: Tree, env: Env): Envs {
    const symbol = target.facts?.symbol;
    if (!options.symbolicPropagation || symbol === undefined || followed >= MAX_FOLLOWED) {
      return NO_MATCH;
    }
    followed += 1;
    try {
      return match(pattern, symbol, env);
    } finally {
      followed -= 1;
    }
  }

  function match(pattern: Tree, target: Tree, env: Env): Envs {
    const found = matchRoot(pattern, target, env);
    if (target.role !== 'expr') return found;
    // A cast is looked through where a pattern meets it as a part.
    if (target.kind === 'Cast' && target.kids[1] !== undefined) {
      const inner = target.kids[1];
      return either(match(pattern, inner, env), () => found);
    }
    if (target.kind === 'Id' && pattern.role === 'expr' && canFollow(pattern)) {
      return either(found, () => follow(pattern, target, env));
    }
    return found;
  }

  function matchRoot(pattern: Tree, target: Tree, env: Env): Envs {
    const imported = target.facts?.imported;
    if (imported === undefined || target.kind !== 'Id' || pattern.role === 'stmt') {
      return matchNode(pattern, target, env);
    }
    // OpenGrep follows an import's name even where the pattern is tried on the name itself.
    const plain = either(matchNode(pattern, target, env), () =>
      canFollow(pattern) ? follow(pattern, target, env) : NO_MATCH,
    );
    if (plain.length > 0 || (pattern.kind !== 'Id' && pattern.kind !== 'Dot')) return plain;
    return imported.reduce<Envs>(
      (found, path) => either(found, () => matchNode(pattern, dotted(path, target), env)),
      plain,
    );
  }

  function matchNode(pattern: Tree, target: Tree, env: Env): Envs {
    switch (pattern.kind) {
      case 'Any':
        return [env];
      case 'Ellipsis':
        return target.kind === 'None' ? NO_MATCH : [env];
      case 'None':
      case 'Empty':
        return isAbsent(target) ? [env] : NO_MATCH;
      case 'Id':
      case 'Name':
        return matchName(pattern, target, env);
      case 'Deep':
        return matchDeep(matcher, pattern.kids[0] as Tree, target, env);
      case 'TypedMetavariable':
        return matchTyped(pattern, target, env);
      case 'Str':
        return matchString(pattern, constantOf(target) ?? target, env);
      case 'Lit':
        return matchLiteral(pattern, constantOf(target) ?? target, env);
      case 'Path':
        return target.kind === 'Path' ? matchModule(pattern, target, env) : NO_MATCH;
      case 'DottedPath':
        return target.kind === 'DottedPath'
          ? matchDottedPath(matcher, pattern, target, env)
          : NO_MATCH;
      case 'DotEllipsis':
        return matchChain(pattern, target, env);
      default:
        break;
    }
    if (isAbsent(target)) return NO_MATCH;
    if (pattern.role === 'stmt') {
      const special = matchStatement(matcher, pattern, target, env);
      if (special !== undefined) return special;
    }
    return matchShape(pattern, target, env);
  }

  function matchShape(pattern: Tree, target: Tree, env: Env): Envs {
    if (pattern.kind === 'FuncDef' && (target.kind === 'VarDef' || target.kind === 'Field')) {
      return matchFunctionValue(pattern, target, env);
    }
    if (pattern.kind === 'Assign' && target.kind === 'AssignOp' && target.text === ':=') {
      return matchKids(pattern, target, env);
    }
    if (pattern.kind === 'Param' && ['ParamPattern', 'Receiver'].includes(target.kind)) {
      return isBareParameter(pattern)
        ? bind(env, pattern.kids[0]?.text ?? '', nodeValue(target))
        : NO_MATCH;
    }
    if (pattern.kind === 'Op' && target.kind === 'Op') return matchOperation(pattern, target, env);
    if (pattern.kind !== target.kind) return NO_MATCH;
    switch (pattern.kind) {
      case 'Args':
        return matchArguments(matcher, pattern.kids, target.kids, env);
      case 'Params':
      case 'Elems':
        return matchSequence(matcher, pattern.kids, target.kids, env);
      case 'Concat':
        return matchConcat(pattern, target, env);
      case 'Attrs':
      case 'Fields':
      case 'Subset':
        return matchAnyOrder(matcher, pattern.kids, target.kids, env, true);
      case 'Parents':
        return matchSequence(matcher, pattern.kids, target.kids, env, true);
      case 'Inside':
        return matchSequence(matcher, pattern.kids, target.kids, env, true);
      case 'Unordered':
        return matchAnyOrder(matcher, pattern.kids, target.kids, env, false);
      case 'Dot':
        return matchDot(pattern, target, env);
      case 'If':
      case 'Func':
        return matchBranches(pattern, target, env);
      case 'Keyword':
        return matchKeyword(pattern, target) ? [env] : NO_MATCH;
      default:
        break;
    }
    if (pattern.text !== target.text) {
      if (!isMetavariable(pattern.text)) return NO_MATCH;
      const name = tree('Name', 'other', target, [], target.text);
      return chain(bind(env, pattern.text, nodeValue(name)), (bound) =>
        matchKids(pattern, target, bound),
      );
    }
    return matchKids(pattern, target, env);
  }

  function matchKids(pattern: Tree, target: Tree, env: Env): Envs {
    if (pattern.kids.length !== target.kids.length) return NO_MATCH;
    return pattern.kids.reduce<Envs>(
      (envs, kid, index) =>
        chain(envs, (matched) => match(kid, target.kids[index] as Tree, matched)),
      [env],
    );
  }

  /** As its kids, but a branch or body with braces and one without are alike. */
  function matchBranches(pattern: Tree, target: Tree, env: Env): Envs {
    return pattern.kids.reduce<Envs>(
      (envs, kid, index) => {
        const other = target.kids[index];
        if (other === undefined) return NO_MATCH;
        return chain(envs, (matched) =>
          kid.role === 'stmt' && other.role === 'stmt'
            ? matchBranch(matcher, kid, other, matched)
            : match(kid, other, matched),
        );
      },
      [env],
    );
  }

  function matchName(pattern: Tree, target: Tree, env: Env): Envs {
    if (isAbsent(target)) return NO_MATCH;
    const { text } = pattern;
    const isName = target.kind === 'Id' || target.kind === 'Name';
    if (isMetavariable(text)) {
      if (pattern.role !== target.role && !isName) return NO_MATCH;
      if (target.kind === 'Concat' || target.role === 'stmt')
        return concatIsBound(pattern, target, env);
      return bind(env, text, nodeValue(target));
    }
    if (!isName) return NO_MATCH;
    if (text.startsWith('=~/')) return matchString(pattern, target, env);
    return text === target.text ? [env] : NO_MATCH;
  }

  function concatIsBound(pattern: Tree, target: Tree, env: Env): Envs {
    return target.role === 'expr' ? bind(env, pattern.text, nodeValue(target)) : NO_MATCH;
  }

  function matchTyped(pattern: Tree, target: Tree, env: Env): Envs {
    const [wanted] = pattern.kids;
    const type = typeOf(target);
    if (wanted === undefined || type === undefined || target.role !== 'expr') return NO_MATCH;
    return chain(match(wanted, type, env), (matched) =>
      bind(matched, pattern.text, nodeValue(target)),
    );
  }

  function typeOf(target: Tree): Tree | undefined {
    if (target.facts?.type !== undefined) return target.facts.type;
    if (target.kind === 'New' || target.kind === 'Cast') return target.kids[0];
    return undefined;
  }

  function matchLiteral(pattern: Tree, target: Tree, env: Env): Envs {
    return target.kind === 'Lit' && pattern.text === target.text ? [env] : NO_MATCH;
  }

  /** `a. ... .b()`: any number of steps of the chain may be left out. */
  function matchChain(pattern: Tree, target: Tree, env: Env): Envs {
    const [object] = pattern.kids;
    if (object === undefined) return NO_MATCH;
    let found: Envs = NO_MATCH;
    for (let at: Tree | undefined = target; at !== undefined; at = stepBack(at)) {
      const tried = at;
      found = either(found, () => match(object, tried, env));
    }
    return found;
  }

  function matchDot(pattern: Tree, target: Tree, env: Env): Envs {
    const [object, field] = pattern.kids;
    const [targetObject, targetField] = target.kids;
    if (!object || !field || !targetObject || !targetField) return NO_MATCH;
    return chain(match(field, targetField, env), (matched) => {
      return match(object, targetObject, matched);
    });
  }

  function matchConcat(pattern: Tree, target: Tree, env: Env): Envs {
    if (pattern.text !== target.text) return NO_MATCH;
    const parts = pattern.kids.map((part) =>
      part.kind === 'Str' && part.text === '...' ? tree('Ellipsis', 'expr', part) : part,
    );
    return matchSequence(matcher, parts, target.kids, env);
  }

  /** Chains of `&&` or `||` are flat; `e + ...` goes on to the left. */
  function matchOperation(pattern: Tree, target: Tree, env: Env): Envs {
    if (pattern.text !== target.text) return NO_MATCH;
    if (pattern.text === '&&' || pattern.text === '||') {
      return matchOperands(operands(pattern), operands(target), pattern.text, env);
    }
    const [left, right] = pattern.kids;
    const [targetLeft] = target.kids;
    if (right?.kind === 'Ellipsis' && left !== undefined && targetLeft !== undefined) {
      const here = match(left, targetLeft, env);
      return here.length > 0 ? here : match(pattern, targetLeft, env);
    }
    return matchKids(pattern, target, env);
  }

  /** A metavariable takes one operand or several side by side. */
  function matchOperands(
    patterns: readonly Tree[],
    targets: readonly Tree[],
    operator: string,
    env: Env,
  ): Envs {
    const [pattern, ...rest] = patterns;
    if (pattern === undefined) return targets.length === 0 ? [env] : NO_MATCH;
    if (pattern.kind === 'Ellipsis' || isMetavariable(pattern.text)) {
      let found: Envs = NO_MATCH;
      for (let taken = pattern.kind === 'Ellipsis' ? 0 : 1; taken <= targets.length; taken += 1) {
        const whole = joined(targets.slice(0, taken), operator);
        const after = targets.slice(taken);
        found = either(found, () =>
          chain(whole === undefined ? [env] : match(pattern, whole, env), (matched) =>
            matchOperands(rest, after, operator, matched),
          ),
        );
      }
      return found;
    }
    const [target, ...others] = targets;
    if (target === undefined) return NO_MATCH;
    return chain(match(pattern, target, env), (matched) =>
      matchOperands(rest, others, operator, matched),
    );
  }

  /** `function f() {}` is also `const f = () => {}`. */
  function matchFunctionValue(pattern: Tree, target: Tree, env: Env): Envs {
    const [attributes, name, , value] = target.kids;
    const [patternAttributes, patternName, , body] = pattern.kids;
    if (value?.kind !== 'Func' || !attributes || !name || !patternAttributes) return NO_MATCH;
    if (patternName === undefined || body === undefined) return NO_MATCH;
    return chain(match(patternName, name, env), (named) =>
      chain(match(patternAttributes, attributes, named), (attributed) =>
        match(body, value, attributed),
      ),
    );
  }

  const matcher: Matcher = { options, match, matchRoot };
  return matcher;
}

/** What is matched on a name itself and never on what it was set to. */
const canFollow = (pattern: Tree): boolean =>
  !['Any', 'Deep', 'Ellipsis', 'Lit', 'Str', 'TypedMetavariable'].includes(pattern.kind);

/** A metavariable alone stands for a parameter of any form. */
function isBareParameter(pattern: Tree): boolean {
  const [name, ...rest] = pattern.kids;
  return (
    name !== undefined &&
    isMetavariable(name.text) &&
    rest.every((part) => part.kind === 'Any' || (part.kind === 'Attrs' && part.kids.length === 0))
  );
}

/** `var` in a pattern stands for `let` and `const` too. */
const matchKeyword = (pattern: Tree, target: Tree): boolean =>
  sameTree(pattern, target) ||
  (pattern.text === 'var' && (target.text === 'let' || target.text === 'const'));

function stepBack(target: Tree): Tree | undefined {
  if (target.kind === 'Dot') return target.kids[0];
  if (target.kind === 'Call' && target.kids[0]?.kind === 'Dot') return target.kids[0].kids[0];
  return undefined;
}

function dotted(path: readonly string[], at: Tree): Tree {
  const [first = '', ...rest] = path;
  return rest.reduce<Tree>(
    (object, field) => tree('Dot', 'expr', at, [object, tree('Name', 'other', at, [], field)]),
    tree('Id', 'expr', at, [], first),
  );
}

function operands(operation: Tree): readonly Tree[] {
  return operation.kids.flatMap((kid) =>
    kid.kind === 'Op' && kid.text === operation.text ? operands(kid) : [kid],
  );
}

function joined(parts: readonly Tree[], operator: string): Tree | undefined {
  return parts.reduce<Tree | undefined>(
    (whole, part) =>
      whole === undefined
        ? part
        : tree('Op', 'expr', { start: whole.start, end: part.end }, [whole, part], operator),
    undefined,
  );
}
