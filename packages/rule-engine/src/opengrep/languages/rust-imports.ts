import type { Cst } from '../cst.ts';
import { CLASS_PATH } from '../match-imports.ts';
import { none, tree, type Tree } from '../tree.ts';
import { parts, type SourceText } from './translator.ts';

/** Each name of a `use` is an import of its own; what is reported ends with the name. */
export function rustImports(node: Cst, source: SourceText): readonly Tree[] {
  const found: Tree[] = [];
  const visit = (part: Cst, prefix: readonly Cst[]): void => {
    const inner = parts(part);
    switch (part.type) {
      case 'use_list':
        for (const each of inner) visit(each, prefix);
        return;
      case 'scoped_use_list': {
        const list = inner.at(-1);
        const path = inner.length > 1 ? inner[0] : undefined;
        if (list !== undefined)
          visit(list, [...prefix, ...(path === undefined ? [] : namesOf(path))]);
        return;
      }
      case 'use_wildcard':
        add([...prefix, ...inner.flatMap(namesOf)], part, '*');
        return;
      case 'use_as_clause': {
        const [path, alias] = inner;
        if (path !== undefined)
          add([...prefix, ...namesOf(path)], alias ?? path, alias && source.nameText(alias));
        return;
      }
      default:
        if (part.type !== 'visibility_modifier') add([...prefix, ...namesOf(part)], part);
    }
  };
  const add = (names: readonly Cst[], last: Cst, alias?: string): void => {
    const span = { start: useKeyword(node).start, end: last.end };
    const path = tree(
      'DottedPath',
      'other',
      last,
      names.map((name) => source.name(name)),
      CLASS_PATH,
    );
    const as = alias === undefined ? none(last) : tree('Name', 'other', last, [], alias);
    found.push(tree('ImportAs', 'stmt', span, [path, as]));
  };
  for (const part of parts(node)) visit(part, []);
  return found;
}

const useKeyword = (node: Cst): Cst => node.kids.find(({ type }) => type === 'use') ?? node;

function namesOf(path: Cst): readonly Cst[] {
  return path.type === 'scoped_identifier' ? parts(path).flatMap(namesOf) : [path];
}
