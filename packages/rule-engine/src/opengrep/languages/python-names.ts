import { resolveConstants, type ConstantStyle } from '../constants.ts';
import { walk, type Tree } from '../tree.ts';

export const PYTHON_STYLE: ConstantStyle = { setOnceIsConstant: true, functionScoped: true };

/** What names stand for by the imports of the file, and what they always hold. */
export function resolvePython(program: Tree): void {
  const imported = new Map<string, readonly string[]>();
  for (const node of walk(program)) {
    if (node.kind === 'ImportAs') {
      const [module, alias] = node.kids;
      if (module !== undefined && alias?.kind === 'Name') imported.set(alias.text, namesOf(module));
    }
    if (node.kind !== 'ImportFrom') continue;
    const [module, names] = node.kids;
    for (const { kids } of names?.kids ?? []) {
      const [name, alias] = kids;
      if (module === undefined || name === undefined) continue;
      const local = alias?.kind === 'Name' ? alias.text : name.text;
      imported.set(local, [...namesOf(module), name.text]);
    }
  }
  for (const node of walk(program)) {
    const path = node.kind === 'Id' ? imported.get(node.text) : undefined;
    if (path !== undefined) node.facts = { ...node.facts, imported: [path] };
  }
  resolveConstants(program, PYTHON_STYLE);
}

const namesOf = (module: Tree): readonly string[] => module.kids.map(({ text }) => text);
