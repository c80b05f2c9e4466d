import type { Tree } from '../tree.ts';
import { assign, clean, join, sameState, tainted, type State } from './cells.ts';
import { define, evaluate, runLambdas, write } from './expressions.ts';
import type { Exits, Flow } from './flow.ts';

/** A loop that keeps telling more is left after so many rounds. */
const MOST_ROUNDS = 12;

/** Follows a statement, or whatever holds statements and expressions. */
export function follow(node: Tree, flow: Flow): void {
  if (flow.state === undefined) return;
  const [first, ...rest] = node.kids;
  switch (node.kind) {
    case 'VarDef':
      define(node, flow);
      break;
    case 'FuncDef':
      for (const kid of node.kids) if (kid.kind === 'Func') runFunction(kid, flow.state, flow);
      return;
    case 'ClassDef':
    case 'EnumDef':
    // OpenGrep does not look into these.
    case 'defer_statement':
    case 'Delete':
    case 'Static':
      return;
    case 'If':
      if (first !== undefined) value(first, flow);
      alternatives(rest.length < 2 ? [...rest, undefined] : rest, flow);
      return;
    case 'For':
    case 'While':
    case 'Loop':
    case 'for_statement':
    case 'for_range_loop':
      loop(node, flow);
      return;
    case 'Do':
    case 'DoWhile':
      loop({ ...node, kids: node.kids.toReversed() }, flow);
      return;
    case 'Switch':
      choose(node, flow);
      return;
    case 'Try':
      attempt(node, flow);
      return;
    case 'Return':
      if (first?.role === 'expr') {
        const given = evaluate(first, flow);
        flow.reach({ start: node.start, end: node.start + 'return'.length }, given);
        runLambdas(flow);
      }
      flow.state = undefined;
      return;
    case 'Throw':
      if (first !== undefined) value(first, flow);
      flow.state = undefined;
      return;
    case 'break_statement':
      leave(flow, 'broken');
      return;
    case 'continue_statement':
      leave(flow, 'continued');
      return;
    default:
      if (node.role === 'expr') value(node, flow);
      else for (const kid of node.kids) if (kid.role !== 'type') follow(kid, flow);
      return;
  }
}

function value(node: Tree, flow: Flow): void {
  if (node.role === 'expr') evaluate(node, flow);
  else follow(node, flow);
  runLambdas(flow);
}

/** Each part starts from the same state; what any of them leaves may hold afterwards. */
function alternatives(parts: readonly (Tree | undefined)[], flow: Flow): void {
  const before = flow.state;
  const ends = parts.map((part) => {
    flow.state = before;
    if (part !== undefined) follow(part, flow);
    return flow.state;
  });
  flow.state = ends.reduce<State | undefined>(join, undefined);
}

function leave(flow: Flow, way: keyof Exits): void {
  const exits = flow.exits.at(-1);
  if (exits !== undefined) exits[way] = join(exits[way], flow.state);
  flow.state = undefined;
}

/** Goes round until nothing new is learned. */
function loop(node: Tree, flow: Flow): void {
  const body = node.kids.at(-1);
  const head = node.kids.slice(0, -1);
  const [only] = head;
  const isClassic = only?.kind === 'ForClassic' || only?.kind === 'ForHead';
  const [start, ...steps] = isClassic ? only.kids : [];
  if (start !== undefined) value(start, flow);
  let after: State | undefined;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = flow.state;
    const exits: Exits = { broken: undefined, continued: undefined };
    flow.exits.push(exits);
    const [condition, ...next] = steps;
    if (isClassic) {
      if (condition !== undefined) value(condition, flow);
    } else enterRound(node, head, flow);
    const skipped = flow.state;
    if (body !== undefined) follow(body, flow);
    flow.state = join(flow.state, exits.continued);
    for (const step of next) if (flow.state !== undefined) value(step, flow);
    flow.exits.pop();
    after = join(after, join(skipped, exits.broken));
    flow.state = join(before, flow.state);
    if (sameState(before, flow.state)) break;
  }
  flow.state = join(flow.state, after);
}

