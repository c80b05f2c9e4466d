import { walk, type Tree } from '../tree.ts';
import { resolveConstants, type ConstantStyle } from '../constants.ts';

export const GO_STYLE: ConstantStyle = { setOnceIsConstant: false };

/** Packages by the names they have in the file, and what names always hold. */
export function resolveGo(program: Tree): void {
  const packages = new Map<string, readonly string[]>();
  for (const statement of program.kids) {
    if (statement.kind !== 'ImportAs') continue;
    const [module, alias] = statement.kids;
    if (module === undefined || alias === undefined || alias.kind !== 'Name') continue;
    packages.set(alias.text, [module.text.split('/').at(-1) ?? module.text]);
  }
  for (const node of walk(program)) {
    const imported = node.kind === 'Id' ? packages.get(node.text) : undefined;
    if (imported !== undefined) node.facts = { ...node.facts, imported: [imported] };
  }
  resolveConstants(program, GO_STYLE);
}
