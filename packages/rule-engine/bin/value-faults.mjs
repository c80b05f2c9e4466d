// Faults of value: small changes of an expression or statement after which a function still runs and
// returns something else. Used by function-finder.mjs. The parent decides which of them is planted.

/** Conditions of loops: a change there can make a suite run for ever. */
const LOOPS = /^(?:for|while|do|loop)_?.*(?:statement|expression)$|^for_range_loop$/;

/** Places whose text is no value at run time, or where a change breaks the build. */
const STATIC =
  /^(?:import|import_statement|import_from_statement|import_spec|export_statement_source|decorator|attribute_item|attribute|annotation|marker_annotation|type_annotation|type_arguments|type|literal_type|generic_type|array_type|sized_type|case_clause|switch_case|switch_label|case_statement|expression_case|match_pattern|tuple_struct_pattern|const_item|static_item|const_declaration|enum_declaration|enum_specifier|template_argument_list|template_parameter_list|preproc_.*|static_assert_declaration|array_declarator|field_declaration|future_import_statement|macro_invocation|token_tree|default_parameter|typed_default_parameter|optional_parameter|formal_parameters|parameters|throw_statement|raise_statement|assert_statement)$/;

const BOUNDS = new Set(['<', '<=', '>', '>=']);
const OPPOSITE = {
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};
const OFF_BY_ONE = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const LOGICAL = { '&&': '||', '||': '&&', and: 'or', or: 'and' };

const DYNAMIC = new Set(['JavaScript', 'TypeScript', 'Tsx', 'Python']);
const CONDITIONS = new Set([
  'if_statement',
  'elif_clause',
  'if_expression',
  'ternary_expression',
  'conditional_expression',
]);
const BINARY = new Set([
  'binary_expression',
  'comparison_operator',
  'boolean_operator',
  'binary_operator',
]);
const INTEGERS = new Set([
  'number',
  'integer',
  'int_literal',
  'decimal_integer_literal',
  'integer_literal',
  'number_literal',
]);
const STRINGS = new Set(['string', 'interpreted_string_literal', 'string_literal']);
const BOOLEANS = { true: 'false', false: 'true', True: 'False', False: 'True' };
const CALLS = new Set(['call_expression', 'call', 'method_invocation']);
const LISTS = new Set(['array', 'list', 'array_initializer', 'tuple']);
/** Where a literal is a value that a caller or another expression sees. */
const READ = new Set([
  'return_statement',
  'expression_list',
  'arguments',
  'argument_list',
  'binary_expression',
  'binary_operator',
  'comparison_operator',
  'assignment_expression',
  'assignment',
  'variable_declarator',
  'init_declarator',
  'short_var_declaration',
  'let_declaration',
  'array',
  'list',
  'pair',
  'keyed_element',
  'literal_element',
  'subscript_expression',
  'subscript',
  'index_expression',
  'conditional_expression',
  'ternary_expression',
  'parenthesized_expression',
  'block',
  'match_arm',
  'arrow_function',
]);

const named = (node) => node.children().filter((child) => child.isNamed());

/** Whether a node is in a header of a loop or in text that is not evaluated. */
function isOutside(node, top) {
  let inner = node;
  for (let outer = node.parent(); outer !== null; inner = outer, outer = outer.parent()) {
    if (STATIC.test(outer.kind())) return true;
    if (LOOPS.test(outer.kind())) {
      const body = outer.field('body');
      if (body === null || body === undefined || body.id() !== inner.id()) return true;
    }
    if (outer.id() === top.id()) return false;
  }
  return false;
}

/** An edit of one range. `place` is the text around it, by which it is found in another tree. */
function edit(kind, node, text, place = node) {
  const { start, end } = node.range();
  return { kind, at: start.index, end: end.index, text, place: surroundings(place) };
}

const BLOCKS = new Set(['statement_block', 'block', 'compound_statement', 'function_body']);
/** A longer text is too rarely the same after an honest change. */
const PLACE_CHARACTERS = 160;

/** The largest expression or statement around a node that is short and within one block. */
function surroundings(node) {
  let around = node;
  for (let outer = node.parent(); outer !== null; outer = outer.parent()) {
    if (BLOCKS.has(outer.kind()) || outer.text().length > PLACE_CHARACTERS) break;
    around = outer;
  }
  return around.text().replaceAll(/\s+/g, ' ');
}

