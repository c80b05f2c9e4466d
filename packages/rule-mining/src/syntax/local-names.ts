import type { SgNode } from '@ast-grep/napi';

const FUNCTIONS =
  /^(?:function|method|constructor|arrow_function|func|generator_function|lambda|closure)\w*$|^function_item$/;
/** Nodes that declare the names in one of their fields. */
const DECLARES =
  /^(?:variable_declarator|short_var_declaration|var_spec|let_declaration|init_declarator|assignment|range_clause|for_in_statement|for_in_clause|for_statement|for_expression|enhanced_for_statement|catch_clause|catch_formal_parameter|resource|with_item|as_pattern)$|parameter(?:_declaration)?$/;
/** Nodes whose identifiers are all names of parameters. */
const PARAMETER_LISTS =
  /^(?:formal_parameters|parameters|lambda_parameters|closure_parameters|typed_parameter)$/;
/** Parameters that callers may name, as in Python. */
const KEYWORD_PARAMETERS =
  /^(?:parameters|default_parameter|typed_parameter|typed_default_parameter)$/;
const NAME_FIELDS = ['name', 'left', 'pattern', 'declarator', 'parameter', 'alias'];

/** The names that a function declares, and the identifiers that use them. */
export interface LocalScope {
  readonly names: ReadonlySet<string>;
  readonly uses: readonly SgNode[];
  /**
   * Names that cannot be replaced alone: `{ name }` in JavaScript, and parameters that a caller may
   * name in Python.
   */
  readonly fixed: ReadonlySet<string>;
}

/** The outermost functions below a node, each with the variables and parameters that it declares. */
export function localScopes(root: SgNode): readonly LocalScope[] {
  const scopes: LocalScope[] = [];
  visit(root, (node) => {
    if (!FUNCTIONS.test(String(node.kind())) || node.isLeaf()) return true;
    scopes.push(scopeOf(node));
    return false;
  });
  return scopes;
}

/** Offsets at which a local variable or parameter is named, in UTF-16 code units. */
export function localOffsets(root: SgNode): ReadonlySet<number> {
  const offsets = new Set<number>();
  for (const { names, uses } of localScopes(root)) {
    for (const use of uses) if (names.has(use.text())) offsets.add(use.range().start.index);
  }
  return offsets;
}

function scopeOf(scope: SgNode): LocalScope {
  const names = new Set<string>();
  const uses: SgNode[] = [];
  const fixed = new Set<string>();
  visit(scope, (node) => {
    const kind = String(node.kind());
    const declared = PARAMETER_LISTS.test(kind) ? identifiersOf(node) : declaredNames(node, kind);
    for (const name of declared) names.add(name);
    if (KEYWORD_PARAMETERS.test(kind)) for (const name of declared) fixed.add(name);
    if (kind.startsWith('shorthand') || kind.includes('interpolation')) fixed.add(node.text());
    if (kind === 'identifier' && !isProperty(node)) uses.push(node);
    return true;
  });
  return { names, uses, fixed };
}

function declaredNames(node: SgNode, kind: string): readonly string[] {
  if (!DECLARES.test(kind)) return [];
  return NAME_FIELDS.flatMap((field) => {
    const held = node.field(field);
    if (held === null) return [];
    return held.isLeaf() ? identifiersIn([held]) : identifiersOf(held);
  });
}

function identifiersOf(node: SgNode): readonly string[] {
  return identifiersIn(node.children());
}

function identifiersIn(nodes: readonly SgNode[]): readonly string[] {
  return nodes.filter((node) => node.kind() === 'identifier').map((node) => node.text());
}

/** Whether a name is the name of a member or of an argument, which is not a variable. */
function isProperty(node: SgNode): boolean {
  const parent = node.parent();
  if (parent === null) return false;
  const kind = String(parent.kind());
  if (/^(?:keyword_argument|keyed_element|literal_element|call_expression_name)$/.test(kind)) {
    return parent.children()[0]?.id() === node.id();
  }
  const member = parent.field('attribute') ?? parent.field('field');
  if (member !== null) return member.id() === node.id();
  return kind === 'method_invocation' && parent.field('name')?.id() === node.id();
}

/** Visits nodes from the root; `enter` returns whether to go on below. */
export function visit(node: SgNode, enter: (node: SgNode) => boolean): void {
  if (!enter(node)) return;
  for (const child of node.children()) visit(child, enter);
}
