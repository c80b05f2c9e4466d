import { resolveConstants } from '../constants.ts';
import { walk, type Tree } from '../tree.ts';

/** Names of imports by what they stand for, and what names always hold. */
export function resolveEcma(program: Tree): void {
  const imported = new Map<string, readonly string[]>();
  for (const statement of program.kids) {
    const [module] = statement.kids;
    if (module === undefined) continue;
    if (statement.kind === 'ImportFrom') {
      for (const entry of statement.kids[1]?.kids ?? []) {
        const [name, alias] = entry.kids;
        const local = alias?.kind === 'Name' ? alias : name;
        if (name !== undefined && local !== undefined)
          imported.set(local.text, [...pathNames(module), name.text]);
      }
    }
    if (statement.kind === 'ImportAs' && statement.kids[1]?.kind === 'Name') {
      imported.set(statement.kids[1].text, pathNames(module));
    }
  }
  for (const node of walk(program)) {
    const path = node.kind === 'Id' ? imported.get(node.text) : undefined;
    if (path !== undefined) node.facts = { ...node.facts, imported: [path] };
  }
  resolveConstants(program);
}

const pathNames = (module: Tree): readonly string[] => [module.text];