function negated(node, language) {
  const condition = node.field('condition') ?? (language === 'Python' ? named(node)[1] : undefined);
  if (!condition) return [];
  const kind = condition.kind();
  if (/let_condition|let_chain/.test(kind)) return [];
  if (condition.text().includes('let ')) return [];
  const text = condition.text();
  if (language === 'Python')
    return [edit('negated-condition', condition, `not (${text})`, condition)];
  const wrapped =
    kind === 'parenthesized_expression' || kind === 'condition_clause'
      ? /^\((?:[^;]*)\)$/s.test(text) && !/^\(\s*(?:auto|const)\b/.test(text)
        ? `(!${text})`
        : undefined
      : `!(${text})`;
  return wrapped === undefined ? [] : [edit('negated-condition', condition, wrapped, condition)];
}

function operators(node, language) {
  const found = [];
  const [left, right] = [named(node)[0], named(node).at(-1)];
  for (const token of node.children()) {
    if (token.isNamed() && token.kind() !== token.text()) continue;
    const text = token.text();
    if (text in OPPOSITE) found.push(edit('comparison', token, OPPOSITE[text], node));
    if (BOUNDS.has(text)) found.push(edit('off-by-one', token, OFF_BY_ONE[text], node));
    if (text in LOGICAL) found.push(edit('logic', token, LOGICAL[text], node));
    const isNumber = [left, right].some((side) => side && INTEGERS.has(side.kind()));
    if (isNumber && (text === '+' || text === '-') && DYNAMIC.has(language)) {
      found.push(edit('arithmetic', token, text === '+' ? '-' : '+', node));
    }
  }
  return found;
}

function integer(node) {
  const text = node.text();
  if (!/^\d{1,9}$/.test(text) || !READ.has(node.parent()?.kind())) return [];
  return [edit('off-by-one', node, String(Number(text) + 1), node)];
}

function string(node, language) {
  const text = node.text();
  const [, quote, content] = /^(["'])(.*)\1$/s.exec(text) ?? [];
  if (!content || content.length < 2 || /[\\%{}\n$]/.test(content)) return [];
  const parent = node.parent()?.kind();
  if (!READ.has(parent) || (language === 'Python' && parent === 'block')) return [];
  if (/^(?:require|import|include|getLogger|gettext|_)\b/.test(callee(node))) return [];
  return [edit('value', node, `${quote}${content.slice(0, -1)}${quote}`, node)];
}

function callee(node) {
  const call = node.parent()?.parent();
  return call && CALLS.has(call.kind()) ? call.text() : '';
}

function boolean(node) {
  const other = BOOLEANS[node.text()];
  return other !== undefined && READ.has(node.parent()?.kind())
    ? [edit('value', node, other, node)]
    : [];
}

/** Types may differ between arguments, so only languages that do not check them swap any two. */
function swapped(node, language) {
  if (!DYNAMIC.has(language)) return [];
  const [first, second] = named(node);
  if (!first || !second || first.text() === second.text()) return [];
  const isPlain = (one) => !/spread|splat|keyword|comment|function|lambda/.test(one.kind());
  if (!isPlain(first) || !isPlain(second)) return [];
  const [from, to] = [first.range(), second.range()];
  const whole = node.text();
  const offset = node.range().start.index;
  const between = whole.slice(from.end.index - offset, to.start.index - offset);
  return [
    {
      kind: 'swapped-arguments',
      at: from.start.index,
      end: to.end.index,
      text: `${second.text()}${between}${first.text()}`,
      place: surroundings(node),
    },
  ];
}

function lostElement(node) {
  const elements = named(node);
  if (elements.length < 2 || elements.some((one) => one.kind() === 'comment')) return [];
  const [before, last] = elements.slice(-2);
  return [
    {
      kind: 'lost-element',
      at: before.range().end.index,
      end: last.range().end.index,
      text: '',
      place: surroundings(node),
    },
  ];
}

/** Go and Rust reject what a lost call leaves unused, or cannot infer its type. */
function lostCall(node, language) {
  if (language === 'Go' || language === 'Rust' || language === 'C') return [];
  const [call, ...others] = named(node);
  if (!call || others.length > 0 || !CALLS.has(call.kind())) return [];
  if (/^(?:super|this)\b\s*\(/.test(node.text())) return [];
  return [edit('lost-call', node, language === 'Python' ? 'pass' : ';', node)];
}

function faultsAt(node, language) {
  const kind = node.kind();
  if (CONDITIONS.has(kind)) return negated(node, language);
  if (BINARY.has(kind)) return operators(node, language);
  if (INTEGERS.has(kind)) return integer(node);
  if (STRINGS.has(kind)) return string(node, language);
  if (kind === 'arguments' || kind === 'argument_list') return swapped(node, language);
  if (LISTS.has(kind)) return lostElement(node);
  if (kind === 'expression_statement') return lostCall(node, language);
  if (node.text() in BOOLEANS && node.text().length < 6) return boolean(node);
  return [];
}

/** An early return of a neutral value, at the beginning of the body. */
function earlyReturns(node, language, entry) {
  if (!DYNAMIC.has(language) || entry.kind === 'expression') return [];
  const values =
    language === 'Python'
      ? ['None', 'False', '0', "''", '[]']
      : ['undefined', 'false', '0', "''", '[]'];
  const type = language === 'TypeScript' || language === 'Tsx' ? ' as never' : '';
  return values.map((value) => ({
    kind: 'early-return',
    at: entry.at,
    end: entry.at,
    text: ` return ${value}${type};${language === 'Python' ? ' ' : ''}`,
    place: value,
  }));
}

/**
 * Lists the faults of value of a function, in the order of the text.
 * @param node the function
 * @param language its language
 * @param entry where its body begins
 */
export function valueFaultsOf(node, language, entry) {
  const body = node.field('body') ?? node;
  const inside = [];
  const visit = (one) => {
    const found = faultsAt(one, language);
    if (found.length > 0 && !isOutside(one, node)) inside.push(...found);
    for (const child of one.children()) visit(child);
  };
  visit(body);
  return [...inside, ...earlyReturns(node, language, entry)];
}
