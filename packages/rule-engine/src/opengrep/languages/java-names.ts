import { resolveConstants, type ConstantStyle } from '../constants.ts';
import { walk, type Tree } from '../tree.ts';

export const JAVA_STYLE: ConstantStyle = { setOnceIsConstant: false };

/** Classes by their full names, from the imports of the file, and what names always hold. */
export function resolveJava(program: Tree): void {
  const imported = new Map<string, readonly string[]>();
  for (const node of program.kids) {
    if (node.kind !== 'ImportAs') continue;
    const path = node.kids[0]?.kids.map(({ text }) => text) ?? [];
    const name = path.at(-1);
    if (name !== undefined && node.kids[1]?.kind !== 'Name') imported.set(name, path);
  }
  for (const node of walk(program)) {
    const path = node.kind === 'Id' ? imported.get(node.text) : undefined;
    if (path !== undefined) node.facts = { ...node.facts, imported: [path] };
  }
  resolveConstants(program, JAVA_STYLE);
}
