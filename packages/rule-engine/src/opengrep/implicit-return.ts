import { tree, type Tree } from './tree.ts';

/** The kind of function whose last call is its result, whatever the language. */
export const LAMBDA = 'lambda';

/** Marks the statements that a function's value comes from, and gives them as `return` statements. */
export function implicitReturns(func: Tree): readonly Tree[] {
  if (func.kind !== 'Func' || func.text !== LAMBDA) return [];
  return lastStatements(func.kids.at(-1)).map((statement) => {
    statement.facts = { ...statement.facts, returned: true };
    return tree('Return', 'stmt', statement, statement.kids);
  });
}

function lastStatements(node: Tree | undefined): readonly Tree[] {
  if (node?.kind === 'Block') return lastStatements(node.kids.at(-1));
  if (node?.kind === 'If') return node.kids.slice(1).flatMap(lastStatements);
  return node?.kind === 'ExprStmt' && node.kids[0]?.kind === 'Call' ? [node] : [];
}
