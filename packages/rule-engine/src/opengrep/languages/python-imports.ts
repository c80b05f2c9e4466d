import { before, kid, type Cst } from '../cst.ts';
import { any, tree, type Tree } from '../tree.ts';
import { list, parts, type SourceText } from './translator.ts';

/** `import a, b` is two imports; a `from` import keeps its names together. */
export function pythonImports(node: Cst, source: SourceText): readonly Tree[] {
  if (node.type === 'import_statement') {
    return parts(node).map((part) => {
      const [name, alias] = part.type === 'aliased_import' ? parts(part) : [part];
      const module = modulePath(name ?? part, source);
      return tree('ImportAs', 'stmt', node, [module, aliasOf(alias, part, source)]);
    });
  }
  const [module] =
    node.type === 'future_import_statement'
      ? node.kids.slice(1, 2)
      : before(node, 'import').filter((part) => part.named);
  const path = module === undefined ? [] : [modulePath(module, source)];
  if (kid(node, 'wildcard_import') !== undefined) return [tree('ImportAll', 'stmt', node, path)];
  const at = node.kids.findIndex(({ type }) => type === 'import');
  const names = node.kids.slice(at + 1).filter((part) => part.named);
  const imported = names.map((part) => {
    const [name, alias] = part.type === 'aliased_import' ? parts(part) : [part];
    return tree('ImportedName', 'other', part, [
      source.name(name ?? part),
      aliasOf(alias, part, source),
    ]);
  });
  // Neither a last comma nor the parenthesis is part of what is reported.
  const span = { start: node.start, end: imported.at(-1)?.end ?? node.end };
  return [tree('ImportFrom', 'stmt', span, [...path, list('Subset', node, imported)])];
}

function aliasOf(alias: Cst | undefined, at: Cst, source: SourceText): Tree {
  return alias === undefined ? any(at) : source.name(alias);
}

/** The names of a path; the dots of a relative one are a name too. */
function modulePath(node: Cst, source: SourceText): Tree {
  const names =
    node.type === 'relative_import'
      ? parts(node).flatMap((part) => (part.type === 'dotted_name' ? parts(part) : [part]))
      : node.type === 'dotted_name'
        ? parts(node)
        : [node];
  return tree(
    'DottedPath',
    'other',
    node,
    names.map((name) => source.name(name)),
  );
}
