import { resolveConstants, type ConstantStyle } from '../constants.ts';
import { walk, type Tree } from '../tree.ts';

export const ECMA_STYLE: ConstantStyle = { setOnceIsConstant: true };

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
  for (const definition of walk(program)) requiredNames(definition, imported);
  for (const node of walk(program)) {
    const path = node.kind === 'Id' ? imported.get(node.text) : undefined;
    if (path !== undefined) node.facts = { ...node.facts, imported: [path] };
  }
  resolveConstants(program, ECMA_STYLE);
}

/** `const x = require('y')` and `const {x} = require('y')` are imports. */
function requiredNames(definition: Tree, imported: Map<string, readonly string[]>): void {
  if (definition.kind !== 'VarDef') return;
  const [, name, , value] = definition.kids;
  const call = value?.kind === 'Assign' ? value.kids[1] : value;
  const [module] = call?.kids[1]?.kids ?? [];
  if (call?.kind !== 'Call' || call.kids[0]?.text !== 'require' || module?.kind !== 'Str') return;
  if (call === value) {
    if (name !== undefined) imported.set(name.text, [module.text]);
    return;
  }
  for (const field of value?.kids[0]?.kids[0]?.kids ?? []) {
    const [, key, , local] = field.kids;
    if (key !== undefined && local?.kind === 'Id')
      imported.set(local.text, [module.text, key.text]);
  }
}

const pathNames = (module: Tree): readonly string[] => [module.text];
