// Finds the text of a file that has no effect on what the program does: comments, statements without an
// effect, branches that are never taken, and local names that nothing reads. Used by code-reader.mjs.

import { COMMENT_KINDS, nodesOf } from './node-kinds.mjs';

const COMMENTS = /comment$/;

const BLOCKS = new Set([
  'statement_block',
  'block',
  'compound_statement',
  'program',
  'module',
  'class_body',
  'statement_list',
  'translation_unit',
  'source_file',
  'switch_body',
]);

/** Behind one of these, the rest of the block is never reached. */
const ENDS = /^(?:return|throw|raise|break|continue)(?:_statement|_expression)?$/;

/** Declarations are hoisted, or reached in another way than by falling into them. */
const REACHED =
  /^(?:function_declaration|generator_function_declaration|class_declaration|function_definition|class_definition|labeled_statement|switch_case|switch_default|case_statement|case_label|default_label|type_alias_declaration|interface_declaration|enum_declaration|function_item|use_declaration|struct_item|enum_item|impl_item|const_item|macro_definition|import_statement|preproc_\w+|else_clause)$/;

const LITERALS = new Set([
  'string',
  'number',
  'integer',
  'float',
  'template_string',
  'true',
  'false',
  'null',
  'undefined',
  'none',
  'ellipsis',
  'string_literal',
  'raw_string_literal',
  'number_literal',
  'integer_literal',
  'boolean_literal',
  'int_literal',
  'interpreted_string_literal',
  'decimal_integer_literal',
  'concatenated_string',
  'regex',
]);

const named = (node) => node.children().filter((child) => child.isNamed());
const hasInside = (node, kinds) => {
  if (kinds.test(node.kind())) return true;
  return node.children().some((child) => hasInside(child, kinds));
};
const ACTS =
  /^(?:call_expression|call|method_invocation|new_expression|object_creation_expression|await|await_expression|yield|yield_expression|assignment_expression|augmented_assignment_expression|update_expression|macro_invocation|template_substitution|interpolation|composite_literal|tagged_template|func_literal|lambda_expression|receive_expression)$/;

/** The inside of parentheses. */
function bare(node) {
  let inner = node;
  while (/^(?:parenthesized_expression|condition_clause)$/.test(inner.kind())) {
    const only = named(inner).filter((one) => !COMMENTS.test(one.kind()));
    if (only.length !== 1) return inner;
    [inner] = only;
  }
  return inner;
}

const UNKNOWN = Symbol('unknown');