/** The condition, or the elements one of which a round is for. */
function enterRound(node: Tree, head: readonly Tree[], flow: Flow): void {
  const [only] = head;
  const isEach = only?.kind === 'ForEach' || only?.kind === 'ForEachHead';
  const [target, elements] = isEach ? only.kids : head;
  if (node.kind === 'For' && target !== undefined && elements !== undefined) {
    write(target, tainted(evaluate(elements, flow).taints), target, flow);
  } else for (const part of head) value(part, flow);
}

function choose(node: Tree, flow: Flow): void {
  const [subject, ...rest] = node.kids;
  // In `switch x := y.(type)`, OpenGrep does not connect the two.
  const tested = node.text === 'type' && subject?.kind === 'Assign' ? subject.kids[1] : subject;
  if (tested !== undefined) value(tested, flow);
  const exits: Exits = { broken: undefined, continued: undefined };
  flow.exits.push(exits);
  const cases = rest.flatMap((kid) => (kid.kind === 'Case' ? [kid] : kid.kids));
  alternatives([...cases, undefined], flow);
  flow.exits.pop();
  flow.state = join(flow.state, exits.broken);
  if (exits.continued !== undefined) {
    const outer = flow.exits.at(-1);
    if (outer !== undefined) outer.continued = join(outer.continued, exits.continued);
  }
}

/** To OpenGrep, a handler starts from what held before; what ends it all comes last. */
function attempt(node: Tree, flow: Flow): void {
  const handlers = (kid: Tree): boolean => kid.kids.some(({ kind }) => kind === 'Catch');
  const index = node.kids.findIndex(handlers);
  const cut = index === -1 ? node.kids.findIndex(({ kind }) => kind === 'Block') + 1 : index;
  const before = flow.state;
  for (const kid of node.kids.slice(0, cut)) follow(kid, flow);
  const after = flow.state;
  const ends = (node.kids[index]?.kids ?? []).map((handler) => {
    flow.state = before;
    for (const kid of handler.kids) if (kid.kind === 'Block') follow(kid, flow);
    return flow.state;
  });
  flow.state = ends.reduce<State | undefined>(join, after);
  for (const kid of node.kids.slice(index === -1 ? cut : index + 1)) follow(kid, flow);
}

/** Follows a function's body from a state; returns what holds at its end. Its returns go nowhere. */
export function runFunction(func: Tree, from: State | undefined, flow: Flow): State | undefined {
  if (from === undefined) return undefined;
  const [saved, lambdas] = [flow.state, flow.lambdas];
  const exits = flow.exits.splice(0);
  flow.lambdas = [];
  flow.state = from;
  for (const name of parameterNames(func)) {
    const key = flow.file.variables.get(name) ?? name.text;
    const given = tainted(flow.sourcesAt(name));
    flow.change((state) => {
      const fresh = clean(state, key, []);
      return given.taints.size === 0 ? fresh : assign(fresh, key, [], given);
    });
  }
  const body = func.kids.at(-1);
  if (body !== undefined) follow(body, flow);
  const end = flow.state;
  flow.state = saved;
  flow.lambdas = lambdas;
  flow.exits.push(...exits);
  return end;
}

/** All that parameters are called, those inside a pattern too. */
function parameterNames(func: Tree): readonly Tree[] {
  return (func.kids[0]?.kids ?? []).flatMap(({ kids: [first] }) =>
    first === undefined ? [] : namesOf(first),
  );
}

function namesOf(pattern: Tree): readonly Tree[] {
  if (pattern.kind === 'Name') return [pattern];
  // Of `{a: b}` the key is no name of anything.
  const kids = pattern.kind === 'PatternField' ? pattern.kids.slice(1) : pattern.kids;
  return pattern.role === 'other' ? kids.flatMap(namesOf) : [];
}