/** The value of an expression of literals. */
function valueOf(expression) {
  const node = bare(expression);
  const text = node.text();
  switch (node.kind()) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'boolean_literal':
      return text === 'true';
    case 'null':
    case 'undefined':
    case 'none':
    case 'null_literal':
      return null;
    case 'number':
    case 'integer':
    case 'int_literal':
    case 'integer_literal':
    case 'number_literal':
    case 'decimal_integer_literal':
      return /^\d+$/.test(text) ? Number(text) : UNKNOWN;
    case 'string':
    case 'string_literal':
    case 'interpreted_string_literal':
      return hasInside(node, /^(?:template_substitution|interpolation)$/)
        ? UNKNOWN
        : text.replaceAll(/^\w*["']+|["']+$/g, '');
    case 'identifier':
      return text === 'undefined' ? null : UNKNOWN;
    case 'unary_expression':
    case 'not_operator': {
      const inner = named(node).at(-1);
      const value = inner ? valueOf(inner) : UNKNOWN;
      if (text.startsWith('void') && inner && !hasInside(inner, ACTS)) return null;
      return value !== UNKNOWN && /^(?:!|not\b)/.test(text) ? !value : UNKNOWN;
    }
    case 'binary_expression':
    case 'boolean_operator':
    case 'comparison_operator':
      return combined(node);
    default:
      return UNKNOWN;
  }
}

function combined(node) {
  const [first, last] = [named(node)[0], named(node).at(-1)];
  if (!first || !last) return UNKNOWN;
  const operator = node.field('operator')?.text() ?? node.children()[1]?.text();
  const [left, right] = [valueOf(first), valueOf(last)];
  const isFalse = (value) => value !== UNKNOWN && !value;
  const isTrue = (value) => value !== UNKNOWN && Boolean(value);
  if (operator === '&&' || operator === 'and') {
    if (isFalse(left) || isFalse(right)) return false;
    return isTrue(left) && isTrue(right) ? true : UNKNOWN;
  }
  if (operator === '||' || operator === 'or') {
    if (isTrue(left) || isTrue(right)) return true;
    return isFalse(left) && isFalse(right) ? false : UNKNOWN;
  }
  if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN;
  switch (operator) {
    case '===':
    case '==':
      return left === right;
    case '!==':
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    default:
      return UNKNOWN;
  }
}

/** An expression that was evaluated for nothing: a literal, a name, or `void` of anything. */
function isIdle(expression) {
  const node = bare(expression);
  const kind = node.kind();
  if (LITERALS.has(kind)) return !hasInside(node, ACTS);
  if (kind === 'identifier' || kind === 'member_expression' || kind === 'attribute')
    return !hasInside(node, ACTS);
  if (kind === 'unary_expression' && /^void\b/.test(node.text())) return true;
  if (kind === 'cast_expression' && /^\(\s*void\s*\)/.test(node.text()))
    return !hasInside(node, ACTS);
  if (
    /^(?:array|list|tuple|object|dictionary|arrow_function|function_expression|function|lambda)$/.test(
      kind,
    )
  )
    return kind.includes('function') || kind === 'lambda' || !hasInside(node, ACTS);
  if (
    /^(?:binary_expression|comparison_operator|boolean_operator|binary_operator|ternary_expression|conditional_expression|sequence_expression)$/.test(
      kind,
    )
  )
    return !hasInside(node, ACTS);
  return false;
}

function isIdleStatement(node) {
  if (node.kind() === 'expression_statement') {
    const [only, ...more] = named(node).filter((one) => !COMMENTS.test(one.kind()));
    if (!only || more.length > 0) return false;
    // `false && f()` never calls f.
    const value = valueOf(only);
    if (value !== UNKNOWN && /&&|\|\||\band\b|\bor\b/.test(only.text())) return true;
    return isIdle(only) || isDiscarded(only);
  }
  return isDiscarded(node);
}

const DISCARDING = [
  'assignment_statement',
  'short_var_declaration',
  'let_declaration',
  'assignment',
  'var_spec',
];

/** `_ = x` in Go and Python, `let _ = x` in Rust, without a call. */
function isDiscarded(node) {
  if (!DISCARDING.includes(node.kind())) return false;
  const target = node.field('left') ?? node.field('pattern') ?? node.field('name');
  const value = node.field('right') ?? node.field('value');
  return target?.text() === '_' && Boolean(value) && !hasInside(value, ACTS);
}

const CONDITIONALS = [
  'if_statement',
  'elif_clause',
  'if_expression',
  'ternary_expression',
  'conditional_expression',
  'while_statement',
  'while_expression',
  'for_statement',
];

/** The branch of a conditional that is never taken. */
function deadBranches(node) {
  const kind = node.kind();
  const children = named(node).filter((one) => !COMMENTS.test(one.kind()));
  const isPythonTernary = kind === 'conditional_expression' && !node.field('condition');
  const condition = isPythonTernary ? children[1] : node.field('condition');
  if (!condition) return [];
  const value = valueOf(condition);
  if (value === UNKNOWN) return [];
  const taken =
    node.field('consequence') ?? node.field('body') ?? (isPythonTernary ? children[0] : undefined);
  const other = node.field('alternative') ?? (isPythonTernary ? children[2] : undefined);
  if (value) return /^(?:while|for)/.test(kind) || !other ? [] : [other];
  return taken ? [taken] : [];
}

/** What follows a statement that always leaves the block. */
function behindTheEnd(node) {
  if (!BLOCKS.has(node.kind())) return [];
  const children = named(node);
  const isEnd = (one) =>
    ENDS.test(one.kind()) ||
    (one.kind() === 'expression_statement' &&
      named(one).length === 1 &&
      ENDS.test(named(one)[0].kind()));
  const end = children.findIndex(isEnd);
  if (end < 0) return [];
  return children.slice(end + 1).filter((one) => !REACHED.test(one.kind()));
}

/** `#if 0`, and code that Rust never compiles. */
function notCompiled(node) {
  const kind = node.kind();
  if (kind === 'preproc_if' && node.field('condition')?.text() === '0') {
    const other = node.field('alternative');
    return named(node).filter((one) => one.id() !== other?.id());
  }
  if (
    kind === 'attribute_item' &&
    /^#\[cfg\(\s*(?:any\(\s*\)|FALSE|false|never)\s*\)\]$/.test(node.text())
  ) {
    const next = node.next();
    return next ? [next] : [];
  }
  return [];
}

const FUNCTIONS =
  /^(?:function_declaration|generator_function_declaration|function_definition|method_declaration|function_item)$/;

/** Whether nothing outside the file, and no runner or framework, can reach a declaration by its name. */
function isPrivate(node, language) {
  const outer = node.parent();
  const before = node.text().split(/[{:=]/, 1)[0] ?? '';
  switch (language) {
    case 'JavaScript':
    case 'TypeScript':
    case 'Tsx':
      return outer?.kind() !== 'export_statement';
    case 'Python': {
      if (outer?.kind() === 'decorated_definition') return false;
      const name = node.field('name')?.text() ?? '';
      const isNested = node.ancestors().some((one) => one.kind() === 'function_definition');
      return isNested || (/^_[^_]/.test(name) && !isMember(node));
    }
    case 'Java':
      return /\bprivate\b/.test(before) && !/@/.test(before);
    case 'Rust':
      return (
        !/^\s*pub\b/.test(before) && !isMember(node) && node.prev()?.kind() !== 'attribute_item'
      );
    case 'C':
    case 'Cpp':
      return /\bstatic\b/.test(before) && !isMember(node);
    default:
      return false;
  }
}

function isMember(node) {
  return node
    .ancestors()
    .some((one) => /class|impl_item|trait_item|struct_specifier/.test(one.kind()));
}

function declaredName(node) {
  let name =
    node.field('name') ?? node.field('declarator') ?? node.field('pattern') ?? node.field('left');
  while (name?.field('declarator')) name = name.field('declarator');
  return name?.text();
}

/** A declaration of a name that occurs nowhere else: a function, or a variable whose value does nothing. */
function isUnread(node, language, uses) {
  const kind = node.kind();
  const name = declaredName(node);
  if (!name || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) || (uses.get(name) ?? 0) > 1) return false;
  if (FUNCTIONS.test(kind)) return name !== 'main' && isPrivate(node, language);
  const isVariable = /^(?:variable_declarator|let_declaration|init_declarator)$/.test(kind);
  const isPython = kind === 'assignment' && language === 'Python';
  if (!isVariable && !isPython) return false;
  const value = node.field('value') ?? node.field('right');
  if (!value || hasInside(value, ACTS)) return false;
  if (isPython) {
    const isLocal = node.ancestors().some((one) => one.kind() === 'function_definition');
    return isLocal || /^_[^_]/.test(name);
  }
  const statement = node.parent();
  const top = statement?.parent();
  if (language === 'Java') {
    return (
      /local_variable_declaration/.test(statement?.kind() ?? '') ||
      /\bprivate\b/.test(statement?.text().split('=', 1)[0] ?? '')
    );
  }
  if (language === 'C' || language === 'Cpp') {
    return node.ancestors().some((one) => one.kind() === 'function_definition');
  }
  return top?.kind() !== 'export_statement';
}

/** How often each name occurs outside comments. */
function countNames(text, comments) {
  const uses = new Map();
  let at = 0;
  let code = '';
  for (const [start, end] of comments) {
    code += `${text.slice(at, Math.max(at, start))} `;
    at = Math.max(at, end);
  }
  for (const [word] of `${code}${text.slice(at)}`.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
    uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  return uses;
}

const DECLARATIONS = [
  'function_declaration',
  'generator_function_declaration',
  'function_definition',
  'method_declaration',
  'function_item',
  'variable_declarator',
  'init_declarator',
];

function rangeOf(node) {
  const { start, end } = node.range();
  return [start.index, end.index];
}

/**
 * Returns ranges of text, in UTF-16 code units: comments, and code that does nothing. Ranges may contain each
 * other. In a file with a syntax error, only comments are found.
 */
export function idleRanges(root, language, text) {
  const comments = nodesOf(root, language, COMMENT_KINDS).map(rangeOf);
  // After a syntax error, the parser only guesses which code belongs together.
  if (root.find({ rule: { kind: 'ERROR' } }) !== null) return { comments, dead: [] };
  const uses = countNames(text, comments);
  const idle = nodesOf(root, language, ['expression_statement', ...DISCARDING]).filter(
    isIdleStatement,
  );
  const unread = nodesOf(root, language, [...DECLARATIONS, ...DISCARDING]).filter((node) =>
    isUnread(node, language, uses),
  );
  const gone = [
    ...nodesOf(root, language, CONDITIONALS).flatMap(deadBranches),
    ...nodesOf(root, language, [...BLOCKS]).flatMap(behindTheEnd),
    ...nodesOf(root, language, ['preproc_if', 'attribute_item']).flatMap(notCompiled),
  ];
  return { comments, dead: [...idle, ...unread, ...gone].map(rangeOf) };
}
